"""A riding club: which row comes first by an adjective, in everyday words."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

HORSES = [
    (1, "Bramble", "Cob", 510, 14.1, "03/05/2009"),
    (2, "Comet", "Thoroughbred", 480, 16.2, "11/04/2014"),
    (3, "Daisy", "Pony", 260, 11.3, "20/06/2011"),
    (4, "Ember", "Pony", 295, 12.1, "01/05/2006"),
    (5, "Flint", "Cob", 560, 15.0, "14/03/2012"),
    (6, "Gale", "Thoroughbred", 505, 16.0, "30/04/2016"),
]
GROOMS = [
    ("AB", "Ann Birch", "04/02/2019", 12.4, "Yard"),
    ("CD", "Cal Dean", "19/09/2015", 14.1, "Yard"),
    ("EF", "Eve Fell", "07/11/2022", 11.9, "Office"),
    ("GH", "Gil Hope", "23/05/2020", 12.9, "Yard"),
]
TACK = [("T1", "Dressage saddle", 890, 7.2), ("T2", "Snaffle bridle", 140, 1.1), ("T3", "Winter rug", 95, 4.0)]
TURNS = [(n, 1 + n % 6, ("CD", "CD", "AB", "GH")[n % 4], f"{1 + n % 27:02}/03/2024") for n in range(1, 61)]
stable = office_fixture(
    {
        "horses": csv_text("No,Horse,Breed,Kg,Hands,Born", HORSES),
        "grooms": csv_text("Init,Name,Started,Rate/hr,Where", GROOMS),
        "tack": csv_text("Code,Item,Value,Kg", TACK),
        "turns out": csv_text("Turn,Horse No,Opened by,Date", TURNS),
    }
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What is the heaviest pony we have on file?", "Ember"),
        ("What is the most valuable tack we have here?", "Dressage saddle"),
        ("Who are the newest people among the grooms? last two to start", "Eve Fell"),
        ("Which groom joined first?", "Cal Dean"),
        ("Which groom do we pay the least per hour?", "Eve Fell"),
    ],
)
def test_the_first_row_by_an_adjective_is_named(stable: Workspace, question: str, first: str) -> None:
    found = ask(stable, question)
    assert not found.unsure
    assert first in found.rows[0]


def test_what_is_asked_for_beside_the_name_is_shown(stable: Workspace) -> None:
    found = ask(stable, "What's the heaviest horse in the yard - breed and hands?")
    assert not found.unsure
    assert set(found.rows[0]) >= {"Flint", "Cob", 15.0}


def test_those_who_go_by_their_initials_are_people(stable: Workspace) -> None:
    found = ask(stable, "Who opens for visitors the most often?")
    assert found.rows[0][0] == "Cal Dean"


@pytest.mark.parametrize(
    "question",
    [
        "Which groom do we pay the least per hour of those who haven't left?",
        "What is the most valuable pony we have on file?",
    ],
)
def test_what_nothing_says_is_not_passed_over(stable: Workspace, question: str) -> None:
    assert ask(stable, question).unsure
