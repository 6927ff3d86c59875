"""`what percentage of patients had an appointment in 2024`: each patient is part of it or not, however many of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Query, Related


def part_of_things(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """In a share of things, what is said of rows below them holds where there is such a row."""
    item = query.select[0] if query.share and len(query.select) == 1 else None
    things = item.table if item is not None and item.aggregate == "count" and item.column is None else ""
    if things not in facts.tables:
        return query
    below = {t for c in query.where if (t := _table(c)) and t != things and things in facts.above(t)}
    below -= {c.table for c in query.among}
    if len(below) != 1:
        return query
    (rows,) = below
    met = tuple(c for c in query.where if _table(c) == rows)
    kept = tuple(c for c in query.where if c not in met)
    return replace(query, where=(*kept, Related(things, (rows,), met)), tables=(things,))


def _table(condition: Condition) -> str:
    column = condition.item.column if isinstance(condition, Filter) and not condition.item.aggregate else None
    return column.table if column else ""
