"""`bookings that were not cancelled`, where a mark says which were and nothing stands with the others: those are meant,
and no “no” that the column never holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Condition, Filter, Query, Related


def unmarked(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A “no” that is compared and never stands in its column is an empty cell."""
    where = tuple(_met(c, facts) for c in query.where)
    return query if where == query.where else replace(query, where=where)


def _met(condition: Condition, facts: Facts) -> Condition:
    if isinstance(condition, AnyOf):
        return replace(condition, parts=tuple(_met(c, facts) for c in condition.parts))
    if isinstance(condition, Related):
        return replace(condition, where=tuple(_met(c, facts) for c in condition.where))
    if not isinstance(condition, Filter) or condition.operator != "=" or condition.item.formula:
        return condition
    column = condition.item.column
    held = facts.column(column) if column and not condition.item.aggregate else None
    flag = facts.flag(column) if column and held else None
    if held is None or flag is None or condition.values != (flag[1],) or not held.profile.nulls:
        return condition
    there = {value.strip().casefold() for value, _ in held.profile.common}
    return condition if str(flag[1]).casefold() in there or held.type != "text" else Filter(condition.item, "is null")
