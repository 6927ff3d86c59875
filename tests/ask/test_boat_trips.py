"""Boat trips between jetties that have a place on the map: what is long is a trip; a firm is said without its `Ltd`."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

JETTIES = [(n, f"{name} Jetty", 56.4 + n / 100, -3.1 - n / 100) for n, name in enumerate(("Ash", "Birk", "Cove"), 1)]
FIRMS = [(1, "Bramble Boats Ltd", "01382 111"), (2, "TayCruise Limited", "01382 222"), (3, "Kelp & Co", "01382 333")]
TRIPS = [
    (
        n,
        1 + n % 3,
        1 + n % 2,
        f"202{2 + n % 3}-0{1 + n % 9}-11 09:{n % 50:02}",
        f"202{2 + n % 3}-0{1 + n % 9}-11 1{n % 4}:55",
    )
    for n in range(1, 61)
]
BOATS = {
    "jetties": csv_text("Jetty ID,Jetty,lat,long", JETTIES),
    "firms": csv_text("Firm ID,Firm,Phone", FIRMS),
    "trips": csv_text("Trip ID,Jetty ID,Firm ID,Set off,Came back", TRIPS),
}

boats = office_fixture(BOATS)


@pytest.mark.parametrize("question", ["What was the longest trip?", "How long was the longest trip?"])
def test_the_longest_trip_is_no_place_and_not_the_last_one(boats: Workspace, question: str) -> None:
    found = ask(boats, question)
    sql = " ".join((found.sql or "").split())
    assert '"long"' not in sql
    assert found.unsure or 'ORDER BY "Set off" DESC' not in sql


def test_a_firm_is_named_without_what_sort_of_firm_it_is(boats: Workspace) -> None:
    found = ask(boats, "What is the phone number of TayCruise?")
    assert found.rows == (("01382 222",),)


def test_a_calendar_year_is_a_year(boats: Workspace) -> None:
    found = ask(boats, "How many trips set off in each calendar year?")
    assert not found.unsure
    assert [r[1] for r in found.rows] == [20, 20, 20]


@pytest.mark.parametrize("bound", ["0", "zero"])
def test_nothing_is_a_number_to_compare_with(boats: Workspace, bound: str) -> None:
    """A bound of 0 on a figure of each group is one of any number."""
    found = ask(boats, f"Which jetties have a minimum long below {bound}?")
    assert "'0'" not in (found.sql or "")
