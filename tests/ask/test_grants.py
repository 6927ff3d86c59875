"""An office that gives grants: labels with units, doers and deeds, bounds beside amounts, what was done and paid."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

KINDS = (("MUS", "Music", 900), ("DAN", "Dance", 700), ("ART", "Painting", 800))
PEOPLE = [(f"Q{n:02d}", f"Studio {n}", ("North", "South")[n % 2]) for n in range(20)]
ASKED = [
    (
        f"A-{n}",
        PEOPLE[n * 7 % 20][0],
        KINDS[n % 3][0],
        ("Funded", "Declined")[n % 5 > 2],
        100 + 10 * n if n % 5 < 3 else "",
    )
    for n in range(60)
]
SCORES = [(f"A-{n}", 40 + n % 31, f"2023-05-{1 + n % 28:02d}") for n in range(60)]
PAID = [(n, f"A-{n}", 50 + 3 * n, f"2024-02-{1 + n % 28:02d}", ("Check", "Wire")[n % 2]) for n in range(60)]

FILES = {
    "applicants": "Org,Applicant,Region\n" + "".join(f"{o},{a},{r}\n" for o, a, r in PEOPLE),
    "applications": "App no,Org,Kind code,Decision,Award amount\n"
    + "".join(f"{a},{o},{k},{d},{m}\n" for a, o, k, d, m in ASKED),
    "kinds": "Code,Kind,Max award\n" + "".join(f"{c},{k},{m}\n" for c, k, m in KINDS),
    "scores": "App no,score (0-100),date scored\n" + "".join(f"{a},{s},{d}\n" for a, s, d in SCORES),
    "payments": "Pmt,App no,Amount,Paid on,Method\n" + "".join(f"{p},{a},{m},{d},{w}\n" for p, a, m, d, w in PAID),
}
FUNDED = [a for a in ASKED if a[3] == "Funded"]
REGION = {o: r for o, _, r in PEOPLE}
BY_REGION = {r: [a for a in ASKED if REGION[a[1]] == r] for r in ("North", "South")}

CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("average score", ((sum(s for _, s, _ in SCORES) / 60,),)),
    ("how many applications did we fund?", ((len(FUNDED),),)),
    ("total awarded", ((sum(m for *_, m in ASKED if isinstance(m, int)),),)),
    (
        "total awarded by kind",
        tuple((k, sum(a[4] for a in FUNDED if a[2] == c and isinstance(a[4], int))) for c, k, _ in KINDS),
    ),
    ("total paid by check", ((sum(m for _, _, m, _, w in PAID if w == "Check"),),)),
    (
        "percent of applications funded for each region",
        tuple((r, 100 * sum(a[3] == "Funded" for a in own) / len(own)) for r, own in BY_REGION.items()),
    ),
)


office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "rows"), CASES)
def test_questions_of_an_office_that_gives_grants(
    office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows, figure=True), (got.sql, got.rows)
