"""Where the data end before the time that is asked for, that is said, and until when they go."""

from __future__ import annotations

import pytest

from core.ask.outside_data import OUTSIDE, asked_instead
from tests.ask.conftest import World
from tests.ask.worlds import ask

LAST = "start_time of trips ends on 1 December 2024: there is nothing later. The last {}."
FIRST = "start_time of trips begins on 11 January 2023: there is nothing earlier. The first {}."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many trips were there in 2031?", LAST.format("year there is: 2024")),
        ("How many trips were there in March 2031?", LAST.format("month there is: December 2024")),
        ("What is the average duration of trips in 2031?", LAST.format("year there is: 2024")),
        ("How many trips were there in 2019?", FIRST.format("year there is: 2023")),
        ("How many trips were there in 2024?", ""),
        ("How many trips were there before 2031?", ""),
    ],
)
def test_a_time_beyond_the_data_is_told(world: World, question: str, said: str) -> None:
    found = [c.message for c in ask(world("bikes"), question).warnings if c.code == OUTSIDE]
    assert found == [said] * bool(said)


@pytest.mark.parametrize(
    ("question", "said", "instead"),
    [
        ("trips in 2031 by model", LAST.format("year there is: 2024"), ("2024", "trips in 2024 by model")),
        (
            "trips in May 2031",
            LAST.format("month there is: December 2024"),
            ("December 2024", "trips in December 2024"),
        ),
        ("trips in 2031 and 2032", LAST.format("year there is: 2024"), ("", "")),
        ("trips since 2031", LAST.format("month there is: December 2024"), ("", "")),
    ],
)
def test_the_nearest_time_is_asked_for_instead(question: str, said: str, instead: tuple[str, str]) -> None:
    assert asked_instead(question, said) == instead
