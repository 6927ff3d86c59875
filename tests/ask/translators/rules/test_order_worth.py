"""What an order is worth on average: money by how many orders it was taken for."""

from __future__ import annotations

import pytest

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.query import Col, Formula, Item, figure
from core.ask.translators.rules.told.order_worth import order_worth
from tests.ask.schemas import facts, join, linker, table

TILL = SchemaView(
    (
        table("orders", "id:integer!", "placed:date"),
        table("lines", "line:integer!", "order_id:integer", "quantity:integer", "amount:real"),
    ),
    (join("lines.order_id", "orders.id"),),
)
LOOSE = SchemaView(TILL.tables, ())


def meant(question: str, view: SchemaView = TILL) -> dict[str, Item | None]:
    tokens = tokenise(question)
    found = order_worth(tokens, linker(view).link(tokens), facts(view))
    return {" ".join(t.lower for t in tokens[s:e]): d.item for s, (e, d) in found.items()}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the average order value?", "average order value"),
        ("average value of an order in 2024", "average value of an order"),
        ("avg total per order by month", "avg total per order"),
        ("what is an order worth on average", "an order worth on average"),
    ],
)
def test_the_worth_of_an_order_is_its_lines_money_by_the_orders(question: str, said: str) -> None:
    money, orders = Item(Col("lines", "amount"), "sum"), Item(Col("lines", "order_id"), "count", distinct=True)
    assert meant(question) == {said: figure(Formula("/", money, orders, "average value per order"))}


@pytest.mark.parametrize("question", ["the average amount of lines", "the total value of orders", "how many orders"])
def test_other_figures_are_not_read_so(question: str) -> None:
    assert meant(question) == {}


def test_rows_that_do_not_lead_to_orders_say_nothing_of_them() -> None:
    assert meant("What is the average order value?", LOOSE) == {}


def test_an_order_that_holds_its_own_total_is_worth_that() -> None:
    orders = table("orders", "id:integer!", "placed:date", "total:real")
    assert meant("What is the average order value?", SchemaView((orders, TILL.tables[1]), TILL.joins)) == {}
