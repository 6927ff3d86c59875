"""A climbing wall's takings: from one month to another, of one year, across two or of any; and an amount named with a
time and no more."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

DAYS = ("2023-04-02", "2023-05-30", "2023-07-01", "2023-11-11", "2024-01-15", "2024-04-04", "2024-06-30", "2024-12-01")
wall = office_fixture(
    {
        "lessons": "lesson_id,coach,held_on,fee\n"
        + "".join(f"W{i},{'Ned' if i % 2 else 'Liv'},{day},{10 + i}\n" for i, day in enumerate(DAYS, start=1)),
        "coaches": "coach,since\nNed,2019-01-01\nLiv,2020-01-01\n",
    }
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many lessons were held between April and June?", 4),
        ("How many lessons were held from November to February?", 3),
        ("How many lessons were held from November to February 2024?", 2),
        ("Lesson fee from April 2023 to July 2023", 11 + 12 + 13),
        ("lesson fee in 2024", 15 + 16 + 17 + 18),
    ],
)
def test_the_months_between_are_meant(wall: Workspace, question: str, figure: int) -> None:
    answer = ask(wall, question)
    assert answer.rows == ((figure,),)
    assert not answer.unsure
