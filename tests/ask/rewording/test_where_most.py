"""`where do most of our pupils live`: by the place that their table has."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_VILLAGES = ("Ashby", "Birling", "Ashby", "Corfe", "Birling", "Ashby", "Birling")
_PUPILS = [(n, f"Pupil {n}", f"{n} Mill Lane", _VILLAGES[n % 7 if n < 50 else 0]) for n in range(1, 61)]
_LESSONS = [(n, 1 + n * 7 % 60, f"{1 + n % 28:02}/05/2024") for n in range(1, 90)]

school = office_fixture(
    {
        "pupils": csv_text("Pupil No,Name,Street,Village", _PUPILS),
        "lessons": csv_text("Lesson,Pupil No,Date", _LESSONS),
    }
)


@pytest.mark.parametrize(
    ("question", "village"),
    [
        ("Where do most of our pupils live?", "Ashby"),
        ("Where do our pupils mostly come from?", "Ashby"),
        ("Apart from Ashby, where do most of our pupils live?", "Birling"),
    ],
)
def test_the_place_most_of_them_have(school: Workspace, question: str, village: str) -> None:
    answer = ask(school, question)
    assert not answer.unsure
    assert answer.rows[0][0] == village, answer.sql
