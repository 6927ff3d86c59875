"""`when was the last chimney fire`, `when did Tango Nights last play`: the latest day of what happened, and not a
name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col, Filter, Item, Query, Related

_LAST: Mapping[str, Aggregate] = {"last": "max", "latest": "max", "first": "min", "earliest": "min"}
_NEAR = 10
"""Words from "when" on, of which one says so."""


def last_time(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows listed by a name become the latest (or first) day on which they, or what belongs to them, came about."""
    lowers = [t.lower for t in tokens[:_NEAR]]
    way = next((_LAST[w] for w in lowers if w in _LAST), None)
    if not lowers or lowers[0] != "when" or way is None or query.group or query.order or query.beside or query.share:
        return query
    if (moved := _of_what_they_did(query, facts, way)) is not None:
        return moved
    if query.everything or not query.select or not query.where or any(i.aggregate for i in query.select):
        return query
    if not all(isinstance(c, Filter | Related) for c in query.where):
        return query
    shown = [i.column for i in query.select if i.column is not None]
    held = [facts.column(c) for c in shown]
    if len(shown) < len(query.select) or any(h is None or h.type != "text" for h in held):
        return query
    below = [t for t in facts.belonging(shown[0].table) if _day(t, facts)]
    table = below[0] if below else shown[0].table
    when = _day(table, facts) if len(below) < 2 else None
    if when is None:
        return query
    return Query((Item(when, way),), query.where, tables=(when.table,))


def _of_what_they_did(query: Query, facts: Facts, way: Aggregate) -> Query | None:
    """`when was the last time the club played`: of a latest day of clubs, where what they must meet speaks of matches,
    that of the match."""
    item = query.select[0] if len(query.select) == 1 else Item()
    if item.aggregate != way or item.column is None or item.formula:
        return None
    owner = item.column.table
    related = [c for c in query.where if isinstance(c, Related) and not c.negated and not c.bounds and c.table == owner]
    met = [w for c in query.where for w in (c.where if c in related and isinstance(c, Related) else (c,))]
    spoken = {t for c in related for t in c.tables}
    spoken |= {c.item.column.table for c in met if isinstance(c, Filter) and c.item.column} - {owner}
    table = next(iter(spoken)) if len(spoken) == 1 else ""
    when = _day(table, facts) if table in facts.belonging(owner) else None
    return Query((Item(when, way),), tuple(met), tables=(table, owner)) if when is not None else None


def _day(table: str, facts: Facts) -> Col | None:
    """The day of what a row of the table is."""
    when = facts.own_when(table, day=True)
    held = facts.column(when) if when is not None else None
    return when if held is not None and held.type in ("date", "datetime") else None
