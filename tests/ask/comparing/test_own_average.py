"""Rows that are held against the average of those like them."""

from __future__ import annotations

import pytest

from core.ask.form import Form
from core.ask.translators.rules.query import Col, Filter, Scalar
from core.workspace import Workspace
from tests.ask.worlds import ask


@pytest.mark.parametrize(
    "question",
    [
        "Which orchards have more trees than the average orchard of their grower?",
        "Which orchards have more trees than the average of their grower?",
        "orchards with more trees than the average for their grower",
        "Which orchards are bigger than the average orchard of their grower?",
        "List the orchards that are larger than their grower's average orchard.",
    ],
)
def test_orchards_are_held_against_those_of_their_grower(orchards: Workspace, question: str) -> None:
    answer = ask(orchards, question)
    assert {row[0] for row in answer.rows} == {"O2", "O3", "O5", "O7"}
    assert not answer.unsure


def test_of_a_number_of_others_it_is_the_likeliest_reading(orchards: Workspace) -> None:
    answer = ask(orchards, "Show orchards where the number of trees is above the average of their grower")
    assert {row[0] for row in answer.rows} == {"O2", "O3", "O5", "O7"}


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many orchards have fewer trees than the average orchard of their variety?", 4),
        ("How many orchards are smaller than the average orchard of their variety?", 4),
        ("How many harvests had more crates than the average harvest of their orchard?", 22),
    ],
)
def test_and_counted(orchards: Workspace, question: str, number: int) -> None:
    answer = ask(orchards, question)
    assert (answer.rows, answer.unsure) == (((number,),), False)


def test_the_average_of_all_stays_that_of_all(orchards: Workspace) -> None:
    answer = ask(orchards, "Which orchards have more trees than the average orchard?")
    assert {row[0] for row in answer.rows} == {"O2", "O5", "O7"}


def test_the_reading_says_so_and_is_kept(orchards: Workspace) -> None:
    answer = ask(orchards, "Which orchards have more trees than the average orchard of their grower?")
    assert "the average `trees` of the same `grower_id`" in answer.enriched
    assert "more trees than the average of their grower" in answer.answer
    form = Form.of(answer.form)
    met = form.query.where[0] if form else None
    assert isinstance(met, Filter)
    assert isinstance(met.values[0], Scalar)
    assert met.values[0].same == (Col("orchards", "grower_id"),)
