"""`the number of men and women`: a condition that names every value of its column leaves nothing out, so that what is
meant is a figure for each of them. So it is where each is asked for by itself: `how many were allowed, how many not`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Order, Query

_TOGETHER = frozenset(("altogether", "together", "combined", "total", "either", "or", "both"))


def for_every_value(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A lone figure over all values that are named becomes one for each."""
    apart = asked_apart(tokens)
    one = _counted_once(query) if apart else query
    lone = len(one.select) == 1 and bool(one.select[0].aggregate) and not one.group and not one.limit
    if not lone or one.share or one.having or any(t.lower in _TOGETHER for t in tokens):
        return query
    every = next(((c, col) for c in one.where if (col := _every(c, facts, apart)) is not None), None)
    if every is None:
        return query
    condition, column = every
    rest = tuple(c for c in one.where if c is not condition or apart)
    figure = one.select[0]
    return replace(
        one, select=(Item(column), figure), where=rest, group=(column,), order=(Order(figure, descending=True),)
    )


def _counted_once(query: Query) -> Query:
    """Of several counts of the rows of one table, each of all of them, one."""
    items = query.select
    tables = {i.column.table if i.column else i.table for i in items}
    plain = all(i.aggregate == "count" and not i.distinct and not i.where for i in items)
    if len(tables) != 1 or not plain or query.group:
        return query
    return replace(query, select=(next((i for i in items if i.column is None), items[0]),))


def asked_apart(tokens: Sequence[Token]) -> bool:
    """`how many` is asked twice."""
    return len(places_of([t.lower for t in tokens], ("how", "many"))) > 1


def _every(c: Condition, facts: Facts, apart: bool) -> Col | None:
    """The column of which a condition names each value, two at least; where they are asked for `apart`, several."""
    parts = c.parts if isinstance(c, AnyOf) else (c,)
    equal = [f for f in parts if isinstance(f, Filter) and f.operator == "=" and f.item == Item(f.item.column)]
    columns = {f.item.column for f in equal}
    named = {v for f in equal for v in f.values}
    column = columns.pop() if len(columns) == 1 and len(equal) == len(parts) else None
    found = facts.column(column) if column is not None else None
    if found is None or column is None or facts.year(column):  # "in 2021, 2022 and 2023" is a span of time
        return None
    return column if len(named) > 1 and (apart or len(named) == found.profile.distinct) else None
