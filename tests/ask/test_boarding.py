"""Kennels: what is said of groups, ties, and names, and charts of them, as people ask for them in an office."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

BREEDS = "COL,Collie\nTER,Terrier\nPOO,Poodle\n"
KEEPERS = "AB,Ann Bligh,36\nCD,Col Dunn,20\nEF,Eva Frost,36\n"
OWNERS = "W1,Mrs Hale,Ryde\nW2,Mr Oke,Cowes\nW3,Ms Pine,Ryde\nW4,Mr Quill,Ventnor\n"
DOGS = [(n, f"Dog {n}", ("COL", "TER", "POO")[n % 3], f"W{1 + n % 4}") for n in range(1, 13)]
STAYS = [
    (f"R{n:03}", 1 + n * 5 % 12, ("AB", "CD", "EF")[n % 3], f"{1 + n % 28:02}/0{1 + n % 9}/2024") for n in range(60)
]
KENNELS = {
    "Breed codes": f"Code,Meaning\n{BREEDS}",
    "Keepers": f"Initials,Keeper Name,Hours/wk\n{KEEPERS}",
    "owner list": f"Owner No,Owner,Town\n{OWNERS}",
    "DOGS": "Dog ID,Dog name,Br.,Owner\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in DOGS),
    "Stays 24": "Stay ref,Dog,Kept by,Came,Charge\n"
    + "".join(f"{ref},{dog},{by},{day},£{12 + dog % 3 * 4}.50\n" for ref, dog, by, day in STAYS),
}

kennels = office_fixture(KENNELS)


@pytest.mark.parametrize(
    ("question", "chart"),
    [
        ("total charge by breed", ""),
        ("total charge for each breed as a pie", "pie"),
        ("show total charge per breed as bars", "bar"),
    ],
)
def test_a_figure_is_told_for_each_of_what_is_said_behind_it(kennels: Workspace, question: str, chart: str) -> None:
    found = ask(kennels, question)
    assert not found.unsure
    assert ({row[0] for row in found.rows}, found.chart) == ({"Collie", "Terrier", "Poodle"}, chart)
