"""A bakery's orders: what stands in one order with something, a tenth of a ranking, and what no query says: how long a
name is."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

GOODS = ("Rye loaf", "Seed cake", "Plum tart", "Oat bun", "Nut roll", "Bara brith", "Corn muffin", "Lardy cake")
LINES = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 0), (2, 1), (2, 3), (3, 4), (4, 5), (4, 6), (5, 7), (6, 2), (7, 3)]
BAKERY = {
    "millers": "Miller ID,Miller,Lead time days\n1,Ash Mill,4\n2,Bow Mill,9\n",
    "goods": "Good ID,Good,Price,Discount pct,Miller ID\n"
    + "".join(f"{n},{g},{2 + n * 3 % 7}.50,{n * 5},{1 + n % 2}\n" for n, g in enumerate(GOODS, 1)),
    "orders": "Order ID,Placed,Amount\n" + "".join(f"{100 + n},2024-0{1 + n}-03,{10 + n * 7 % 9}\n" for n in range(8)),
    "order lines": "Line,Order ID,Good ID,Quantity\n"
    + "".join(f"{n},{100 + o},{g + 1},{1 + n % 3}\n" for n, (o, g) in enumerate(LINES, 1)),
}

DAYS = [f"2024-0{1 + n}-03" for n in range(8)]

bakery = office_fixture(BAKERY)


@pytest.mark.parametrize(
    "question",
    [
        "Which goods were sold together with Seed cake?",
        "goods bought alongside the Seed cake",
        "Which goods are in the same order as Seed cake?",
        "What was bought with Seed cake?",
    ],
)
def test_what_is_sold_together_stands_in_one_order(bakery: Workspace, question: str) -> None:
    found = ask(bakery, question)
    assert not found.unsure
    assert {r[0] for r in found.rows} == {"Rye loaf", "Plum tart", "Oat bun"}


def test_what_is_most_often_sold_with_it_is_counted_in_those_orders(bakery: Workspace) -> None:
    found = ask(bakery, "Which good is most often bought together with Seed cake?")
    assert found.unsure or found.rows[0][0] == "Rye loaf"


def test_what_is_shown_together_is_no_such_thing(bakery: Workspace) -> None:
    found = ask(bakery, "Show the goods together with their price")
    assert not found.unsure
    assert len(found.rows) == len(GOODS)


PRICES = {g: 2.5 + n * 3 % 7 for n, g in enumerate(GOODS, 1)}


def _dearest(percent: int) -> set[str]:
    """The goods of so many percent, rounded up, and what costs as much as the last of them."""
    least = sorted(PRICES.values(), reverse=True)[math.ceil(percent / 100 * len(GOODS)) - 1]
    return {g for g, price in PRICES.items() if price >= least}


@pytest.mark.parametrize(
    ("question", "percent"),
    [
        ("Which goods are in the top 10 % by price?", 10),
        ("which goods are in the top 10% by price", 10),
        ("top 20 percent of goods by price", 20),
        ("the dearest 50 per cent of goods", 50),
        ("The 25% most expensive goods", 25),
        ("which 25 % of goods have the highest price?", 25),
        ("Which goods are in the top quarter by price?", 25),
        ("the dearest half of the goods", 50),
        ("goods in the top quartile by price", 25),
    ],
)
def test_a_part_of_a_ranking_is_cut_by_percent(bakery: Workspace, question: str, percent: int) -> None:
    found = ask(bakery, question)
    assert not found.unsure
    assert {r[0] for r in found.rows} == _dearest(percent)


def test_the_last_part_of_a_ranking_is_its_end(bakery: Workspace) -> None:
    found = ask(bakery, "the bottom 20 % of goods by price")
    assert not found.unsure
    assert {r[0] for r in found.rows} == {g for g in GOODS if PRICES[g] <= sorted(PRICES.values())[1]}
    assert "lowest 20 %" in found.answer


def test_a_part_of_a_ranking_by_counts(bakery: Workspace) -> None:
    found = ask(bakery, "goods in the top 20 % by number of order lines")
    sold = Counter(GOODS[g] for _, g in LINES)
    assert not found.unsure
    assert {r[0]: r[1] for r in found.rows} == {g: n for g, n in sold.items() if n >= sorted(sold.values())[-2]}


@pytest.mark.parametrize(
    "question",
    [
        "the bottom third of goods by price",
        "goods in the 90th percentile by price",
        "the top 2.5 % of goods by price",
        "the top 10 % and bottom 10 % of goods by price",
        "the first 10 % of orders by placed",
        "which goods are in the top 10 % of order lines by quantity",
        "Which goods were in at least 10 % of the orders?",
    ],
)
def test_a_part_that_cannot_be_cut_off_is_withheld(bakery: Workspace, question: str) -> None:
    assert ask(bakery, question).unsure


def test_the_last_few_by_an_amount_have_least_of_it(bakery: Workspace) -> None:
    """`bottom 2 goods by quantity` are those of the lowest total."""
    found = ask(bakery, "bottom 1 goods by quantity")
    sold: Counter[str] = Counter()
    for n, (_, g) in enumerate(LINES, 1):
        sold[GOODS[g]] += 1 + n % 3
    assert found.unsure or sold[str(found.rows[0][0])] == min(sold.values())


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("the first 3 orders by placed", ["2024-01-03", "2024-02-03", "2024-03-03"]),
        ("the last 2 orders by placed", ["2024-08-03", "2024-07-03"]),
        ("the top 2 orders by placed", ["2024-08-03", "2024-07-03"]),
    ],
)
def test_the_first_by_date_are_the_earliest(bakery: Workspace, question: str, days: list[str]) -> None:
    found = ask(bakery, question)
    assert [next(d for n, d in enumerate(DAYS) if 100 + n == r[0]) for r in found.rows] == days


def test_what_costs_most_is_no_date(bakery: Workspace) -> None:
    found = ask(bakery, "the dearest order")
    assert found.unsure or "Placed" not in found.sql.split("ORDER BY")[-1]


def test_a_part_of_a_ranking_in_a_talk_is_no_number_of_rows(bakery: Workspace) -> None:
    *_, first = bakery.questions.ask("Which are the top 3 goods by price?", chat="talk")
    assert not first.unsure
    *_, then = bakery.questions.ask("and the top 10%?", chat="talk")
    assert then.unsure or not then.rows or {r[0] for r in then.rows} == _dearest(10)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which goods have a discount of at least 35 %?", {"Corn muffin", "Lardy cake"}),
        ("Which goods have a discount of 40%?", {"Lardy cake"}),
    ],
)
def test_a_number_of_percent_that_a_column_holds_is_one(bakery: Workspace, question: str, names: set[str]) -> None:
    found = ask(bakery, question)
    assert not found.unsure
    assert {r[0] for r in found.rows} == names


def test_a_quarter_of_the_year_is_no_part_of_a_ranking(bakery: Workspace) -> None:
    found = ask(bakery, "How many orders were placed in the first quarter of 2024?")
    assert not found.unsure
    assert found.rows == ((3,),)


@pytest.mark.parametrize(
    "question", ["the longest good name", "Which miller has the longest name?", "What is the shortest miller name?"]
)
def test_how_long_a_name_is_is_no_time(bakery: Workspace, question: str) -> None:
    assert ask(bakery, question).unsure


def test_the_longest_time_is_answered(bakery: Workspace) -> None:
    found = ask(bakery, "Which miller has the longest lead time?")
    assert not found.unsure
    assert found.rows[0][0] == "Bow Mill"
