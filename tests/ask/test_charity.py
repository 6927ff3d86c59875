"""A charity's office: gifts and givers, kinds by one of their words, what was late, states that begin alike."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

ISSUES = ((1, "Eviction notice"), (2, "Rent arrears"), (3, "Damp and mould"), (4, "Rent increase"))
STATES = ("Closed by client", "Closed by us", "Open", "Open - visit planned")
CASES_ = [
    (
        n,
        1 + n % 4,
        f"2023-0{1 + n % 9}-03",
        f"2023-0{1 + n % 9}-{5 + n % 20:02d}" if n % 4 < 2 else "",
        STATES[n % 4],
        f"2023-0{1 + n % 9}-14",
    )
    for n in range(80)
]
DONORS = [(f"D{n:02d}", f"Giver {n}", ("Company", "Person")[n % 2]) for n in range(12)]
GIFTS = [(n, DONORS[(n * 5) % 12][0], f"{2023 + n % 2}-04-{1 + n % 27:02d}", 10 + (n * 37) % 90) for n in range(90)]
GRANTS = [(n, f"2023-0{1 + n % 9}-20", 20 + 7 * n, ("Beds", "Food", "Rent")[n % 3]) for n in range(30)]

FILES = {
    "cases": "Case,Issue,Opened,Ended,Status,Answer due\n"
    + "".join(f"C{n},{i},{o},{c},{s},{d}\n" for n, i, o, c, s, d in CASES_),
    "issues": "Issue,Meaning\n" + "".join(f"{i},{m}\n" for i, m in ISSUES),
    "donors": "Donor,Name,Type\n" + "".join(f"{d},{n},{t}\n" for d, n, t in DONORS),
    "donations": "Receipt,Donor,Given on,Amount\n" + "".join(f"R{n},{d},{t},£{a}.00\n" for n, d, t, a in GIFTS),
    "hardship payments": "No,Paid on,£,What for\n" + "".join(f"{n},{d},{a}.50,{w}\n" for n, d, a, w in GRANTS),
}
GIVEN = {d: sum(a for _, by, _, a in GIFTS if by == d) for d, *_ in DONORS}
NAME = {d: n for d, n, _ in DONORS}
ENDED = [c for c in CASES_ if c[3]]
LATE = [c for c in ENDED if c[3] > c[5]]

CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("average donation", ((sum(a for *_, a in GIFTS) / len(GIFTS),),)),
    ("total donations", ((sum(GIVEN.values()),),)),
    ("total hardship payments", ((sum(a + 0.5 for _, _, a, _ in GRANTS),),)),
    (
        "our three biggest donors",
        tuple((NAME[d], a) for d, a in sorted(GIVEN.items(), key=lambda g: -g[1])[:3]),
    ),
    ("number of cases by kind of issue", tuple((m, 20) for _, m in ISSUES)),
    ("how many eviction cases", ((sum(i == 1 for _, i, *_ in CASES_),),)),
    ("how many cases were closed late?", ((len(LATE),),)),
    ("what percentage of cases were closed late?", ((100 * len(LATE) / len(ENDED),),)),
    ("how many cases were closed on time?", ((len(ENDED) - len(LATE),),)),
    ("how many closed cases", ((sum(c[4].startswith("Closed") for c in CASES_),),)),
    ("how many cases are still open?", ((sum(c[4].startswith("Open") for c in CASES_),),)),
    ("how many cases were closed by the client?", ((sum(c[4] == STATES[0] for c in CASES_),),)),
)


office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "rows"), CASES)
def test_questions_of_a_charity(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows, figure=True), (got.sql, got.rows)
