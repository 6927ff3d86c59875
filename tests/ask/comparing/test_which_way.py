"""What is compared of two times: totals that rose, averages that got worse, thresholds that are no change at all."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

RAIN = [
    (f"{2022 + n // 365}-{n % 365 // 31 + 1:02}-{n % 28 + 1:02}", "Ayr Bute".split()[n % 2], (n * 7 % 23) / 2)
    for n in range(700)
]
ORDERS = [(n, f"{2022 + n % 2}-{n % 12 + 1:02}-11", 20 + n * 13 % 71, 5 + n % 3) for n in range(150)]
FARES = [(n, f"{2021 + n % 2}-05-11", -(5 + n % 7) - n % 2) for n in range(90)]
RATES = [
    (y, cause, place, 900 + 17 * n % 400, round(60 + 11.3 * n % 70, 1))
    for n, (y, cause, place) in enumerate(
        (y, c, p) for y in range(2010, 2018) for c in ("Stroke", "Cancer", "Flu") for p in ("Ohio", "Iowa", "Utah")
    )
]
world = office_fixture(
    {
        "rain": csv_text("date,station,rain_mm", RAIN),
        "orders": csv_text("order_id,order_date,amount,length_cm", ORDERS),
        "trips": csv_text("trip_id,day,fare", FARES),
        "deaths": csv_text("Year,Cause Name,State,Deaths,Age-adjusted Death Rate", RATES),
    }
)


def total(year: int) -> int:
    return sum(o[2] for o in ORDERS if o[1].startswith(str(year)))


@pytest.mark.parametrize(
    "question",
    [
        "Was the amount of orders higher in 2023 than in 2022?",
        "Did the amount of orders go up or down between 2022 and 2023?",
    ],
)
def test_what_is_higher_is_the_total_as_where_it_rises(world: Workspace, question: str) -> None:
    found = ask(world, question)
    assert found.unsure or found.rows == ((total(2022), total(2023), total(2023) - total(2022)),)


def test_rain_is_measured_and_not_counted_in_rows(world: Workspace) -> None:
    found = ask(world, "Was there more rain in 2023 than in 2022?")
    assert found.unsure or "rain_mm" in found.sql


@pytest.mark.parametrize(
    "question", ["Are there any orders with an amount higher than 50?", "How many orders cost more than the average?"]
)
def test_a_threshold_is_no_change_between_two_times(world: Workspace, question: str) -> None:
    found = ask(world, question)
    assert not found.unsure
    assert '"amount" >' in found.sql


def test_of_less_than_nothing_no_way_is_told_in_percent(world: Workspace) -> None:
    found = ask(world, "By how many percent did the total fare change between 2021 and 2022?")
    assert found.unsure or not {"rose", "fell"} & set(found.answer.split())


def test_a_rate_by_age_is_a_figure_of_statistics(world: Workspace) -> None:
    found = ask(world, "Which state had the highest death rate for Stroke in 2017?")
    assert found.unsure or "Age-adjusted" in found.sql
