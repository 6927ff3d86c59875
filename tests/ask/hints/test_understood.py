"""A glossary's entry is read, or it is said that nobody can read it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.hints.glossary import Term
from core.ask.hints.understood import understood
from core.ask.state import SchemaView
from core.model import Profile
from tests.ask.schemas import shop, table


def with_cities(view: SchemaView) -> SchemaView:
    """Cities that a value may be one of."""
    held = Profile(10, 0, 2, common=(("Oslo", 6), ("Lima", 4)))
    customers = view.tables[0]
    columns = tuple(replace(c, profile=held) if c.name == "city" else c for c in customers.columns)
    return replace(view, tables=(replace(customers, columns=columns), *view.tables[1:]))


@pytest.mark.parametrize(
    ("words", "meaning", "read"),
    [
        ("turnover", "total", "`orders.total`"),
        ("northern", "city = Oslo", "where `city` = 'Oslo'"),
        ("northern", "city = 'Oslo'", "where `city` = 'Oslo'"),
        ("northern", "City is oslo", "where `city` = 'Oslo'"),
        ("northern", "city Oslo", "where `city` = 'Oslo'"),
        ("far", "city = Oslo or Lima", "where `city` = 'Oslo' or 'Lima'"),
        ("far", "city: Rome", ""),
        ("far", "city = Rome", ""),
        ("far", "the total paid in Oslo", ""),
        ("dear", "total per customer", ""),
        ("worth", "price × amount", "(`price` × `amount`)"),
        ("happy", "smiling a lot", ""),
        ("big", "total > 100", "where `total` > 100"),
        ("big", "total >= 100", "where `total` ≥ 100"),
        ("big northern", "city = Oslo and total > 100", "where `city` = 'Oslo' and `total` > 100"),
        ("big northern", "total > 100 and city = Oslo", "where `total` > 100 and `city` = 'Oslo'"),
        ("either", "city = Oslo or total > 100", "where (`city` = 'Oslo' or `total` > 100)"),
        ("less", "total - 10%", ""),
        ("less", "total less 10 percent", ""),
        ("part", "20% of total", ""),
        ("none", "total / 0", ""),
        ("clients", "Customers", "the rows of `customers`"),
        ("big", "total > abc", ""),
        ("big", "total ≥ price", ""),
        ("late", "placed > soon", ""),
        ("open", "placed > 9999-12-31", "where `placed` > '9999-12-31'"),
        ("late", "placed > 2024-03-31", "where `placed` ≥ '2024-04-01'"),
        ("early", "placed <= 2024-03-31", "where `placed` < '2024-04-01'"),
        ("slow", "days from placed to sent > 10", "where days from `placed` to `sent` > 10"),
        ("slow", "sent more than 10 days after placed", "where days from `placed` to `sent` > 10"),
        ("wait", "days from orders.placed to orders.sent", "days from `placed` to `sent`"),
        ("slow", "days from placed to total > 10", ""),
    ],
)
def test_how_an_entry_is_read(words: str, meaning: str, read: str) -> None:
    view = with_cities(shop())
    sent = table("orders", "id:integer!", "customer_id:integer", "total:real", "placed:date", "sent:date")
    view = replace(view, tables=tuple(sent if t.name == "orders" else t for t in view.tables))
    assert understood(Term(words, meaning), view.tables, view.joins) == read
