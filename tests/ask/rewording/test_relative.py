"""Times that are reckoned from today."""

from __future__ import annotations

from datetime import date

import pytest

from core.ask.rewording.relative import absolute

TODAY = date(2026, 1, 31)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("How many bills were issued last year?", "How many bills were issued in 2025?"),
        ("bills issued in last year", "bills issued in 2025"),
        ("Fewer trips than last year?", "Fewer trips than 2025?"),
        ("bills since last month", "bills since December 2025"),
        ("What did we sell this month?", "What did we sell in January 2026?"),
        ("trips of the year before last", "trips of 2024"),
        ("bills paid yesterday", "bills paid on 2026-01-30"),
        ("orders this calendar year by town", "orders in 2026 by town"),
        ("sailings for next month", "sailings for February 2026"),
        ("visits from 2022 to 2024", "visits between 2022 and 2024"),
        ("visits from 2022 through 2024", "visits between 2022 and 2024"),
        ("how did visits grow from 2022 to 2024", "how did visits grow from 2022 to 2024"),
        ("not seen in the last three years (2022-24)", "not seen between 2022 and 2024"),
    ],
)
def test_it_is_the_year_month_or_day_that_is_meant(said: str, meant: str) -> None:
    assert absolute(said, TODAY) == meant


@pytest.mark.parametrize(
    "said",
    [
        "bills of the last year",
        "the last five years",
        "last year's budget",
        "Who was last?",
        "in the last month of 2024",
    ],
)
def test_what_is_of_the_data_stays(said: str) -> None:
    assert absolute(said, TODAY) == said


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("who drove most last year (2024)?", "who drove most in 2024?"),
        ("how many calls in 23-24?", "how many calls in 2023-24?"),
        ("calls from 12-14 people", "calls from 12-14 people"),
        ("born on 01-02-2020", "born on 01-02-2020"),
    ],
)
def test_years_that_are_said_are_taken_as_said(said: str, plain: str) -> None:
    assert absolute(said) == plain
