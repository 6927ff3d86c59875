"""What is shown beside groups has one value in each of them."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.ask.translators.rules.whole_groups import whole_groups
from tests.ask.schemas import shop

FACTS = Facts(shop())
CUSTOMER, NAME, CITY = Col("orders", "customer_id"), Col("customers", "name"), Col("customers", "city")
PLACED, TOTAL = Col("orders", "placed"), Col("orders", "total")
SUM = Item(TOTAL, "sum")
LOOSE = Query((Item(CITY), Item(PLACED), SUM), group=(CITY,))


def test_what_no_key_tells_is_among_the_groups() -> None:
    assert whole_groups(LOOSE, FACTS).group == (CITY, PLACED)


def test_what_a_key_tells_is_not() -> None:
    named = Query((Item(NAME), Item(CITY), SUM), group=(CUSTOMER,))
    assert whole_groups(named, FACTS) == named
    own = replace(named, group=(Col("customers", "id"),))
    assert whole_groups(own, FACTS) == own
    of_a_year = replace(named, group=(replace(Col("customers", "id"), part="year"),))
    assert whole_groups(of_a_year, FACTS).group[1:] == (NAME, CITY)


def test_things_are_named_beside_what_else_tells_the_groups_apart() -> None:
    """“How many orders are there per customer and day, where …?”: else each day stands there with nobody's name."""
    count, key = Item(None, "count", table="orders"), Col("customers", "id")
    whole = whole_groups(Query((count, Item(PLACED)), group=(key,)), FACTS)
    assert whole.select == (Item(NAME), Item(PLACED), count)
    assert whole.group == (key, NAME, PLACED)
    shown = Query((Item(CITY), Item(PLACED), count), group=(key,))
    assert whole_groups(shown, FACTS).select == shown.select


def test_the_row_with_the_highest_and_the_first_groups_stay() -> None:
    highest = replace(LOOSE, select=(Item(CITY), Item(PLACED), Item(TOTAL, "max")))
    assert whole_groups(highest, FACTS) == highest
    first = replace(LOOSE, limit=3)
    assert whole_groups(first, FACTS) == first
    assert whole_groups(replace(LOOSE, group=()), FACTS).group == ()
