"""Several that are set side by side: a figure for each of them, and for each of the groups that are said too."""

from __future__ import annotations

from datetime import date

import pytest

from core.ask.tokens import tokenise
from core.ask.translators.rules.passes.every_value import asked_apart
from core.workspace import Workspace
from tests.ask.comparing.conftest import HARVESTS
from tests.ask.worlds import ask, rounded


def _on(day: int) -> list[tuple[object, ...]]:
    return [h for h in HARVESTS if date.fromisoformat(str(h[2])).weekday() == day]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("For each variety, how many harvests were picked by hand and by machine?", 6),
        ("For each district, how many harvests were by hand and how many by machine?", 4),
    ],
)
def test_for_each_group_and_each_side(orchards: Workspace, question: str, rows: int) -> None:
    answer = ask(orchards, question)
    assert len(answer.rows) == rows
    assert {row[1] for row in answer.rows} == {"hand", "machine"}
    assert sum(int(str(row[-1])) for row in answer.rows) == len(HARVESTS)
    assert not answer.unsure or "picked" in question


def test_sides_behind_a_comma_are_the_likeliest_reading(orchards: Workspace) -> None:
    answer = ask(orchards, "How many harvests were there in each year, hand and machine?")
    assert (len(answer.rows), {row[1] for row in answer.rows}) == (6, {"hand", "machine"})


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the average kilos by hand and by machine?", [("hand", 175.1875), ("machine", 188.75)]),
        ("Were there more harvests on Sundays or on Saturdays?", [("Saturday", len(_on(5))), ("Sunday", len(_on(6)))]),
        ("How many crates were there on Sundays and on Saturdays?",
         [(d, sum(int(str(h[3])) for h in _on(n))) for d, n in (("Saturday", 5), ("Sunday", 6))]),
    ],
)  # fmt: skip
def test_a_figure_for_each_side(orchards: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    answer = ask(orchards, question)
    assert sorted(rounded(answer.rows), key=str) == sorted(rows, key=str)
    assert not answer.unsure


@pytest.mark.parametrize(
    ("question", "apart"),
    [
        ("how many by card and how many by cash?", True),
        ("how many were paid by card and by cash?", True),
        ("how many in each year, women and men?", True),
        ("how many were paid by card and cash?", False),
        ("which trips go from Leith and end at Dunbar?", False),
    ],
)
def test_who_is_told_apart(question: str, apart: bool) -> None:
    assert asked_apart(tokenise(question)) == apart
