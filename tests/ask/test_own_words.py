"""What a word means is told, not asked: where it is kept is said."""

from __future__ import annotations

import pytest

from core.ask.own_words import kept_where, own_word
from tests.ask.conftest import World
from tests.ask.worlds import ask


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("remember: riders means members", ("riders", "members")),
        ("Please remember that “run” is a trip.", ("run", "a trip")),
        ("by riders I mean members", ("riders", "members")),
        (
            "When I say regulars, I mean customers with more than 5 orders",
            ("regulars", "customers with more than 5 orders"),
        ),
        ("runs means trips", ("runs", "trips")),
        ('"parking runs" means trips', ("parking runs", "trips")),
        ("“long runs” stands for trips over 10 km", ("long runs", "trips over 10 km")),
        ("What does status mean?", None),
        ("what means retired", None),
        ("mean duration of trips", None),
        ("the mean cost by part", None),
        ("orders by means of payment", None),
        ("runs means trips?", None),
    ],
)
def test_a_meaning_is_told_or_not(text: str, told: tuple[str, str] | None) -> None:
    assert own_word(text) == told


def test_it_is_not_read_as_a_question(world: World) -> None:
    answer = ask(world("bikes"), "by runs I mean trips")
    assert (answer.answer, answer.sql) == (kept_where("runs", "trips"), None)
