"""Conditions of one column that leave each other nothing to say: `drivers with trips to Ghent but none to Bruges`,
`built since 1990 (1990 included)`.

No row has two towns: that a trip to Ghent is not to Bruges says nothing, and it is the drivers who have no trip there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Query, Related

_BOUNDS = frozenset((">=", "<="))


def said_in_full(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """What some rows of a thing must not be is asked of all of them; a bound holds the number that it is drawn at."""
    where = tuple(part for c in query.where for part in _apart(c))
    return replace(query, where=_bounded(where)) if where != query.where or _bounded(where) != where else query


def idle_denials(where: Sequence[Condition]) -> list[Filter]:
    """What is not to be held in a column that is to hold something else."""
    held = {f.item: f.values for f in where if isinstance(f, Filter) and f.operator == "="}
    denied = [f for f in where if isinstance(f, Filter) and f.operator == "!=" and f.item in held]
    return [f for f in denied if not set(f.values) & set(held[f.item])]


def _apart(condition: Condition) -> Iterator[Condition]:
    if not isinstance(condition, Related) or condition.negated or condition.bounds:
        yield condition
        return
    idle = idle_denials(condition.where)
    if not idle:
        yield condition
        return
    yield replace(condition, where=tuple(c for c in condition.where if c not in idle))
    held = {f.item for f in idle}
    others = tuple(c for c in condition.where if not (isinstance(c, Filter) and c.item in held))
    for f in idle:
        yield replace(condition, where=(*others, replace(f, operator="=")), negated=True)


def _bounded(where: tuple[Condition, ...]) -> tuple[Condition, ...]:
    bounds = {(f.item, f.values) for f in where if isinstance(f, Filter) and f.operator in _BOUNDS}
    return tuple(c for c in where if not (isinstance(c, Filter) and c.operator == "=" and (c.item, c.values) in bounds))
