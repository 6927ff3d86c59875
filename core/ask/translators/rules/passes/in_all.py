"""`shops that sold more than 50 items`: all that each of them sold, where no single sale is spoken of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Condition, Filter, Item, Query, Related, compared_table

_BOUNDS = ("<", "<=", ">", ">=")
_SCORES = frozenset(map(stem, "score rating points stars mark marks grade level rank place position result".split()))
"""What is never added up over the rows of a thing."""


def in_all(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Things of which rows below them must each be so much, those rows not being named: they must be so much
    together."""
    things = _things(query, facts)
    bounds = [c for c in query.where if _adds_up(c, things, facts)] if things else []
    below = {c.item.column.table for c in bounds if isinstance(c, Filter) and c.item.column}
    if len(bounds) != 1 or len(below) != 1:
        return query
    (rows,) = below
    if {t.stem for t in tokens} & set(stems(facts.tables[rows].label)):
        return query
    (bound,) = bounds
    assert isinstance(bound, Filter)
    own = [c for c in query.where if c is not bound]
    inner = tuple(
        c
        for c in own
        if compared_table(c) not in ("", things) and rows in (compared_table(c), *_below(compared_table(c), facts))
    )
    kept = tuple(c for c in own if c not in inner)
    together = replace(bound, item=Item(bound.item.column, "sum"))
    met = Related(things, (rows,), inner, bounds=(together,))
    return replace(query, where=(*kept, met), tables=(things,), distinct=False)


def _things(query: Query, facts: Facts) -> str:
    """The table whose rows are listed or counted one by one; "" where something else is."""
    if query.group or query.having or query.share or query.beside or query.limit is not None or query.everything:
        return ""
    shown = {i.column.table if i.column else i.table for i in query.select}
    counted = all(i.aggregate == "count" and i.column is None for i in query.select)
    (table,) = shown if len(shown) == 1 else ("",)
    if table not in facts.tables or not (counted or not any(i.aggregate or i.formula for i in query.select)):
        return ""
    named = (*facts.display(table), facts.key(table))
    return table if counted or any(i.column in named for i in query.select) else ""


def _adds_up(condition: Condition, things: str, facts: Facts) -> bool:
    """A bound on an amount of rows of which each of the things may have several."""
    column = condition.item.column if isinstance(condition, Filter) else None
    if not isinstance(condition, Filter) or column is None or condition.operator not in _BOUNDS:
        return False
    plain = not (condition.item.aggregate or condition.item.formula) and all(
        isinstance(v, float) for v in condition.values
    )
    adds = facts.measure(column) and not facts.year(column) and not facts.speaks(column, lexicon().averaged | _SCORES)
    return plain and adds and things in facts.above(column.table)


def _below(table: str, facts: Facts) -> tuple[str, ...]:
    """The tables whose rows belong to those of a table."""
    return facts.belonging(table) if table in facts.tables else ()
