"""Joinery reads: an order to change the data is answered so, and a question that only sounds like one is read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.ask.read_only import REASON
from core.workspace import Workspace
from tests.ask.worlds import ask

World = Callable[[str], Workspace]


@pytest.mark.parametrize(
    "order",
    [
        "Delete all trips",
        "please drop the table bikes",
        "Remove trips from Quayside",
        "can you update every bike",
        "DELETE FROM trips",
    ],
)
def test_an_order_to_change_data_is_told_that_joinery_reads(world: World, order: str) -> None:
    answer = ask(world("bikes"), order)
    assert (answer.answer, answer.sql, answer.rows) == (REASON, None, ())


@pytest.mark.parametrize("question", ["How many trips are there?", "Which bikes were removed?", "trips per bike"])
def test_a_question_is_none(world: World, question: str) -> None:
    assert ask(world("bikes"), question).answer != REASON
