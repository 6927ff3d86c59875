"""`how much in 2023 and in 2024`: a row for each of the times, where nothing else is told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Order, Part, Query

_PARTS: dict[str, Part] = {r"\d{4}%": "year", r"\d{4}-\d\d%": "month"}
"""How a year or a month of a date is met."""


def times_apart(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """One figure beside itself for several years, or months, of one date is grouped by them."""
    plain = not (query.group or query.order or query.limit or query.share or query.beside or query.keep or query.having)
    if not plain or len(query.select) < 2 or len({replace(i, where=()) for i in query.select}) > 1:
        return query
    times = {_time(i) for i in query.select}
    if len(times) > 1 or None in times:
        return query
    figure, part = replace(query.select[0], where=()), next(t for t in times if t is not None)
    return replace(query, select=(Item(part), figure), group=(part,), order=(Order(Item(part)),))


def _time(item: Item) -> Col | None:
    """The part of the date that the one condition of a figure is about."""
    met = item.where[0] if len(item.where) == 1 else None
    if not isinstance(met, Filter) or met.operator != "like" or met.item.column is None or len(met.values) != 1:
        return None
    part = next((p for shape, p in _PARTS.items() if re.fullmatch(shape, str(met.values[0]))), None)
    return replace(met.item.column, part=part) if part is not None and not met.item.column.part else None
