"""Weeks and parts of months as the days from the first to the last."""

from __future__ import annotations

import pytest

from core.ask.rewording.weeks import spans_in_days


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("calls in the last week of May 2024", "calls between 25 May 2024 and 31 May 2024"),
        ("calls in the first week of May 2024?", "calls between 1 May 2024 and 7 May 2024?"),
        ("calls over the first ten days of June 2024", "calls between 1 June 2024 and 10 June 2024"),
        ("calls in the last fortnight of February 2024", "calls between 16 February 2024 and 29 February 2024"),
        ("calls in the second half of March 2024", "calls between 16 March 2024 and 31 March 2024"),
        ("calls in the week beginning 3 June 2024", "calls between 3 June 2024 and 9 June 2024"),
        ("calls in the week ending Sunday 2 June 2024", "calls between 27 May 2024 and 2 June 2024"),
        ("calls in the second half of 2024", "calls in the second half of 2024"),
        ("calls in the last month of 2024", "calls in the last month of 2024"),
    ],
)
def test_weeks_are_said_in_days(said: str, plainly: str) -> None:
    assert spans_in_days(said) == plainly
