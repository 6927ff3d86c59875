"""What speaks for and against a reading, and how sure the likeliest is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from core.ask.overrides import pinned
from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.chart.read import hear
from core.ask.translators.rules.grammar.parse import left_over, parses
from core.ask.translators.rules.lexicon.chunk import chunk
from core.ask.translators.rules.linking.resolve import resolve
from core.ask.translators.rules.query import Col, Filter, Item, Query, Related, all_tables
from core.ask.translators.rules.ranking.features import features
from core.ask.translators.rules.ranking.rank import GIVEN, weights
from core.ask.translators.rules.ranking.seen import Seen
from core.ask.trees import connect
from core.model import Answer, Value
from tests.ask.schemas import facts, join, linker, shop, table

Rows = tuple[tuple[Value, ...], ...]


def told(question: str, *cells: str, rows: Rows | None = ((1,),), runs: bool = True) -> Mapping[str, float]:
    """The features of the likeliest links' reading ."""
    view, tokens = shop(), tokenise(question)
    mentions = pinned(tokens, linker(view, *cells).link(tokens), (), view.tables)
    known = facts(view)
    heard = hear(tokens, mentions, known).readings[0]
    chunks = heard.chunks(tokens, mentions, {})
    tree = connect(view, all_tables(heard.query))
    assert tree is not None
    read = (heard.links, chunks, left_over(chunks), heard.query, tree, known, rows, runs)
    return features(Seen(tokens, mentions, *read, resolve(tokens, mentions, view)[0].score))


def test_a_plain_reading_leaves_nothing_over() -> None:
    found = told("titles of products")
    assert (found["coverage"], found["used"], found["lost"], found["unmet"], found["skipped"]) == (1.0, 1.0, 0, 0, 0)
    assert (found["near"], found["bridge"], found["strong"]) == (1.0, 0, 1)


def test_words_left_over_are_counted() -> None:
    assert told("purple titles of products")["lost"] == 1


def test_a_column_guessed_for_a_word_explains_nothing_unless_the_query_uses_it() -> None:
    view, tokens = shop(), tokenise("how many products are shiny")
    for how, left in (("meaning", True), ("label", False)):
        link = Link("column", "products", "title", "", 0.5, how)
        mentions = [*linker(view).link(tokens), Mention(4, 5, "shiny", (link,))]
        _, marked = next(iter(parses(chunk(tokens, mentions, [m.links[0] for m in mentions]), facts(view))))
        assert ("shiny" in left_over(marked)) is left


def test_a_column_that_the_query_joins_by_is_used() -> None:
    orders = table("orders", "id:integer!", "customer_id:integer", "handled by", "total:real")
    base, clerks = shop(), table("clerks", "code!", "name!")
    joins = (*base.joins, join("orders.handled by", "clerks.code"))
    view = SchemaView((base.tables[0], orders, *base.tables[2:], clerks), joins)
    tokens = tokenise("how many customers were handled by Ada")
    mentions = linker(view, "clerks.name=Ada").link(tokens)
    links = [m.links[0] for m in mentions]
    by_ada = Filter(Item(Col("clerks", "name")), "=", ("Ada",))
    query = Query((Item(None, "count", table="customers"),), (Related("customers", ("orders",), (by_ada,)),))
    tree = connect(view, all_tables(query))
    assert tree is not None
    chunks = chunk(tokens, mentions, links)  # none of them claimed: "handled by" is at least walked along
    found = features(Seen(tokens, mentions, links, chunks, (), query, tree, facts(view), ((1,),), True))
    assert (found["idle"], found["bridge"]) == (0, 0)


def test_joins_and_tables_nobody_spoke_of_are_counted() -> None:
    found = told("titles of products ordered by Ada", "customers.name=Ada")
    assert (found["near"], found["bridge"]) == (0.25, 1)


@pytest.mark.parametrize(
    ("rows", "runs", "expected"),
    [(((1,),), True, 1.0), ((), True, 0.5), (None, False, 0.0), (None, True, 1.0)],
)
def test_a_query_that_finds_something_or_has_much_to_do_is_alive(
    rows: Rows | None, runs: bool, expected: float
) -> None:
    assert told("titles of products", rows=rows, runs=runs)["alive"] == expected


def test_empty_cells_zeros_and_repeats_are_seen() -> None:
    assert told("titles of products", rows=((None,), (None,)))["void"] == 1
    assert told("number of products", rows=((0,),))["zero"] == 1
    assert told("titles of products", rows=(("a",), ("a",), ("a",)))["repeats"] == 1
    assert told("titles of products", rows=(("a",), ("b",), ("b",)))["repeats"] == 0


def test_every_weight_belongs_to_a_feature() -> None:
    known = {*told("titles of products"), *told("titles of products", rows=((1,),))}
    fitted = weights()
    assert set(fitted.ranking) <= known
    assert set(fitted.certainty) <= known | {"margin", "mass", "tables", "mentions"}
    assert set(GIVEN) <= known


def test_a_quoted_text_that_no_cell_holds_is_not_left_out(asked: Callable[[str, str], Answer]) -> None:
    found = asked("library", "Which members have the name 'Nobody Known'?")
    assert found.rows == ()
    assert "'Nobody Known'" in (found.sql or "")


@pytest.mark.parametrize("question", ["how many jobs were admired?", "which report cost the most?"])
def test_a_reading_without_what_the_question_turns_on_is_unsure(question: str, asked: Callable[..., Answer]) -> None:
    assert asked("lifts", question).unsure


def test_a_word_more_at_the_side_leaves_an_answer(asked: Callable[..., Answer]) -> None:
    assert not asked("lifts", "how many jobs were raised in 2022 altogether").unsure
