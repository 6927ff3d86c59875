"""Words with a meaning given are heard with that meaning, and with no other."""

from __future__ import annotations

from core.ask.overrides import pinned
from core.ask.tokens import tokenise
from core.ask.translators.rules.chart.read import Heard, hear
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Order
from tests.ask.schemas import facts, linker, shop

TOTAL = Col("orders", "total")
BIG = Definition(("big",), None, (Filter(Item(TOTAL), ">", (50.0,)),))


def heard(question: str, word: str, means: Definition | None) -> tuple[Heard, ...]:
    view, tokens = shop(), tokenise(question)
    at = next((t for t, token in enumerate(tokens) if token.lower == word), -1)
    placed = {at: (at + 1, means)} if means else {}
    mentions = [m for m in linker(view).link(tokens) if not m.start <= at < m.end]
    return hear(tokens, pinned(tokens, mentions, (), view.tables), facts(view), placed=placed).readings


def test_a_condition_restricts_the_things_beside_it() -> None:
    for question in ("how many big orders", "how many orders are big"):
        assert heard(question, "big", BIG)[0].query.where == BIG.conditions


def test_a_figure_is_given_for_each_of_a_kind() -> None:
    revenue = Definition(("revenue",), Item(TOTAL, "sum"), BIG.conditions)
    query = heard("revenue per customer", "revenue", revenue)[0].query
    assert Item(TOTAL, "sum") in query.select
    assert query.where == BIG.conditions
    assert Col("customers", "id") in query.group


def test_an_order_ranks() -> None:
    largest = Definition(("dearest",), None, (), Order(Item(TOTAL), descending=True))
    query = heard("the dearest orders", "dearest", largest)[0].query
    assert (query.order, query.limit) == ((Order(Item(TOTAL), descending=True),), 1)


def test_an_amount_is_added_up() -> None:
    query = heard("worth per customer", "worth", Definition(("worth",), Item(TOTAL)))[0].query
    assert Item(TOTAL, "sum") in query.select


def test_words_that_add_nothing_cost_nothing() -> None:
    plain, idle = (
        heard("orders of 2024", "nowhere", None),
        heard("orders quite of 2024", "quite", Definition(("quite",))),
    )
    assert (idle[0].query, idle[0].cost) == (plain[0].query, plain[0].cost)


def test_a_meaning_of_tables_out_of_view_is_not_heard() -> None:
    gone = Definition(("big",), None, (Filter(Item(Col("gone", "size")), ">", (1.0,)),))
    assert all(not h.query.where for h in heard("how many big orders", "big", gone))
