"""`how many ash trees stand in Westfield`: the trees of the register, not those that complaints refer to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query, Related, condition_items


def counted_where_listed(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Different keys of another table's rows are counted as these rows, where nothing is asked of the rows that hold
    the keys."""
    item = query.select[0] if len(query.select) == 1 else None
    if item is None or item.aggregate != "count" or not item.distinct or item.column is None or item.where:
        return query
    column = item.column
    if query.group or query.order or query.having or query.beside or query.share or query.keep:
        return query
    asked = {i.column.table for i in condition_items(query.where) if i.column}
    asked |= {t for c in query.where if isinstance(c, Related) for t in (c.table, *c.tables)}
    parents = [
        j.parent_table
        for j in facts.schema.joins
        if (j.child_table, tuple(j.child)) == (column.table, (column.name,)) and j.evidence.parent_unique
    ]
    if column.table in asked or len(parents) != 1 or parents[0] not in asked:
        return query
    tables = tuple(t for t in query.tables if t != column.table)
    return replace(
        query, select=(Item(None, "count", table=parents[0]),), tables=tuple(dict.fromkeys((parents[0], *tables)))
    )
