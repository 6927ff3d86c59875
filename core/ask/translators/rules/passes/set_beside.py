"""`how much has the appeal raised, compared with the fund`: cells of one column that are set beside each other have a
figure each, and not one of all of them together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.versus import COMPARING
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Query

_AGAIN = re.compile(r"\band (?:how (?:many|much)|(?:that|those|the one|what about) (?:for|of|in|from)) ")
"""The figure is asked for once more."""
_LED_AGAIN = re.compile(r"\b(for|in|of|from|at|by|among)\b(?: \w+){1,3},? and \1 ")
_WEEK = 7
_WEEKENDS = frozenset(map(stem, ("weekend", "weekday")))
_ONE_FIGURE = re.compile(r"\bdifference\b|\bratio\b|\btogether\b|\bcombined\b|\bby how (?:much|many)\b|\baltogether\b")


def set_beside(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The figures of a query for each of the cells that it allows, where the question sets these against each other."""
    figures = query.select and all(i.aggregate and not i.where for i in query.select)
    if not figures or query.group or query.having or query.order or query.limit or query.share or query.beside:
        return query
    if (parts := _weekends(query, tokens)) is not None:
        return parts
    columns = [c for c in map(several_cells, query.where) if c is not None]
    if len(columns) != 1 or not _set_apart(tokens):
        return query
    return replace(query, select=(Item(columns[0]), *query.select), group=(columns[0],))


def _weekends(query: Query, tokens: Sequence[Token]) -> Query | None:
    """`at weekends compared with weekdays`: the figures of either, where all days of the week are allowed."""
    said = {t.stem for t in tokens}
    week = lexicon().weekdays
    for c in query.where:
        column, days = c.item.column if isinstance(c, Filter) else None, getattr(c, "values", ())
        ends = tuple(d for d in days if d in week["weekend"])
        if column is None or column.part != "weekday" or len(set(days)) < _WEEK or not said >= _WEEKENDS:
            continue
        rest = tuple(d for d in days if d not in ends)
        sides = tuple((Filter(Item(column), "=", side),) for side in (ends, rest))
        select = tuple(replace(i, where=side) for i in query.select for side in sides)
        return replace(query, select=select, where=tuple(w for w in query.where if w != c))
    return None


def _set_apart(tokens: Sequence[Token]) -> bool:
    said = " ".join(t.lower for t in tokens)
    if _ONE_FIGURE.search(said):
        return False
    return any(t.lower in COMPARING for t in tokens) or any(p.search(said) for p in (_AGAIN, _LED_AGAIN))


def several_cells(condition: Condition) -> Col | None:
    """The column of which a condition allows several cells."""
    parts = condition.parts if isinstance(condition, AnyOf) else (condition,)
    filters = [p for p in parts if isinstance(p, Filter) and p.operator == "="]
    columns = {f.item.column for f in filters if not f.item.formula and not f.item.aggregate}
    values = {v for f in filters for v in f.values if isinstance(v, str | float | int)}
    if len(filters) < len(parts) or len(columns) != 1 or len(values) < 2:
        return None
    column = columns.pop()
    return None if column is None or column.part else column
