"""A tool library's office: which date is meant, how long things took, what was late, and days that rows borrow."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

START = date(2023, 1, 9)


def day(n: int) -> date:
    return START + timedelta(days=n)


KEEPERS = [
    (
        f"K{n:02d}",
        f"{('Ada', 'Bo', 'Cy', 'Di')[n % 4]} {('Moss', 'Reed', 'Fern')[n % 3]}{n}",
        date(1950 + n, 5, 4),
        day(40 * n),
    )
    for n in range(24)
]
LENDINGS = [
    (
        n,
        KEEPERS[(n * 7) % 24 if n % 3 else 5][0],
        day(n * 4),
        day(n * 4 + 14),
        day(n * 4 + 5 + (n * 5) % 17) if n % 11 else None,
        ("Garden", "House", "Car")[n % 3],
    )
    for n in range(180)
]
EVENINGS = [(f"E{n}", ("Old Hall", "Quay Room")[n % 2], day(n * 31)) for n in range(24)]
MENDINGS = [
    (n, KEEPERS[(n * 5) % 24][0], EVENINGS[(n * 11) % 24][0], ("Mended", "Scrapped")[n % 4 == 0]) for n in range(200)
]
BILLS = [
    (n, KEEPERS[n % 24][0], day(n * 6), day(n * 6 + 30), day(n * 6 + 10 + (n * 7) % 35) if n % 9 else None, 12 + n % 30)
    for n in range(90)
]
PERMITS = [(n, f"Shed {n}", day(n * 9), day(n * 9 + 20 + n % 13) if n % 5 else None) for n in range(60)]

FILES = {
    "keepers": "Keeper No,Full Name,DOB,Signed up\n" + "".join(f"{k},{n},{b},{s}\n" for k, n, b, s in KEEPERS),
    "lendings": "Lending,Keeper No,Taken out,Due back,Brought back,Purpose\n"
    + "".join(f"{n},{k},{t},{d},{b or ''},{p}\n" for n, k, t, d, b, p in LENDINGS),
    "evenings": "Evening,Hall,Held on\n" + "".join(f"{e},{h},{d}\n" for e, h, d in EVENINGS),
    "mendings": "Mending,Keeper No,Evening,Result\n" + "".join(f"M{n},{k},{e},{r}\n" for n, k, e, r in MENDINGS),
    "bills": "Bill,Keeper No,Raised on,Due date,Settled on,Amount\n"
    + "".join(f"B{n},{k},{r},{d},{s or ''},{a}\n" for n, k, r, d, s, a in BILLS),
    "permits": "Permit,Site,Applied on,Approved on\n" + "".join(f"P{n},{s},{a},{o or ''}\n" for n, s, a, o in PERMITS),
}
HELD = {e: d for e, _, d in EVENINGS}
BACK = [x for x in LENDINGS if x[4]]
SETTLED = [b for b in BILLS if b[4]]


def mean(days: list[timedelta]) -> float:
    return sum(d.days for d in days) / len(days)


def by_month(days: list[date], year: int) -> tuple[tuple[object, ...], ...]:
    return tuple(sorted(Counter(f"{d:%Y-%m}" for d in days if d.year == year).items()))


CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("how many keepers were born before 1960?", ((sum(b.year < 1960 for _, _, b, _ in KEEPERS),),)),
    ("number of keepers born in 1961 or later", ((sum(b.year >= 1961 for _, _, b, _ in KEEPERS),),)),
    ("how many keepers born between 1955 and 1958", ((sum(1955 <= b.year <= 1958 for _, _, b, _ in KEEPERS),),)),
    ("how many mendings were there in 2024", ((sum(HELD[e].year == 2024 for _, _, e, _ in MENDINGS),),)),
    ("mendings per month in 2024", by_month([HELD[e] for _, _, e, _ in MENDINGS], 2024)),
    (
        "what percentage of mendings in 2024 were scrapped?",
        (
            (
                100
                * sum(r == "Scrapped" for _, _, e, r in MENDINGS if HELD[e].year == 2024)
                / sum(HELD[e].year == 2024 for _, _, e, _ in MENDINGS),
            ),
        ),
    ),
    ("bills per month in 2023, going by the settlement date", by_month([b[4] for b in SETTLED if b[4]], 2023)),
    (
        "total amount of bills per month in 2023, by settled date",
        tuple(
            (m, sum(b[5] for b in SETTLED if f"{b[4]:%Y-%m}" == m))
            for m, _ in by_month([b[4] for b in SETTLED if b[4]], 2023)
        ),
    ),
    ("new keepers per month in 2024", by_month([s for *_, s in KEEPERS], 2024)),
    ("how many lendings were taken out each month of 2024?", by_month([t for _, _, t, *_ in LENDINGS], 2024)),
    ("on average how long does it take for a bill to be settled?", ((mean([b[4] - b[2] for b in SETTLED]),),)),  # type: ignore[operator]
    (
        "how many days on average between someone applying for a permit and us approving it?",
        ((mean([a - s for _, _, s, a in PERMITS if a]),),),
    ),
    ("how many days does it take to approve a permit on average", ((mean([a - s for _, _, s, a in PERMITS if a]),),)),
    (
        "how many days do keepers keep things on average before bringing them back, by purpose?",
        tuple((p, mean([x[4] - x[2] for x in BACK if x[5] == p])) for p in ("Garden", "House", "Car")),
    ),  # type: ignore[operator,misc]
    (
        "what percentage of lendings were brought back after the due date?",
        ((100 * sum(x[4] > x[3] for x in BACK) / len(BACK),),),
    ),  # type: ignore[operator]
    ("how many bills were settled by the due date", ((sum(b[4] <= b[3] for b in SETTLED),),)),  # type: ignore[operator]
    (
        "who has settled a bill after the due date more than once?",
        tuple(
            (next(n for k, n, *_ in KEEPERS if k == who),)
            for who, many in Counter(b[1] for b in SETTLED if b[4] > b[3]).items()
            if many > 1
        ),
    ),  # type: ignore[operator]
    (
        "how many bills were raised in 2024 and how many of them are settled?",
        ((sum(b[2].year == 2024 for b in BILLS), sum(b[2].year == 2024 for b in SETTLED)),),
    ),
    ("when did Ada Moss0 sign up?", ((str(KEEPERS[0][3]),),)),
)


office = office_fixture(FILES)


@pytest.mark.parametrize(("question", "rows"), CASES)
def test_questions_of_a_tool_library(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows, figure=True), (got.sql, got.rows)
