"""`why were orders sent back`: the reasons that the rows themselves give, and how often each, in place of the rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query, condition_items

_REASON = frozenset("reason reasons cause causes why rsn because".split())


def reasons_given(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows that meet a condition, listed or counted, become their reasons, where their table has a column of these."""
    if not tokens or tokens[0].lower != "why" or len(query.select) != 1:
        return query
    if query.group or query.having or query.order or query.limit or query.beside or query.share or not query.where:
        return query
    tables = {i.column.table for i in condition_items(query.where) if i.column is not None}
    found = [c for t in sorted(tables & facts.tables.keys()) for c in reason_columns(t, facts)]
    if len(found) != 1:
        return query
    (column,) = found
    rows = Item(None, "count", table=column.table)
    where = (*query.where, Filter(Item(column), "is not null"))
    return Query((Item(column), rows), where, (column,), order=(Order(rows, True),), tables=(column.table,))


def reason_columns(table: str, facts: Facts) -> Iterator[Col]:
    """The columns of a table that say why: `ret_reason`."""
    for c in facts.tables[table].columns:
        column = Col(table, c.name)
        if c.type == "text" and says_why(column, facts):
            yield column


def says_why(column: Col, facts: Facts) -> bool:
    """By its header."""
    return not _REASON.isdisjoint(w.lower() for w in facts.spelt(column))
