"""The rows of an answer in another order, as a follow-up asks for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.conversation.sorting import sorted_anew
from core.ask.tokens import tokenise
from core.ask.translators.rules.query import Col, Item, Leading, Order, Query
from tests.ask.schemas import facts, shop

CITY, ORDERS = Item(Col("customers", "city")), Item(None, "count", table="orders")
PER_CITY = Query((CITY, ORDERS), group=(Col("customers", "city"),), order=(Order(ORDERS, True),))


def order(text: str, query: Query = PER_CITY) -> tuple[Item, bool] | None:
    found = sorted_anew(tokenise(text), query, facts(shop()))
    return (found.order[0].item, found.order[0].descending) if found else None


@pytest.mark.parametrize(
    ("text", "item", "down"),
    [
        ("sort by name", CITY, False),
        ("Sort it by city, please", CITY, False),
        ("and now sort them alphabetically", CITY, False),
        ("in alphabetical order", CITY, False),
        ("sort by city descending", CITY, True),
        ("order the list by city, z to a", CITY, True),
        ("sorted by number", ORDERS, True),
        ("sort by orders, fewest first", ORDERS, False),
    ],
)
def test_what_is_shown_comes_in_the_order_asked_for(text: str, item: Item, down: bool) -> None:
    assert order(text) == (item, down)


@pytest.mark.parametrize("text", ["by city", "sort by price", "sort by name in 2024", "how are they sorted", "sort"])
def test_other_texts_ask_for_something_else(text: str) -> None:
    assert order(text) is None


def test_the_first_few_stay_the_same_ones_and_keep_their_figure() -> None:
    top = replace(PER_CITY, select=(CITY,), limit=3)
    found = sorted_anew(tokenise("sort by name"), top, facts(shop()))
    assert found == Query(
        (CITY, ORDERS),
        (Leading(Col("customers", "city"), ORDERS, True, 3),),
        PER_CITY.group,
        order=(Order(CITY),),
    )


def test_of_two_groups_the_first_rows_cannot_be_kept_by_one() -> None:
    year = Col("orders", "placed", "year")
    both = replace(PER_CITY, select=(CITY, Item(year), ORDERS), group=(*PER_CITY.group, year), limit=1)
    assert sorted_anew(tokenise("sort by city"), both, facts(shop())) is None
    assert sorted_anew(tokenise("sort by city"), replace(both, limit=None), facts(shop())) is not None
