"""A ferry firm's trips: codes for how they were paid, money that came in and money given back, several people of one
trip, and words of which a reading makes nothing."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

CREW = [
    (500 + n, name, n % 4 * 3) for n, name in enumerate("Ada Finch,Bo Lark,Cy Heron,Di Wren,Ed Swift".split(","), 1)
]
TRIPS = [
    (n, 500 + n % 5 + 1, 500 + (n + 2) % 5 + 1, 500 + (n * 3) % 5 + 1, f"2024-0{n % 9 + 1}-1{n % 9}", 10 + n % 7,
     n % 3, ("CA", "CC", "AC")[n % 3])
    for n in range(1, 61)
]  # fmt: skip
FERRY = {
    "crew": "Badge,Name,Points\n" + "".join(",".join(map(str, row)) + "\n" for row in CREW),
    "trips": "Trip,Skipper,Helper,Inspector,Date,Fare,Dogs,Paid By\n"
    + "".join(",".join(map(str, row)) + "\n" for row in TRIPS),
    "complaints": "Ref,Trip,About,Comp Paid,Warning\n"
    + "".join(
        f"{n},{n * 2},{('Rude skipper', 'Late start')[n % 2]},{n % 3 * 10},{f'W{n % 3}' if n % 4 == 0 else ''}\n"
        for n in range(1, 21)
    ),
    "piers": "Pier,Covered\nNorth,Y\nSouth,N\nQuay,N\n",
}

ferry = office_fixture(FERRY)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How much did we take in cash?", sum(fare for *_, fare, _, how in TRIPS if how == "CA")),
        ("How many trips were paid by card?", sum(how == "CC" for *_, how in TRIPS)),
        ("How many trips had dogs?", sum(dogs > 0 for *_, dogs, _ in TRIPS)),
        ("How many crew have points?", sum(points > 0 for *_, points in CREW)),
        ("How much compensation have we paid out?", sum(n % 3 * 10 for n in range(1, 21))),
        ("How many outdoor piers are there?", 2),
        ("How many trips have been given a warning?", 5),
    ],
)
def test_it_is_answered(ferry: Workspace, question: str, number: int) -> None:
    found = ask(ferry, question)
    assert not found.unsure
    assert found.rows == ((number,),)


@pytest.mark.parametrize(
    "question",
    [
        "How many evening trips were there?",
        "How many trips has Ada Finch been on?",
        "How many pensioners fare best?",
    ],
)
def test_what_it_makes_nothing_of_is_not_passed_over(ferry: Workspace, question: str) -> None:
    assert ask(ferry, question).unsure


def test_how_often_is_no_amount(ferry: Workspace) -> None:
    found = ask(ferry, "Which skipper gets paid most often?")
    assert found.unsure or "SUM" not in (found.sql or "")
