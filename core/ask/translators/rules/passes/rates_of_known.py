"""`pass rate by centre`, where tests to come have no result yet: the part of those that have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Query
from core.ask.translators.rules.query_parts import formulas_in
from core.ask.translators.rules.shares import parted

_RATES = frozenset(("rate", "rates"))


def rates_of_known(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A rate of rows with one cell is taken of the rows that have any, and not of those of which it is not known."""
    if not _RATES & {t.lower for t in tokens} or query.beside:
        return query
    if query.share:
        own, _ = parted(query.where, query.among)
        column = _one(own, facts)
        if column is None:
            return query
        return replace(query, where=(*query.where, Filter(Item(column), "is not null")), among=(*query.among, column))
    parts = [
        (f.left, f.right)
        for f in formulas_in(query)
        if f.operator == "/" and isinstance(f.left, Item) and isinstance(f.right, Item)
    ]
    columns = {_part(*p, facts) for p in parts}
    column = next(iter(columns), None) if len(columns) == 1 else None
    return query if column is None else replace(query, where=(*query.where, Filter(Item(column), "is not null")))


def _part(part: Item, whole: Item, facts: Facts) -> Col | None:
    """The column by whose cell one count is a part of another of the same rows."""
    if part.aggregate != "count" or replace(part, where=()) != replace(whole, where=()):
        return None
    return _one([c for c in part.where if c not in whole.where], facts)


def _one(conditions: Sequence[Condition], facts: Facts) -> Col | None:
    """The column of the one cell that is asked for, if other rows have none."""
    only = conditions[0] if len(conditions) == 1 else None
    if not isinstance(only, Filter) or only.operator != "=" or only.item.formula or only.item.aggregate:
        return None
    held = facts.column(only.item.column) if only.item.column else None
    return only.item.column if held is not None and held.profile.nulls else None
