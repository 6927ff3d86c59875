"""`where was the highest reading`: the place of the row that has it, and not its size or its day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.who_by_name import ranked_by
from core.ask.translators.rules.query import Item, Query
from core.ask.translators.rules.row_places import where_rows_are


def where_it_is(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """One size, day or number of a row that comes first becomes its place, where the question begins with "where"."""
    item = query.select[0] if len(query.select) == 1 else Item()
    if item.column is None or item.formula or item.where or not tokens or tokens[0].lower != "where":
        return query
    if query.group or query.share or query.beside or query.everything or query.having or query.keep or query.each:
        return query
    by = ranked_by(query, item) or (query.order[0] if query.limit == 1 and len(query.order) == 1 else None)
    rows = item.column.table
    if by is None or by.item.aggregate or by.item.column is None or by.item.column.table != rows:
        return query
    place = where_rows_are(rows, facts) if rows in facts.tables else ()
    if not place or item.column in place:
        return query
    plain = facts.measure(item.column) or facts.dated(item.column) or facts.identifying(item.column)
    if not plain and item.column != facts.key(rows):
        return query
    tables = tuple(dict.fromkeys((*query.tables, rows, *(c.table for c in place))))
    return replace(query, select=tuple(map(Item, place)), order=(by,), limit=1, tables=tables)
