"""Who is still there, who owes, what was earned: figures and states that no column says by itself."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of, rounded

DAY = datetime.date(2015, 1, 5)
MEMBERS = [
    (n, f"Ana{n}", f"Berg{n}", DAY + datetime.timedelta(days=97 * n), DAY if n % 4 == 3 else None) for n in range(24)
]
DUES = [
    (y, n, 40 + 5 * (n % 2), (40 + 5 * (n % 2)) if n % 3 else 10 * (n % 5)) for y in (2023, 2024) for n in range(24)
]
SHOWS = [(f"Show{n}", ("Hall", "Barn", "Green")[n % 3], 300 + 40 * n, 420 + 10 * n) for n in range(9)]
SHELF = [(f"Piece{n}", ("Byrd", "Holst", "Tallis")[n % 3], 10 + n, 2.5 + n % 4) for n in range(12)]
JOBS = [
    (n, DAY + datetime.timedelta(days=3 * n), DAY + datetime.timedelta(days=3 * n + n % 7) if n % 5 else None)
    for n in range(60)
]

FILES = {
    "members list": "No,First name,Surname,Joined,Left\n"
    + "".join(f"{n},{a},{b},{j},{'2022-06-01' if left else ''}\n" for n, a, b, j, left in MEMBERS),
    "subs": "year,member,due,paid\n" + "".join(f"{y},{n},{d}.00,{p}.00\n" for y, n, d, p in DUES),
    "shows": "Title,Where,Takings,Costs\n" + "".join(f"{t},{w},{i},{c}\n" for t, w, i, c in SHOWS),
    "music shelf": "Piece,Composer,Copies,Price each\n" + "".join(f"{p},{c},{n},{x:.2f}\n" for p, c, n, x in SHELF),
    "jobs": "Job,Reported,Date done\n" + "".join(f"{n},{r},{d or ''}\n" for n, r, d in JOBS),
}
STAYED = [m for m in MEMBERS if m[4] is None]
OWED = {y: sum(d - p for year, _, d, p in DUES if year == y) for y in (2023, 2024)}
PROFIT = {t: i - c for t, _, i, c in SHOWS}
BY_PLACE = {w: [i - c for _, there, i, c in SHOWS if there == w] for w in ("Hall", "Barn", "Green")}

CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("How many members do we have now?", ((len(STAYED),),)),
    ("how many present members are there", ((len(STAYED),),)),
    ("how many members do we still have?", ((len(STAYED),),)),
    ("how many members have left?", ((len(MEMBERS) - len(STAYED),),)),
    ("how many former members are there?", ((len(MEMBERS) - len(STAYED),),)),
    ("who has been a member the longest?", (("Ana0", "Berg0"),)),
    ("who is our longest-serving member?", (("Ana0", "Berg0"),)),
    ("how much is still owed for 2024?", ((OWED[2024],),)),
    ("How much money is still outstanding for 2023?", ((OWED[2023],),)),
    ("which shows made a loss?", tuple((t,) for t, p in PROFIT.items() if p < 0)),
    ("what was the profit of each show?", tuple(PROFIT.items())),
    ("average profit per venue", tuple((w, sum(p) / len(p)) for w, p in BY_PLACE.items())),
    ("what are our Holst copies worth?", ((sum(n * x for _, c, n, x in SHELF if c == "Holst"),),)),
    ("how many jobs still aren't finished?", ((sum(d is None for _, _, d in JOBS),),)),
    ("how many jobs are unfinished?", ((sum(d is None for _, _, d in JOBS),),)),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("choir"))
    yield workspace
    workspace.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_it_is_told_from_the_columns_that_hold_it(
    office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    given = rounded(answer.rows)
    wanted = rounded(rows)
    assert answers(given, wanted), (answer.rows, answer.sql)


def test_a_figure_that_no_column_gives_is_called_by_its_name(office: Workspace) -> None:
    answer = ask(office, "total worth of the music shelf")
    assert "worth" in answer.answer
    assert "copies in total" not in answer.answer
