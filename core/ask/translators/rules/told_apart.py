"""What a column tells the rows apart by: the things that it refers to, and what one of them is called."""

from __future__ import annotations

from core.ask.names import Names
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col


def things_of(column: Col, facts: Facts) -> str:
    """The table whose rows a column refers to or is the key of; "" where its values are no such."""
    if column == facts.key(column.table):
        return column.table
    leads = (j.parent_table for j in facts.schema.joins if (j.child_table, j.child) == (column.table, (column.name,)))
    return next((t for t in leads if t in facts.tables), "")


def thing_called(column: Col, facts: Facts, table: str = "") -> str:
    """`pupil` of a column that refers to pupils, or to the rows of `table`; else the column's label."""
    table = table or things_of(column, facts)
    names = Names(facts.schema.tables)
    return names.one(table).replace("`", "") if table else facts.said(column)


def referring(table: str, things: str, facts: Facts) -> Col | None:
    """The column by which a table's rows say which of some things they belong to."""
    leads = (j for j in facts.schema.joins if (j.child_table, j.parent_table) == (table, things) and len(j.child) == 1)
    return next((Col(table, j.child[0]) for j in leads), None)
