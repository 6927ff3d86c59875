"""`the names of boats`, where the column is called `Boat` and other tables have names."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

FLEET = {
    "harbours": "Harbour_ID,Harbour_Name,Berths\n1,Stonehaven,20\n2,Crail,12\n3,Oban,44\n",
    "boats": "Boat_ID,Boat,Rig,Length_m\n"
    "10,Kittiwake,Sloop,9.5\n11,Fulmar,Ketch,12.0\n12,Gannet,Sloop,8.0\n13,Petrel,Yawl,11.2\n",
    "moorings": "Mooring,Boat_ID,Harbour_ID\n1,10,1\n2,11,1\n3,12,2\n4,13,3\n5,10,3\n",
    "skippers": "Skipper_ID,Skipper_Name,Backer_Name,Town,Trade\n"
    "1,Ann Low,Seaways,Leith,Teacher\n2,Bea Orr,Cordage,Troon,Baker\n"
    "3,Cal Ure,Seaways,Leith,Baker\n4,Dod Gow,Cordage,Ayr,Nurse\n",
}

fleet = office_fixture(FLEET)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("List the names of boats", {("Kittiwake",), ("Fulmar",), ("Gannet",), ("Petrel",)}),
        (
            "names and rigs of all boats",
            {("Kittiwake", "Sloop"), ("Fulmar", "Ketch"), ("Gannet", "Sloop"), ("Petrel", "Yawl")},
        ),
        ("Show the names of boats that are moored in Crail", {("Gannet",)}),
        (
            "List the name and town for skippers whose trade is not Baker",
            {("Ann Low", "Leith"), ("Dod Gow", "Ayr")},
        ),
        (
            "name and town of skippers",
            {("Ann Low", "Leith"), ("Bea Orr", "Troon"), ("Cal Ure", "Leith"), ("Dod Gow", "Ayr")},
        ),
    ],
)  # fmt: skip
def test_a_name_is_what_the_things_are_called(fleet: Workspace, question: str, rows: set[tuple[str, ...]]) -> None:
    found = ask(fleet, question)
    assert not found.unsure
    assert set(found.rows) == rows


def test_different_kinds_with_the_number_of_each_are_groups(fleet: Workspace) -> None:
    found = ask(fleet, "Show the different rigs of boats along with the number of boats of each rig.")
    assert not found.unsure
    assert set(found.rows) == {("Sloop", 2), ("Ketch", 1), ("Yawl", 1)}


def test_two_words_are_a_label_only_where_it_holds_both(fleet: Workspace) -> None:
    assert ask(fleet, "Which boats have the rig red?").unsure
