"""The chart that a question asks for, and what is left to be read."""

from __future__ import annotations

import pytest

from core.ask.chart_words import chart_asked
from tests.ask.conftest import World
from tests.ask.worlds import ask


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("How many trips are there per bike model, as a pie chart?", "pie", "How many trips are there per bike model?"),
        ("How many trips per month? Show it as a line.", "line", "How many trips per month?"),
        ("trips per model as a pie", "pie", "trips per model"),
        ("Draw a bar chart of trips per model", "bar", "trips per model"),
        ("pie chart of trips by rider type", "pie", "trips by rider type"),
        ("show it as a pie", "pie", ""),
        ("Trips per month, as a pie chart, please!", "pie", "Trips per month"),
        ("show sales by genre as a pie", "pie", "sales by genre"),
        ("Show me the total fee by show as bars", "bar", "the total fee by show"),
        ("plot size by village as a bar chart", "bar", "plot size by village"),
        ("Shows per month as a line", "line", "Shows per month"),
        ("Trips per month? Show as a line", "line", "Trips per month?"),
        ("Now as a line chart please", "line", ""),
        ("How many trips are in line 4?", "", "How many trips are in line 4?"),
        ("Which pie sold best?", "", "Which pie sold best?"),
        ("revenue by product line", "", "revenue by product line"),
        ("orders per bar", "", "orders per bar"),
        ("What is sold in bars?", "", "What is sold in bars?"),
    ],
)
def test_a_chart_is_asked_for_or_not(text: str, kind: str, rest: str) -> None:
    assert chart_asked(text) == (kind, rest)


def test_the_words_for_a_chart_are_no_part_of_the_reading(world: World) -> None:
    plain = ask(world("bikes"), "How many trips are there per bike model?")
    drawn = ask(world("bikes"), "How many trips are there per bike model, as a pie chart?")
    assert (drawn.rows, drawn.confidence, drawn.ignored, drawn.chart) == (plain.rows, plain.confidence, (), "pie")
    assert drawn.rewritten == ""


def test_that_one_value_makes_no_chart_is_said(world: World) -> None:
    ws = world("bikes")
    *_, first = ws.questions.ask("How many trips are there?", chat="one value")
    *_, drawn = ws.questions.ask("show it as a line", chat="one value")
    said = "One value makes no line: ask for it per month, or for each of something, to see one."
    assert (drawn.rows, drawn.answer) == (first.rows, f"{first.answer} {said}")


def test_a_list_without_a_figure_is_no_chart(world: World) -> None:
    listed = ask(world("bikes"), "show the riders")
    drawn = ask(world("bikes"), "show the riders as a pie")
    assert not listed.unsure
    assert drawn.unsure
    assert any("A list makes no pie chart" in w.message for w in drawn.warnings)
