"""`not cancelled`, where a column holds only `Y` and empty cells: what bears no mark is what is not so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Condition, Filter, Query, Related


def unmarked(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query with empty cells asked for in place of a “no” that a column of marks never holds."""
    where = tuple(_without_mark(c, facts) for c in query.where)
    return query if where == query.where else replace(query, where=where)


def _without_mark(condition: Condition, facts: Facts) -> Condition:
    if isinstance(condition, AnyOf):
        return replace(condition, parts=tuple(_without_mark(p, facts) for p in condition.parts))
    if isinstance(condition, Related):
        return replace(condition, where=tuple(_without_mark(c, facts) for c in condition.where))
    column = condition.item.column if isinstance(condition, Filter) and not condition.item.aggregate else None
    held = facts.column(column) if column is not None else None
    if column is None or held is None or not held.profile.nulls or not isinstance(condition, Filter):
        return condition
    flag = facts.flag(column)
    if flag is None or held.profile.distinct != 1 or all(v == str(flag[1]) for v, _ in held.profile.common):
        return condition
    denied = (condition.operator, condition.values) in (("=", (flag[1],)), ("!=", (flag[0],)))
    return Filter(condition.item, "is null") if denied else condition
