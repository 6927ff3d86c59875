"""`where do most of our pupils live`, `which quay did we take people to most often`: by the place that rows have."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_VILLAGES = ("Ashby", "Birling", "Ashby", "Corfe", "Birling", "Ashby", "Birling")
_PUPILS = [(n, f"Pupil {n}", f"{n} Mill Lane", _VILLAGES[n % 7 if n < 50 else 0]) for n in range(1, 61)]
_LESSONS = [(n, 1 + n * 7 % 60, f"{1 + n % 28:02}/05/2024") for n in range(1, 90)]

_QUAYS = [(f"Q{n}", name) for n, name in enumerate(("Old Quay", "Fish Steps", "Lime Pier"), 1)]
_GUESTS = [(n, f"Guest {n}", _VILLAGES[n % 7]) for n in range(1, 21)]
_FERRIES = [(n, f"Q{1 + n % 4 % 3}", 1 + n % 20, f"2024-05-{1 + n % 28:02}") for n in range(1, 61)]

school = office_fixture(
    {
        "quays": csv_text("Quay,Landing", _QUAYS),
        "guests": csv_text("Guest No,Guest,Village", _GUESTS),
        "ferry trips": csv_text("Trip,Quay,Guest No,Date", _FERRIES),
        "pupils": csv_text("Pupil No,Name,Street,Village", _PUPILS),
        "lessons": csv_text("Lesson,Pupil No,Date", _LESSONS),
    }
)


@pytest.mark.parametrize(
    ("question", "village"),
    [
        ("Where do most of our pupils live?", "Ashby"),
        ("Where do our pupils mostly come from?", "Ashby"),
        ("Which landing did we take people to most often?", "Old Quay"),
        ("Which landing did we bring them to most often in 2024?", "Old Quay"),
        ("Apart from Ashby, where do most of our pupils live?", "Birling"),
    ],
)
def test_the_place_most_of_them_have(school: Workspace, question: str, village: str) -> None:
    answer = ask(school, question)
    assert not answer.unsure
    assert answer.rows[0][0] == village, answer.sql
