"""What a column of yes and no says, told as a deed: who has not had their training, what nobody has answered."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_CREW = [
    (
        f"C{n}",
        f"{('Ann', 'Bo', 'Cy', 'Di')[n % 4]} Ward{n}",
        "NY"[n % 3 > 0],
        ("Yes", "No", "")[n % 5 % 3],
        "Y" * (n % 4 < 1),
    )
    for n in range(1, 31)
]
_SHADES = ("Moss", "Sand", "Slate", "Plum", "Rust")
_TINS = [
    (f"T{n}", f"{_SHADES[n % 5]} {n}", 4 + n % 3, n % 4 * 3, f"2024-02-{1 + n:02}", "Y" * (n % 6 < 1))
    for n in range(1, 21)
]
_BAYS = [(n, f"{name} Bay", "YN"[n % 2]) for n, name in enumerate(("North", "South", "Slip", "Inner", "Outer"), 1)]
_MOORINGS = [(f"M{n}", 1 + n % 5, 4 + n % 3) for n in range(1, 31)]
_TRIPS = [(n, f"C{1 + n % 30}", f"2024-05-{1 + n % 28:02}") for n in range(1, 50)]

yard = office_fixture(
    {
        "crew": csv_text("Crew No,Name,Lifejacket Trained,Medical,Swim Passed", _CREW),
        "tins": csv_text("Tin No,Shade,Reorder Level,On Shelf,Bought,Dumped", _TINS),
        "bays": csv_text("Bay No,Bay Name,Dredged", _BAYS),
        "moorings": csv_text("Mooring,Bay No,Metres", _MOORINGS),
        "trips": csv_text("Trip,Crew No,Day", _TRIPS),
    }
)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many of the crew haven't had their lifejacket training?", 10),
        ("How many crew have still not done the lifejacket training yet?", 10),
        ("How many of the crew still have to do their lifejacket training?", 10),
        ("How many of the crew have done their lifejacket training?", 20),
        ("How many of the crew have never passed their swim test?", 23),
        ("For how many of the crew has nobody written down a yes or a no about the medical?", 6),
        ("How many tins are out of stock?", 5),
        ("How many of our tins have we run out of?", 5),
        ("How many tins did we have to throw away?", 3),
        ("How many tins were not binned?", 17),
        ("How many parts of the harbour have been dredged?", 2),
    ],
)
def test_yes_no_and_nothing(yard: Workspace, question: str, number: int) -> None:
    answer = ask(yard, question)
    assert answer.rows == ((number,),), answer.enriched
    assert not answer.unsure


def test_parts_of_the_whole_are_the_rows_that_have_what_is_said(yard: Workspace) -> None:
    answer = ask(yard, "Which parts of the harbour are not dredged?")
    assert answer.rows == (("North Bay",), ("Slip Bay",), ("Outer Bay",)), answer.enriched
    assert not answer.unsure
