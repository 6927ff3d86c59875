"""`the number of men and women`: a condition that names every value of its column leaves nothing out, so that what is
meant is a figure for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Order, Query

_TOGETHER = frozenset(("altogether", "together", "combined", "total", "either", "or", "both"))


def for_every_value(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A lone figure over all values that are named becomes one for each."""
    lone = len(query.select) == 1 and bool(query.select[0].aggregate) and not query.group and not query.limit
    if not lone or query.share or query.having or any(t.lower in _TOGETHER for t in tokens):
        return query
    every = next(((c, col) for c in query.where if (col := _every(c, facts)) is not None), None)
    if every is None:
        return query
    condition, column = every
    rest = tuple(c for c in query.where if c is not condition)
    figure = query.select[0]
    return replace(
        query, select=(Item(column), figure), where=rest, group=(column,), order=(Order(figure, descending=True),)
    )


def _every(c: Condition, facts: Facts) -> Col | None:
    """The column of which a condition names each value, two at least."""
    parts = c.parts if isinstance(c, AnyOf) else (c,)
    equal = [f for f in parts if isinstance(f, Filter) and f.operator == "=" and f.item == Item(f.item.column)]
    columns = {f.item.column for f in equal}
    named = {v for f in equal for v in f.values}
    column = columns.pop() if len(columns) == 1 and len(equal) == len(parts) else None
    found = facts.column(column) if column is not None else None
    if found is None or column is None or facts.year(column):  # "in 2021, 2022 and 2023" is a span of time
        return None
    return column if len(named) == found.profile.distinct > 1 else None
