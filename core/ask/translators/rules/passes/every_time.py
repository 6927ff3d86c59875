"""`how many boats came each month, counting every arrival`: what happened is counted, and not the different boats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query, Related
from core.ask.translators.rules.told.each_counted import each_counted


def every_time(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Different values that are counted become the rows that hold them, where the question says so."""
    if not each_counted(tokens, (), facts):
        return query
    if not any(_distinct(i) for i in query.select):
        return _what_happened(query)
    turned = {i: Item(None, "count", table=i.column.table) for i in query.select if i.column and _distinct(i)}
    return replace(
        query,
        select=tuple(turned.get(i, i) for i in query.select),
        order=tuple(replace(o, item=turned.get(o.item, o.item)) for o in query.order),
    )


def _what_happened(query: Query) -> Query:
    """Of things counted because something happened to them, what happened."""
    counts = [i for i in query.select if i.aggregate == "count" and i.column is None and i.table]
    related = [c for c in query.where if isinstance(c, Related) and not c.negated and not c.bounds]
    if len(counts) != 1 or len(related) != 1 or related[0].table != counts[0].table or len(related[0].tables) != 1:
        return query
    table = related[0].tables[0]
    rows = replace(counts[0], table=table)
    where = tuple(w for c in query.where for w in (related[0].where if c is related[0] else (c,)))
    return replace(query, select=tuple(rows if i == counts[0] else i for i in query.select), where=where)


def _distinct(item: Item) -> bool:
    return item.aggregate == "count" and item.distinct and item.formula is None
