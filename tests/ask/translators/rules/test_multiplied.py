"""Figures of rows that a join would multiply are no reading of a question."""

from __future__ import annotations

from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query, all_tables
from core.ask.translators.rules.sql.multiplied import multiplied
from core.ask.trees import connect
from tests.ask.schemas import join, shop, table

FORCES = SchemaView(
    (
        table("forces", "code", "name"),
        table("crimes", "force", "offence", "number:integer"),
        table("outcomes", "force", "outcome", "number:integer"),
    ),
    (join("crimes.force", "forces.code"), join("outcomes.force", "forces.code")),
)


def wrong(query: Query, view: SchemaView) -> bool:
    tree = connect(view, all_tables(query))
    assert tree is not None
    return multiplied(query, tree, Facts(view))


def test_rows_without_a_key_beside_rows_of_another_table_with_the_same_parent() -> None:
    total = Item(Col("crimes", "number"), "sum")
    assert wrong(Query((total,), group=(Col("outcomes", "force"),)), FORCES)
    assert not wrong(Query((total,), group=(Col("forces", "name"),)), FORCES)
    assert not wrong(Query((total,), group=(Col("crimes", "offence"),)), FORCES)


def test_rows_with_a_key_are_taken_once() -> None:
    totals = Item(Col("orders", "total"), "sum")
    assert not wrong(Query((totals,), group=(Col("products", "title"),)), shop())
