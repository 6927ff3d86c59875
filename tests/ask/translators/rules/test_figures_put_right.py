"""Figures of pairs of columns, means over rows that are the groups, shares in one form, and codes given in brackets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.chart.constructs.sharing import of_things, that
from core.ask.translators.rules.chart.meanings import Cue, Predicate, Things
from core.ask.translators.rules.grammar.clearing import without_form, without_occasion
from core.ask.translators.rules.lexicon.chunk import chunk
from core.ask.translators.rules.passes.before_and_after import before_and_after
from core.ask.translators.rules.passes.one_share import one_share
from core.ask.translators.rules.passes.per_row import per_row
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query
from core.ask.translators.rules.shares import place_of
from core.ask.translators.rules.told.coded import coded
from tests.ask.schemas import facts, shop, table

TESTS = SchemaView((table("tests", "id:integer!", "pre test score:integer", "post test score:integer", "town"),), ())
BEFORE, AFTER = Col("tests", "pre test score"), Col("tests", "post test score")


@pytest.mark.parametrize("asked", ["score before and after the test", "score after and before", "pre and post scores"])
def test_both_times_of_a_pair_are_shown_the_earlier_one_first(asked: str) -> None:
    town, known = Filter(Item(Col("tests", "town")), "=", ("Ayr",)), Filter(Item(AFTER), "!=", (999.0,))
    query = Query((Item(AFTER, "avg"),), (town, known))
    own = replace(known, item=Item(BEFORE))
    assert before_and_after(query, facts(TESTS), tokenise(asked)) == Query(
        (Item(BEFORE, "avg", where=(own,)), Item(AFTER, "avg", where=(known,))), (town,)
    )


def test_one_time_alone_stays_one_figure() -> None:
    query = Query((Item(AFTER, "avg"),))
    assert before_and_after(query, facts(TESTS), tokenise("score after the test")) == query
    both = Query((Item(BEFORE, "avg"), Item(AFTER, "avg")))
    assert before_and_after(both, facts(TESTS), tokenise("score before and after")) == both


def test_a_mean_per_row_is_that_of_all_rows() -> None:
    mean, key = Item(Col("products", "price"), "avg"), Col("products", "id")
    query = Query((Item(key), mean), group=(key,), order=(Order(mean, True),))
    assert per_row(query, facts(shop()), tokenise("average price per product")) == Query((mean,))
    assert per_row(query, facts(shop()), tokenise("average price of each product")) == query
    others = replace(query, group=(Col("orders", "id"),))
    assert per_row(others, facts(shop()), tokenise("average price per order")) == others


@pytest.mark.parametrize(("said", "scale"), [("percentage of", 100.0), ("what share of", 1.0)])
def test_a_part_divided_out_is_a_share(said: str, scale: float) -> None:
    oslo = Filter(Item(Col("customers", "city")), "=", ("Oslo",))
    named = Filter(Item(Col("customers", "name")), "!=", ("Ada",))
    whole = of_things(Cue(said), Things("customers", (named,)), facts(shop()))
    assert whole is not None
    part = that(whole, Predicate((oslo,), (), ("customers",)), facts(shop()))
    assert part is not None
    rows = Item(None, "count", table="customers")
    query = Query(part.items, part.things.where, tables=("customers",))
    assert one_share(query, facts(shop()), tokenise(said)) == replace(
        query, select=(rows,), where=(oslo, named), share=scale, among=(Col("customers", "name"),)
    )


def test_a_code_in_brackets_is_what_the_column_before_it_holds() -> None:
    tokens = tokenise("how many items have an amount recorded (value 1)?")
    amount = Mention(5, 6, "amount", (Link("column", "items", "amount", "", 1.0, "label"),))
    (start, (end, meant)), *others = coded(tokens, (amount,), facts(shop())).items()
    assert (start, tokens[end].text, others) == (5, "?", [])
    assert meant.conditions == (Filter(Item(Col("items", "amount")), "=", (1.0,)),)
    assert coded(tokenise("items with an amount, and value 1"), (replace(amount, start=3, end=4),), facts(shop())) == {}


def test_a_sentence_on_the_form_of_a_share_says_nothing_else() -> None:
    cut = chunk(tokenise("What share of orders is late? Give a fraction between 0 and 1."), (), ())
    assert [c.text for c in without_form(cut)][-1] == "?"
    cut = chunk(tokenise("What share of orders is late? Give their names."), (), ())
    assert without_form(cut) == cut


def test_what_tells_two_times_apart_is_no_column() -> None:
    tokens = tokenise("average score before and after the visit")
    links = [
        Link("column", "tests", "post test score", "", 0.8, "label"),
        Link("column", "tests", "town", "", 0.6, "like"),
    ]
    mentions = [Mention(i, i + 1, tokens[i].text, (k,)) for i, k in zip((1, 6), links, strict=True)]
    cut = chunk(tokens, mentions, links)
    assert [c.text for c in without_occasion(cut)][-1] == "the"
    assert without_occasion(cut[2:]) == cut[2:]


@pytest.mark.parametrize(("asked", "within"), [("sent in Oslo", True), ("sent and in Oslo", False), ("Oslo", False)])
def test_a_place_behind_what_holds_there(asked: str, within: bool) -> None:
    tokens = tokenise(f"orders were {asked}")
    links = [
        Link("value", "orders", "state", "sent", 1.0, "exact"),
        Link("value", "orders", "town", "Oslo", 1.0, "exact"),
    ]
    found = [(i, k) for i, t in enumerate(tokens) for k in links if t.text == k.value]
    cut = chunk(tokens, [Mention(i, i + 1, k.value, (k,)) for i, k in found], [k for _, k in found])
    at = next(i for i, c in enumerate(cut) if c.text == "Oslo")
    assert place_of(cut, at) == (2 if within else -1)
