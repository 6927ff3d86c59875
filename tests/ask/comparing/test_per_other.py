"""One amount by another, for each group, and never of rows that a join repeats."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, rounded

_BY_GROWER = {("Ash Farm", 6.5), ("Birch Farm", 7.0), ("Cherry Farm", 7.0), ("Damson Farm", 3.5)}
"""Harvests by all orchards of a grower, of which one has none."""


@pytest.mark.parametrize(
    "question",
    [
        "How many harvests per orchard does each grower have?",
        "Harvests per orchard for each grower",
        "harvests per orchard by grower",
        "What is the number of harvests per orchard of each grower?",
    ],
)
def test_rows_by_all_the_things_of_a_group(orchards: Workspace, question: str) -> None:
    answer = ask(orchards, question)
    assert {(row[0], row[-1]) for row in answer.rows} == _BY_GROWER
    assert not answer.unsure


def test_in_a_year_the_things_are_the_same(orchards: Workspace) -> None:
    answer = ask(orchards, "How many harvests per orchard does each grower have in 2024?")
    assert {(row[0], row[-1]) for row in answer.rows} == {
        ("Ash Farm", 0.0), ("Birch Farm", 5.0), ("Cherry Farm", 0.0), ("Damson Farm", 3.0)
    }  # fmt: skip


def test_things_are_those_that_the_rows_of_a_group_have(orchards: Workspace) -> None:
    answer = ask(orchards, "How many harvests per orchard are there for each method?")
    assert "COUNT(DISTINCT" in answer.sql
    assert not answer.unsure


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Kilos per crate by method", [("hand", 17.6845), ("machine", 19.7386)]),
        ("What is the number of kilos per crate?", [(18.3532,)]),
        ("Which grower has the most sales per visitor in 2024?", [("Damson Farm",)]),
        ("How many sales per visitor did each district have in 2021?", [("Hill", 6.9767), ("Vale", 14.8936)]),
    ],
)
def test_amounts_by_amounts(orchards: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    answer = ask(orchards, question)
    assert sorted(rounded(answer.rows), key=str) == sorted(rows, key=str)
    assert not answer.unsure


def test_a_thing_alone_is_what_each_has(orchards: Workspace) -> None:
    answer = ask(orchards, "How many orchards per grower?")
    assert {row[-1] for row in answer.rows} == {2}
    assert len(answer.rows) == 4
