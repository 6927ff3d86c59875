"""Queries that no question means: no row has two values in one column, and a day is no small number."""

from __future__ import annotations

from core.ask.tokens import tokenise
from core.ask.translators.rules.candidates import counts_itself
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query, Related
from core.ask.translators.rules.ruled_out import ruled_out
from tests.ask.schemas import facts, shop

CITY, PLACED = Col("customers", "city"), Col("orders", "placed")
OSLO, LIMA = (Filter(Item(CITY), "=", (v,)) for v in ("Oslo", "Lima"))
COUNT = Item(None, "count", table="customers")


def out(question: str, query: Query) -> bool:
    return ruled_out(query, facts(shop()), tokenise(question))


def test_no_row_has_two_values_in_one_column() -> None:
    assert out("customers from Oslo and Lima", Query((COUNT,), (OSLO, LIMA)))
    assert out("orders", Query((COUNT,), (Related("orders", ("customers",), (OSLO, LIMA), negated=True),)))
    each = (Related("orders", ("customers",), (OSLO,)), Related("orders", ("customers",), (LIMA,)))
    assert not out("customers from Oslo and Lima", Query((COUNT,), each))
    assert not out("customers from Oslo or Lima", Query((COUNT,), (Filter(Item(CITY), "=", ("Oslo", "Lima")),)))


def test_a_day_is_no_small_number() -> None:
    assert out("orders placed more than 2", Query((COUNT,), (Filter(Item(PLACED), ">", (2.0,)),)))
    assert not out("orders placed after 2022", Query((COUNT,), (Filter(Item(PLACED), ">", ("2022-12-31",)),)))


def test_a_day_is_no_amount() -> None:
    assert out("orders over 10000", Query((COUNT,), (Filter(Item(PLACED), ">", ("10000",)),)))
    assert out("orders over 5000", Query((COUNT,), (Filter(Item(PLACED), ">", ("5000",)),)))
    assert not out("orders after 2021", Query((COUNT,), (Filter(Item(PLACED), ">", ("2021",)),)))


def test_a_share_of_a_time_is_of_what_was_then() -> None:
    then = Filter(Item(PLACED), "like", ("2024%",))
    dear = Filter(Item(Col("orders", "total")), ">", (50.0,))
    said = "what share of orders in 2024 were over 50"
    rows = Item(None, "count", table="orders")
    assert out(said, Query((rows,), (then, dear), share=1.0))
    assert not out(said, Query((rows,), (then, dear), share=1.0, among=(PLACED,)))


def test_things_are_not_ranked_by_how_many_of_themselves_there_are() -> None:
    key = Col("customers", "id")
    ranked = Query((Item(key), COUNT), group=(key,), order=(Order(COUNT, True),), limit=1)
    assert counts_itself(ranked, facts(shop()))
    orders = Item(None, "count", table="orders")
    assert not counts_itself(
        Query((Item(key), orders), group=(key,), order=(Order(orders, True),), limit=1), facts(shop())
    )


def test_a_year_behind_in_is_no_amount() -> None:
    dear = Query((COUNT,), (Filter(Item(Col("orders", "total")), "<", (2024.0,)),))
    assert out("customers with fewer orders in 2024 than before", dear)
    assert not out("orders with a total below 2024", dear)
