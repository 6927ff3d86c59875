"""`who looks after Rose Cottage`: who it is by the one column of the thing's own row, whatever the verb."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_COTTAGES = [
    (n, f"{name} Cottage", ("Ash Vale", "Birling")[n % 2], ("Mary Tanner", "Joe Pell", "Ann Marsh")[n % 3], 40 + n)
    for n, name in enumerate(("Rose", "Willow", "Holly", "Ivy", "Fern", "Heather", "Laurel"), 1)
]
_GUIDES = [(n, f, s) for n, (f, s) in enumerate((("Tom", "Hale"), ("Una", "Reed"), ("Vic", "Stone")), 1)]
_WALKS = [(f"W{n}", f"{name} Walk", n % 3 % 2 + 1, 60 + 5 * n) for n, name in enumerate(("Cliff", "Mill", "Abbey"), 1)]
_BOATS = [(n, f"{name} Belle", "Norton Marine", f"Keeper {n}") for n, name in enumerate(("River", "Lake", "Ocean"), 1)]

office = office_fixture(
    {
        "cottages": csv_text("Cottage No,Cottage,Village,Caretaker,Rate", _COTTAGES),
        "guides": csv_text("Guide ID,First Name,Surname", _GUIDES),
        "walks": csv_text("Walk,Title,Guide,Mins", _WALKS),
        "boats": csv_text("Boat No,Boat,Supplier,Note", _BOATS),
    }
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who looks after Holly Cottage?", ["Mary Tanner"]),
        ("Who deals with Ivy Cottage?", ["Joe Pell"]),
        ("Who is in charge of the Fern Cottage?", ["Ann Marsh"]),
        ("Who takes people on the Mill Walk?", ["Tom", "Hale"]),
        ("Who covers the most walks?", ["Tom", "Hale"]),
    ],
)
def test_who_it_is_by_the_row_of_the_thing(office: Workspace, question: str, names: list[str]) -> None:
    answer = ask(office, question)
    assert [v for v in answer.rows[0] if isinstance(v, str)] == names, answer.sql
    assert not answer.unsure


@pytest.mark.parametrize("question", ["Who looks after River Belle?", "Who pays for Holly Cottage?"])
def test_no_one_where_the_row_names_a_firm_or_they_are_served(office: Workspace, question: str) -> None:
    assert ask(office, question).unsure
