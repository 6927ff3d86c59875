"""Which questions ask why a figure changed, and what they say of it."""

from __future__ import annotations

import pytest

from core.ask.why.asked import Asked, why_asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("why did orders rise in 2024?", Asked("orders", 1, ("2024",))),
        ("Why are sales down?", Asked("sales", -1)),
        ("Why have sales gone up since 2022?", Asked("sales", 1, ("2022", "this year"))),
        ("why did the number of orders go up in May 2024", Asked("number of orders", 1, ("2024-05",))),
        ("Why were there fewer orders from Germany in 2025 than in 2024?", Asked("orders from Germany", -1,
                                                                               ("2025", "2024"))),
        ("What explains the drop in visits between 2022 and 2023?", Asked("visits", -1, ("2022", "2023"), False)),
        ("How come revenue fell from Q1 2024 to Q2 2024?", Asked("revenue", -1, ("2024-q1", "2024-q2"))),
        ("What is the reason for the increase in visits last month?", Asked("visits", 1, ("last month",), False)),
        ("Why did our total amount change in 2024 compared with 2022?", Asked("total amount", 0, ("2024", "2022"))),
        ("Where does the growth in members come from?", Asked("members", 1, (), False)),
    ],
)  # fmt: skip
def test_what_changed_which_way_and_when(text: str, asked: Asked) -> None:
    assert why_asked(text) == asked


@pytest.mark.parametrize(
    "text",
    [
        "How many orders were there in 2024?",
        "Why is Berlin late?",
        "Which product rose most in 2024?",
        "Why are there more than 5 orders?",
        "How did orders change between 2023 and 2024?",
    ],
)
def test_other_questions_are_left_alone(text: str) -> None:
    assert why_asked(text) is None
