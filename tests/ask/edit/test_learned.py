"""What changes of a reading say of the question's words."""

from __future__ import annotations

import pytest

from core.ask.edit.learned import learned
from core.ask.form import Form
from core.ask.translators.rules.query import Col, Filter, Formula, Item, Query
from core.model import Answer
from core.workspace import Workspace
from tests.ask.conftest import World
from tests.ask.edit.test_edited import change, form_of
from tests.ask.worlds import ask

TOTAL, PRICE = Item(Col("orders", "total"), "sum"), Item(Col("items", "price"), "sum")
NAME = Item(Col("shops", "Shop name"))
CITY, STATUS = Item(Col("orders", "city")), Item(Col("orders", "status"))

_DAY = Item(Col("orders", "day"))
JULY = Filter(_DAY, "like", ("2024-07%",))
OSLO = Filter(CITY, "=", ("Oslo",))
ITEMS = Item(None, "count", table="items")
ROWS = Item(None, "count", table="orders")
SUMMER = Filter(_DAY, "between", ("2024-06-01", "2024-08-31"))


def form(*figures: Item, where: tuple[Filter, ...] = ()) -> Form:
    return Form(Query(figures, where, tables=("orders",)))


def listed(*shown: Item) -> Form:
    return Form(Query(shown, distinct=True, tables=("orders",)))


def grouped(*groups: Item) -> Form:
    count = Item(None, "count", table="orders")
    return Form(Query((*groups, count), group=tuple(g.column for g in groups if g.column), tables=("orders",)))


WORTH = Item(
    Col("items", "amount"),
    "sum",
    formula=Formula("*", Item(Col("items", "amount")), Item(Col("items", "price")), "amount × price"),
)


@pytest.mark.parametrize(
    ("first", "now", "words", "found"),
    [
        (form(TOTAL), form(PRICE), [("spend", "orders.total")], (("spend", "items.price"),)),
        (form(TOTAL), form(PRICE), [("total", "orders.total"), ("sum", "orders.total")], ()),
        (None, form(TOTAL), [("spend", "")], (("spend", "orders.total"),)),
        (
            form(TOTAL),
            form(TOTAL, where=(Filter(STATUS, "=", ("A",)),)),
            [("total", "orders.total"), ("active", "")],
            (("active", "orders.status = 'A'"),),
        ),
        (
            form(TOTAL, where=(Filter(CITY, "=", ("Oslo",)),)),
            form(TOTAL, where=(Filter(CITY, "=", ("Lima",)),)),
            [("capital", "orders.city=Oslo")],
            (("capital", "orders.city = 'Lima'"),),
        ),
        (form(TOTAL), form(TOTAL), [("total", "orders.total")], ()),
        (form(where=(JULY,)), form(TOTAL, where=(SUMMER,)), [("summer", "")], ()),
        (form(where=(JULY,)), form(TOTAL, where=(JULY,)), [("spend", "")], (("spend", "orders.total"),)),
        (form(TOTAL), form(PRICE, CITY), [("total", "orders.total")], ()),
        (form(TOTAL), grouped(CITY), [("total", "orders.total")], ()),
        (None, form(WORTH), [("spend", "")], (("spend", "items.amount × items.price"),)),
        (form(PRICE), form(WORTH), [("spend", "items.price")], (("spend", "items.amount × items.price"),)),
        (None, form(ROWS), [("sales", "")], (("sales", "orders"),)),
        (None, form(ROWS, where=(JULY,)), [("sales", "")], (("sales", "orders"),)),
        (None, form(_DAY, CITY), [("sales", "")], (("sales", "orders"),)),
        (None, form(ROWS, where=(OSLO,)), [("sales", ""), ("Oslo", "orders.city=Oslo")], (("sales", "orders"),)),
        (None, form(ROWS, where=(OSLO,)), [("orders", "orders"), ("ours", "")], (("ours", "orders.city = 'Oslo'"),)),
        (form(ITEMS), form(ROWS), [("sales", "items")], (("sales", "orders"),)),
        (form(ITEMS), form(ROWS), [("items", "items"), ("buys", "")], (("buys", "orders"),)),
        (form(ROWS), grouped(CITY), [("orders", "orders"), ("zone", "")], (("zone", "orders.city"),)),
        (None, form(ROWS, where=(JULY,)), [("orders", "orders"), ("sales", "")], ()),
        (form(ITEMS), form(ROWS), [("items", "items"), ("high", "")], ()),
        (form(ITEMS), form(ROWS), [("came", "")], ()),
        (form(TOTAL), form(PRICE), [("high", "orders.total")], ()),
        (listed(CITY), listed(NAME), [("places", "orders.city")], (("places", "shops"),)),
        (listed(CITY), listed(NAME), [("place", "orders.city")], (("place", "shops.Shop name"),)),
    ],
)
def test_what_the_words_mean(
    first: Form | None, now: Form, words: list[tuple[str, str]], found: tuple[tuple[str, str], ...]
) -> None:
    assert learned(first, now, words) == found


def test_a_changed_answer_keeps_the_words_of_its_question(world: World) -> None:
    ws: Workspace = world("library")
    first: Answer = ask(ws, "What is the average price of novels?")
    reading = form_of(first)
    (figure,) = reading.query.select
    other = Item(Col(figure.column.table, "pages"), "avg") if figure.column else figure
    changed = change(ws, first, Query((other,), reading.query.where, tables=reading.query.tables))
    assert ("price", f"{other.column.table}.price") in changed.words if other.column else False
    said = learned(Form.of(changed.edits[0]), form_of(changed), changed.words)
    assert said == (("price", f"{other.column.table}.pages"),) if other.column else False
