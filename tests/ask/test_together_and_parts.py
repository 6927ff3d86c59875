"""A bakery's orders: what stands in one order with something, and what no query says: a tenth of a ranking, how long a
name is."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    "question",
    [
        "Which goods are in the top 10 % by price?",
        "which goods are in the top 10% by price",
        "top 20 percent of goods by price",
        "the dearest 50 per cent of goods",
        "The 25% most expensive goods",
        "which 25 % of goods have the highest price?",
        "Which goods are in the top quarter by price?",
        "the bottom third of goods by price",
        "goods in the top quartile by price",
        "goods in the top 20 % by number of order lines",
        "show the goods by price - top 10 %",
        "Which goods were in at least 10 % of the orders?",
    ],
)
def test_a_part_of_a_ranking_is_no_number_of_rows(bakery: Workspace, question: str) -> None:
    found = ask(bakery, question)
    assert found.unsure


def test_why_a_part_of_a_ranking_is_withheld_is_said(bakery: Workspace) -> None:
    said = [c.message for c in ask(bakery, "Which goods are in the top 10 % by price?").warnings]
    assert any("top 10 %" in message for message in said)


def test_a_part_of_a_ranking_is_withheld_in_a_talk(bakery: Workspace) -> None:
    *_, first = bakery.questions.ask("Which are the top 3 goods by price?", chat="talk")
    assert not first.unsure
    *_, then = bakery.questions.ask("and the top 10%?", chat="talk")
    assert then.unsure or not then.rows


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
