"""What a question asks for first is told by its name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.state import Link
from core.ask.translators.rules.grammar.asked_things import things_told
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Item, Order, Query
from tests.ask.schemas import facts, shop

TITLE, PRICE = Item(Col("products", "title")), Item(Col("products", "price"))
PLACED, TOTAL = Item(Col("orders", "placed")), Item(Col("orders", "total"))
DEAREST = Query((PRICE,), order=(Order(PRICE, True),), limit=1)
_LINKS = {"product": ("products", ""), "price": ("products", "price"), "cost": ("products", "price")}


def said(question: str) -> list[Chunk]:
    """Chunks as a reader sees them: tables, columns, and words."""
    found = []
    for at, word in enumerate(question.split()):
        table, column = _LINKS.get(word, ("", ""))
        kind = "column" if column else "table" if table else "cue" if word in ("which", "and") else "word"
        score = 0.7 if word == "cost" else 1.0  # a word that the header only resembles
        link = Link("column" if column else "table", table, column, "", score, "label") if table else None
        found.append(Chunk(kind, at, at + 1, word, link, tags=("and",) if word == "and" else ()))  # type: ignore[arg-type]
    return found


def test_the_things_come_before_what_they_are_ranked_by() -> None:
    assert things_told(DEAREST, said("which product has the most cost"), facts(shop())).select == (TITLE, PRICE)


@pytest.mark.parametrize("question", ["what cost has the product", "which product price is highest", "show the cost"])
def test_a_column_that_is_asked_for_is_what_is_told(question: str) -> None:
    assert things_told(DEAREST, said(question), facts(shop())) == DEAREST


def test_a_column_that_is_said_as_it_stands_is_told_beside_the_names() -> None:
    query = Query((PRICE,), order=(Order(PRICE, True),), limit=1)
    assert things_told(query, said("which product is it at which price"), facts(shop())).select == (TITLE, PRICE)
    many = Item(None, "count", table="items")
    each = Query((PRICE, many), group=(PRICE.column,))  # type: ignore[arg-type]
    assert things_told(each, said("which product per price"), facts(shop())) == each


def test_a_figure_for_each_price_is_one_for_each_product() -> None:
    many = Item(None, "count", table="items")
    query = Query((PRICE, many), group=(PRICE.column,), order=(Order(many, True),))  # type: ignore[arg-type]
    told = things_told(query, said("which product has the most cost"), facts(shop()))
    assert told.select == (TITLE, many)
    assert told.group == (Col("products", "id"), TITLE.column)


def test_what_is_told_by_name_stays() -> None:
    named = replace(DEAREST, select=(TITLE,))
    assert things_told(named, said("which product has the most cost"), facts(shop())) == named


def test_what_is_asked_for_beside_the_things_is_told_with_them() -> None:
    query = Query((PRICE,))
    assert things_told(query, said("which product is it and cost"), facts(shop())).select == (TITLE, PRICE)
