"""A register of sports venues: the noun with which their names end, what is open today, a year written as 1990.0."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

PARKS = ("Mill", "Abbey", "Castle", "Dock", "Ferry", "Quarry", "Station", "Weir")
VENUES = [
    (f"V{n:03}", f"{PARKS[n % 8]} Sports Hall", f"L{n % 4}", f"{1 + n % 27:02}/05/{1984 + n % 30}",
     f"{1 + n % 27:02}/03/2019" if n % 6 == 0 else "", f"{1950 + n % 9}.0" if n % 5 else "")
    for n in range(1, 61)
]  # fmt: skip
REGISTER = {
    "venue register": csv_text("VenueRef,VenueName,AreaCode,OpenedDate,ClosedDate,Design_Year", VENUES),
    "areas": "AreaCode,Area\nL0,North\nL1,South\nL2,East\nL3,West\n",
}

register = office_fixture(REGISTER)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many sports halls are there?", 60),
        ("How many sports halls are still open?", 50),
        ("How many sports halls are still open today?", 50),
        ("How many of the sports halls opened during the 1990s?", sum("/199" in v[3] for v in VENUES)),
    ],
)
def test_the_noun_that_ends_their_names_stands_for_the_rows(register: Workspace, question: str, rows: int) -> None:
    found = ask(register, question)
    assert not found.unsure
    assert found.rows == ((rows,),)


def test_it_stands_for_them_in_groups_too(register: Workspace) -> None:
    found = ask(register, "How many sports halls are there in each area?")
    assert not found.unsure
    assert dict(found.rows) == {"North": 15, "South": 15, "East": 15, "West": 15}


def test_years_written_with_a_point_are_years(register: Workspace) -> None:
    found = ask(register, "In which year were the most sports halls designed?")
    assert not found.unsure
    assert float(str(found.rows[0][0])) in {1951, 1952, 1953, 1954, 1956, 1957, 1958}
