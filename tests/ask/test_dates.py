"""Dates as people write them."""

from __future__ import annotations

import pytest

from core.ask.dates import Span, span, spelt_out


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("received in March 2024?", "received in 2024-03?"),
        ("after 1 June 2024", "after 2024-06-01"),
        ("after June 1st, 2024.", "after 2024-06-01."),
        ("on the 3rd of May 2021", "on the 2021-05-03"),
        ("Sept 2020 or Oct. 2020", "2020-09 or 2020-10"),
        ("on 15/03/2024", "on 2024-03-15"),
        ("on 03/15/2024", "on 2024-03-15"),
        ("on 03/04/2024", "on 2024-04-03"),
        ("31 February 2024", "31 2024-02"),
        ("may have 2024 rows", "may have 2024 rows"),
        ('titled "March 2024"', 'titled "March 2024"'),
        ("ratio 1/2/3", "ratio 1/2/3"),
        ("between 1 and 15 May 2024", "between 2024-05-01 and 2024-05-15"),
        ("from 28 April to 3 May 2024", "between 2024-04-28 and 2024-05-03"),
        ("March – June 2024", "between 2024-03 and 2024-06"),
        ("from Q1 2024 until Q3 2024", "between 2024-q1 and 2024-q3"),
        ("2024-03-05 to 2024-03-10", "between 2024-03-05 and 2024-03-10"),
        ("moved on 1 May 2024 to 3 sites", "moved on 2024-05-01 to 3 sites"),
        ("between May 1 and May 15, 2024", "between 2024-05-01 and 2024-05-15"),
        ("between 3 and 5 loans in May 2024", "between 3 and 5 loans in 2024-05"),
    ],
)
def test_written_dates_become_iso(said: str, meant: str) -> None:
    assert spelt_out(said) == meant


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2024", Span("2024-01-01", "2025-01-01")),
        ("2024-02", Span("2024-02-01", "2024-03-01")),
        ("2024-12", Span("2024-12-01", "2025-01-01")),
        ("2024-02-29", Span("2024-02-29", "2024-03-01")),
        ("2024-12-31", Span("2024-12-31", "2025-01-01")),
        ("2023-02-29", None),
        ("2024-13", None),
        ("soon", None),
    ],
)
def test_a_span_of_days(text: str, days: Span | None) -> None:
    assert span(text) == days


@pytest.mark.parametrize(
    ("written", "iso", "days"),
    [
        ("first quarter of 2023", "2023-q1", Span("2023-01-01", "2023-04-01")),
        ("the last quarter of 2023", "2023-q4", Span("2023-10-01", "2024-01-01")),
        ("Q3 2022", "2022-q3", Span("2022-07-01", "2022-10-01")),
        ("2nd half of 2020", "2020-h2", Span("2020-07-01", "2021-01-01")),
        ("last month of 2021", "2021-12", Span("2021-12-01", "2022-01-01")),
    ],
)
def test_parts_of_a_year_cover_their_days(written: str, iso: str, days: Span) -> None:
    assert spelt_out(f"sales in {written}?").removeprefix("sales in ").removeprefix("the ") == f"{iso}?"
    assert span(iso) == days


def test_a_month_borrows_the_year_of_the_month_behind_it() -> None:
    assert spelt_out("between April and June 2024") == "between 2024-04 and 2024-06"
    assert spelt_out("from May to July 2023, in April") == "between 2023-05 and 2023-07, in April"
    assert spelt_out("in June, July and August 2023") == "in 2023-06, 2023-07 and 2023-08"
    assert spelt_out("Q1 vs Q2 2023") == "2023-q1 vs 2023-q2"
    assert spelt_out("in May and on 4 June 2023") == "in May and on 2023-06-04"
    assert spelt_out("Ann and June 2024") == "Ann and 2024-06"
