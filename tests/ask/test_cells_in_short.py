"""Cells that say a word in short: days of the week, and letters for what another column spells out."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Sat", "Sun")
_CLASSES = [
    (f"K{n}", f"{('Sunday Stretch', 'Quiet Hour', 'Steps', 'Gentle Yoga')[n % 4]} {n}", _DAYS[n % 6], 30 + n)
    for n in range(1, 19)
]
_RIDERS = [(n, f"Rider {n}", "TE"[n % 3 > 1], f"{2020 + n % 4}-05-0{1 + n % 9}") for n in range(1, 25)]
_BIKES = [(f"B{n}", f"Make {n}", ("Town", "Electric")[n % 2]) for n in range(1, 9)]
_TRIPS = [(n, 1 + n % 20, f"B{1 + n % 8}", f"2024-06-{1 + n % 28:02}") for n in range(1, 60)]

club = office_fixture(
    {
        "classes": csv_text("Class,Title,Day,Minutes", _CLASSES),
        "riders": csv_text("Rider No,Name,Frame,Joined", _RIDERS),
        "bikes": csv_text("Bike,Maker,Frame", _BIKES),
        "trips": csv_text("Trip,Rider No,Bike,Ridden", _TRIPS),
    }
)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many classes are on a Sunday?", 3),
        ("How many classes take place on Saturdays?", 3),
        ("How many of our classes run on a Monday?", 3),
        ("How many riders are electric?", 8),
        ("How many riders have a town frame?", 16),
        ("How many bikes are electric?", 4),
    ],
)
def test_counted_by_what_the_cell_says_in_short(club: Workspace, question: str, number: int) -> None:
    answer = ask(club, question)
    assert answer.rows == ((number,),), answer.enriched
    assert not answer.unsure
