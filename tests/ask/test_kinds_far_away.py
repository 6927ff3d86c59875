"""A ferry group: what it has of a kind are rows of its own, and no letters about its ships from one of that kind."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

GROUPS = [(f"G{n}", name) for n, name in enumerate(("Larkspur Lines", "Marram Lines", "Nettle Lines"), 1)]
SHIPS = [
    (f"S{n:02}", f"MV {name}", f"G{n % 3 + 1}", 90 + n * 7)
    for n, name in enumerate(("Ivo", "Jan", "Kes", "Lux", "Mab", "Nim"))
]
HANDS = [(n, f"Hand {n}", ("Steward", "Stoker", "Purser")[n % 3], f"G{n * n % 7 % 3 + 1}") for n in range(60)]
LETTERS = [
    (n, f"2024-0{1 + n % 9}-11", f"S{n % 6:02}", ("Passenger", "Trader", "Resident")[n % 5 % 3]) for n in range(90)
]
office = office_fixture(
    {
        "line_groups": csv_text("Group No,Group Name", GROUPS),
        "ships": csv_text("Ship No,Ship,Group No,Berths", SHIPS),
        "hands": csv_text("Hand No,Hand,Trade,Group No", HANDS),
        "letters_received": csv_text("Letter No,Received,Ship No,Writer", LETTERS),
    }
)


@pytest.mark.parametrize(
    "question",
    [
        "How many passengers does Marram Lines have?",
        "How many residents did Nettle Lines have in all?",
        "How many passengers does Marram Lines have across its ships?",
    ],
)
def test_passengers_of_a_group_are_no_letters_about_its_ships(office: Workspace, question: str) -> None:
    assert ask(office, question).unsure


def test_those_that_belong_to_it_are_counted(office: Workspace) -> None:
    found = ask(office, "How many stokers does Marram Lines have?")
    assert not found.unsure
    assert found.rows == ((sum(trade == "Stoker" and group == "G2" for *_, trade, group in HANDS),),)
