"""`how many boats were booked in 2023 compared with 2024`: both times are of the one day, and each has a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.versus import COMPARING
from core.ask.translators.rules.passes.day_of_rows import spoken_of
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Order, Part, Query

_PARTS: dict[str, Part] = {r"\d{4}%": "year", r"\d{4}-\d\d%": "month"}
"""How a year or a month of a date is met."""
_TWO = 2


def times_set_apart(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Figures of two times that are set against each other, met together or by two days of a row, become those of
    each."""
    figures = bool(query.select) and all(i.aggregate and not i.where for i in query.select)
    plain = not (query.group or query.order or query.limit or query.share or query.beside or query.keep or query.having)
    if not figures or not plain or not any(t.lower in COMPARING for t in tokens):
        return query
    met = [(c, f) for c in query.where for f in _parts(c) if _day(f, facts)]
    times = sorted(str(f.values[0]) for _, f in met)
    days = list(dict.fromkeys(f.item.column for _, f in met if f.item.column))
    parts = {_part(t) for t in times}
    if len(set(times)) != _TWO or len(met) != _TWO or len(parts) > 1 or len({d.table for d in days}) != 1:
        return query
    said = [d for d in days if spoken_of(d, tokens, facts)] or days[:1]
    part = parts.pop()
    if len(said) != 1 or not part or (part == "year" and len(days) < _TWO):
        return query  # years of one day are set apart where the question is read
    apart = replace(said[0], part=part)
    either = AnyOf(tuple(Filter(Item(said[0]), "like", (t,)) for t in times))
    left = tuple(c for c in query.where if not any(c is one for one, _ in met))
    select = (Item(apart), *query.select)
    return replace(query, select=select, where=(*left, either), group=(apart,), order=(Order(Item(apart)),))


def _parts(condition: Condition) -> Iterator[Filter]:
    """The conditions of which one holds, each with one value; none where some are others."""
    filters = condition.parts if isinstance(condition, AnyOf) else (condition,)
    if all(isinstance(f, Filter) and f.operator == "like" for f in filters):
        for f in filters:
            if isinstance(f, Filter):
                yield from (replace(f, values=(v,)) for v in f.values)


def _day(condition: Filter, facts: Facts) -> bool:
    column: Col | None = condition.item.column
    return column is not None and not column.part and not condition.item.aggregate and facts.temporal(column)


def _part(time: str) -> Part:
    return next((part for shape, part in _PARTS.items() if re.fullmatch(shape, time)), "")
