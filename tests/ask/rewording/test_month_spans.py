"""Spans from a month to a month."""

from __future__ import annotations

import pytest

from core.ask.rewording.month_spans import months_spanned


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("How many calls came in between April and June?", "How many calls came in in April, May or June?"),
        ("calls each month from June to August", "calls each month in June, July or August"),
        ("calls from November to February", "calls in November, December, January or February"),
        ("calls from November to February 2024", "calls between November 2023 and February 2024"),
        ("calls from the start of May to the end of July 2023", "calls between May 2023 and July 2023"),
        ("calls between April and June 2024", "calls between April and June 2024"),
        ("calls from April 2023 to June 2024", "calls from April 2023 to June 2024"),
        ("calls between April and June last year", "calls between April and June last year"),
        ("calls between May 3 and June 5", "calls between May 3 and June 5"),
        ("did calls rise between April and June?", "did calls rise between April and June?"),
        ("calls in 2024 from April to June", "calls in 2024 from April to June"),
    ],
)
def test_months_are_said_with_their_years_or_one_by_one(said: str, plain: str) -> None:
    assert months_spanned(said) == plain
