"""Which periods are compared: those named, the last two of the data, and the same part of both where they end."""

from __future__ import annotations

import pytest

from core.ask.periods import Compared, Uncovered, compared
from core.ask.why.asked import why_asked
from core.model import Column, ColumnType, Profile


def column(first: str | int, last: str | int, kind: ColumnType = "date") -> Column:
    return Column("orders", "day", "day", kind, 0, Profile(100, 0, 90, first, last))


@pytest.mark.parametrize(
    ("times", "data", "spans", "names"),
    [
        (("2024",), ("2022-01-01", "2024-12-30"), ("2023-01-01", "2024-01-01", "2024-01-01", "2025-01-01"),
         ("2023", "2024")),
        (("2025", "2023"), ("2022-01-01", "2025-12-30"), ("2023-01-01", "2024-01-01", "2025-01-01", "2026-01-01"),
         ("2023", "2025")),
        (("2024-01",), ("2022-01-01", "2024-12-30"), ("2023-12-01", "2024-01-01", "2024-01-01", "2024-02-01"),
         ("December 2023", "January 2024")),
        (("2024-q1",), ("2022-01-01", "2024-12-30"), ("2023-10-01", "2024-01-01", "2024-01-01", "2024-04-01"),
         ("quarter 4 of 2023", "quarter 1 of 2024")),
        (("last year",), ("2022-01-01", "2024-06-30"), ("2022-01-01", "2023-01-01", "2023-01-01", "2024-01-01"),
         ("2022", "2023")),
        ((), ("2022-01-01", "2024-06-30"), ("2023-01-01", "2023-07-01", "2024-01-01", "2024-07-01"),
         ("the same part of 2023", "2024 so far")),
        ((), ("2022-01-01", "2024-01-20"), ("2022-01-01", "2023-01-01", "2023-01-01", "2024-01-01"), ("2022", "2023")),
        ((), ("2024-02-01", "2024-05-31"), ("2024-04-01", "2024-05-01", "2024-05-01", "2024-06-01"),
         ("April 2024", "May 2024")),
        (("2024",), ("2023-08-01", "2024-12-30"), ("2023-08-01", "2024-01-01", "2024-08-01", "2025-01-01"),
         ("the same part of 2023", "2024 from 1 August on")),
        (("2024",), ("2023-05-01", "2024-09-30"), ("2023-05-01", "2023-10-01", "2024-05-01", "2024-10-01"),
         ("the same part of 2023", "2024 so far from 1 May on")),
    ],
)  # fmt: skip
def test_the_two_periods(times: tuple[str, ...], data: tuple[str, str], spans: tuple[str, ...], names: object) -> None:
    found = compared(times, column(*data))
    assert isinstance(found, Compared)
    days = (found.earlier.days, found.later.days)
    assert tuple(d for span in days for d in (span.first, span.beyond)) == spans
    assert (found.earlier.name, found.later.name) == names


def test_a_column_of_years_has_no_months_and_compares_years() -> None:
    years = column(2019, 2024, "integer")
    found = compared((), years)
    assert isinstance(found, Compared)
    assert (found.earlier.year, found.later.year) == (2023, 2024)
    assert compared(("2024-03",), years) is None


def test_a_single_month_of_data_has_nothing_to_be_compared_with() -> None:
    assert compared((), column("2024-03-02", "2024-03-28")) is None


@pytest.mark.parametrize(
    ("times", "data", "why", "instead"),
    [
        (("2024",), ("2024-01-15", "2025-06-27"),
         "The data begin on 15 January 2024: there is nothing of 2023 to compare 2024 with.",
         ("the same part of 2024", "2025 so far")),
        (("2024", "2023"), ("2023-12-15", "2024-12-30"),
         "The data begin on 15 December 2023: there is too little of 2023 to compare 2024 with.",
         ("quarter 3 of 2024", "quarter 4 of 2024")),
        (("2026",), ("2022-01-01", "2025-12-30"),
         "The data end on 30 December 2025: there is nothing of 2026 to compare with 2025.", ("2024", "2025")),
        (("2024-03",), ("2024-03-02", "2024-03-28"),
         "The data begin on 2 March 2024: there is nothing of February 2024 to compare March 2024 with.", None),
    ],
)  # fmt: skip
def test_a_period_that_the_data_do_not_hold_is_not_compared(
    times: tuple[str, ...], data: tuple[str, str], why: str, instead: tuple[str, str] | None
) -> None:
    found = compared(times, column(*data))
    assert isinstance(found, Uncovered)
    assert found.why == why
    assert (found.instead and (found.instead.earlier.name, found.instead.later.name)) == instead


def test_years_that_the_data_do_not_hold_are_not_compared() -> None:
    found = compared(("2019",), column(2019, 2024, "integer"))
    assert isinstance(found, Uncovered)
    assert found.why == "The data begin in 2019: there is nothing of 2018 to compare 2019 with."
    assert found.instead is not None
    assert (found.instead.earlier.year, found.instead.later.year) == (2023, 2024)


def test_what_is_offered_is_asked_as_people_say_it() -> None:
    offered = {"2024-q1": "Q1 2024", "2024-h2": "the second half of 2024", "2024-03": "March 2024", "2023": "2023"}
    for times, said in offered.items():
        found = compared((times,), column("2021-01-01", "2024-12-31"))
        assert isinstance(found, Compared)
        assert found.later.asked == said
        why = why_asked(f"Why did orders rise between {found.earlier.asked} and {found.later.asked}?")
        assert why is not None
        assert why.times[-1] == times
