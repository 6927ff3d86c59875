"""The reader of places by its fixture, and how far queries keep to the places of a question."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from core.ask.overrides import pinned
from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.lexicon.chunk import Chunk, chunk
from core.ask.translators.rules.linking.resolve import resolve
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query, Related, Scalar, all_tables
from core.ask.translators.rules.slots.filling import places
from core.ask.translators.rules.slots.kept import kept
from core.ask.translators.rules.slots.read import readings
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from tests.ask.schemas import facts, linker, shop, table

CELLS = ("customers.city=Oslo", "customers.city=Lima", "products.title=Tent", "customers.name=Ada")
FIXTURE = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))["question"]
COUNTED = Query((Item(None, "count", table="customers"),), tables=("customers",))
FROM_OSLO = Filter(Item(Col("customers", "city")), "=", ("Oslo",))


def chunks_of(question: str, view: SchemaView | None = None) -> list[Chunk]:
    view, tokens = view or shop(), tokenise(question)
    mentions = pinned(tokens, linker(view, *CELLS).link(tokens), (), view.tables)
    return chunk(tokens, mentions, resolve(tokens, mentions, view)[0].links)


def sql_of(query: Query) -> str:
    tree = connect(shop(), all_tables(query))
    assert tree is not None
    return " ".join(render(query, tree, facts(shop())).replace('"', "").split())


@pytest.mark.parametrize(("ask", "sql"), [(q["ask"], q["sql"]) for q in FIXTURE], ids=[q["ask"] for q in FIXTURE])
def test_the_first_query(ask: str, sql: str) -> None:
    (query, _), *_ = readings(chunks_of(ask), facts(shop()))
    assert sql_of(query) == " ".join(sql.split())


def test_the_order_of_the_words_does_not_matter() -> None:
    one, other = ("by city, how many orders in 2024", "how many orders by city in 2024")
    (first, _), *_ = readings(chunks_of(one), facts(shop()))
    (second, _), *_ = readings(chunks_of(other), facts(shop()))
    assert first == second


def test_the_youngest_has_the_latest_day_of_birth() -> None:
    view = SchemaView((table("swimmers", "id:integer!", "name!", "born:date"),), ())
    (query, _), *_ = readings(chunks_of("Who is the youngest of the swimmers ever?", view), facts(view))
    assert query.order == (Order(Item(Col("swimmers", "born")), descending=True),)


def test_a_relative_pronoun_asks_for_nothing() -> None:
    said = places(chunks_of("How many customers who are from Oslo have orders?"), facts(shop()))
    assert [n.table for n in said.of("counted")] == ["customers"]
    assert not said.of("asked")


def test_what_is_used_is_marked() -> None:
    (_, marked), *_ = readings(chunks_of("How many customers all told turned up from Oslo?"), facts(shop()))
    assert {c.text: c.claimed for c in marked if c.link} == {"customers": "wanted", "Oslo": "filter"}
    assert {c.text for c in marked if c.kind == "word" and not c.claimed} == {"told", "turned", "up"}


def features(question: str, query: Query) -> Mapping[str, float]:
    return kept(chunks_of(question), query, facts(shop()))


def test_a_query_keeps_or_loses_what_is_said() -> None:
    question = "How many customers are there from Oslo?"
    whole = features(question, replace(COUNTED, where=(FROM_OSLO,)))
    assert not {name for name, value in whole.items() if value and name.endswith(("_lost", "_unasked"))}
    assert features(question, COUNTED)["cell_lost"] == 1.0
    listed = Query((Item(Col("customers", "name")),), (FROM_OSLO,), tables=("customers",))
    assert features(question, listed)["list_unasked"] == 1.0


def test_a_query_does_what_nobody_asked() -> None:
    assert features("How many customers are there?", replace(COUNTED, where=(FROM_OSLO,)))["where_unasked"] == 1.0
    cut = replace(COUNTED, limit=3)
    assert features("How many customers are there?", cut)["order_unasked"] == 1.0
    assert features("Which 3 cities have the most customers?", cut)["order_unasked"] == 0.0


def test_other_things_than_those_shown_lack_something() -> None:
    none = Related("orders", ("items",), negated=True)
    assert features("How many customers are there?", replace(COUNTED, where=(none,)))["other_lacks"] == 1.0
    own = Related("customers", ("orders",), negated=True)
    assert features("How many customers are there?", replace(COUNTED, where=(own,)))["other_lacks"] == 0.0


def test_a_cell_that_others_lack_is_denied() -> None:
    lacked = Related("customers", ("orders",), (FROM_OSLO,), negated=True)
    assert features("How many customers are not from Oslo?", replace(COUNTED, where=(lacked,)))["cell_lost"] == 0.0


def test_a_figure_that_only_bounds_groups_is_not_lost() -> None:
    price = Item(Col("products", "price"), "avg")
    bounded = Query(
        (Item(Col("products", "title")),),
        group=(Col("products", "title"),),
        having=(Filter(price, ">", (Scalar(price),)),),
        tables=("products",),
    )
    told = features("Which titles have an average price above the average?", bounded)
    assert (told["figure_lost"], told["list_unasked"]) == (0.0, 0.0)
