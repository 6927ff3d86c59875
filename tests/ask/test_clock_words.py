"""A swimming bath's lessons: times of the day in words, and on which side of them."""

from __future__ import annotations

import pytest

from core.ask.rewording.clock_words import clocks_in_figures
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

LESSONS = [(n, f"{7 + n % 14:02}:{(0, 30)[n % 2]:02}", ("Crawl", "Diving", "Babies")[n % 3]) for n in range(84)]
baths = office_fixture(
    {"lessons": "Lesson No,Begins,Stroke\n" + "".join(f"{n},{begins},{kind}\n" for n, begins, kind in LESSONS)}
)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("lessons at six in the evening", "lessons at 18:00"),
        ("before half past nine in the morning", "before 09:30"),
        ("until quarter to five in the afternoon", "until 16:45"),
        ("between six and eight in the evening", "between 18:00 and 20:00"),
        ("from eleven to one in the afternoon", "from 11:00 to 13:00"),
        ("at 7 p.m. or later", "on or after 19:00"),
        ("from 9:00 to 12:00", "from 9:00 to 12:00"),
        ("the first three in the morning", "the first three in the morning"),
        ("after midday", "after 12:00"),
    ],
)
def test_times_are_said_in_figures(said: str, plainly: str) -> None:
    assert clocks_in_figures(said) == plainly


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many lessons begin at six in the evening or later?", sum(b >= "18:00" for _, b, _ in LESSONS)),
        ("How many lessons begin before nine in the morning?", sum(b < "09:00" for _, b, _ in LESSONS)),
        ("How many lessons begin not before 5pm?", sum(b >= "17:00" for _, b, _ in LESSONS)),
        (
            "How many lessons begin between seven at night and eight in the morning?",
            sum(b >= "19:00" or b <= "08:00" for _, b, _ in LESSONS),
        ),
        ("How many lessons begin from 19:30 to 7:30?", sum(b >= "19:30" or b <= "07:30" for _, b, _ in LESSONS)),
        ("How many lessons begin after noon?", sum(b > "12:00" for _, b, _ in LESSONS)),
    ],
)
def test_lessons_are_counted_on_that_side(baths: Workspace, question: str, wanted: int) -> None:
    found = ask(baths, question)
    assert not found.unsure
    assert found.rows == ((wanted,),)
