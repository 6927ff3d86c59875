"""A part of the rows, divided out, as the share that it is: one form, whichever reader gave it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Formula, Item, Query

_PERCENT = frozenset(("percent", "percentage", "percentages", "%", "pct"))


def one_share(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """One count by another of the same rows, where only the first must meet something, as `share`; of a hundred where
    that is said anywhere ("what share, in percent")."""
    said = any(t.lower in _PERCENT for t in tokens)
    if said and query.share == 1.0:
        return replace(query, share=100.0)
    item = query.select[0] if len(query.select) == 1 else None
    if item is None or item.formula is None or query.group or query.having or query.beside or query.share:
        return query
    percent = item.formula.operator == "*" and item.formula.right == 100.0
    ratio = item.formula.left if percent else item.formula
    parts = (ratio.left, ratio.right) if isinstance(ratio, Formula) and ratio.name in ("share", "") else ()
    if not isinstance(ratio, Formula) or ratio.operator != "/" or len(parts) != 2:
        return query
    part, whole = parts
    if not isinstance(part, Item) or not isinstance(whole, Item) or whole.where or part.aggregate != "count":
        return query
    if replace(part, where=()) != whole or not part.where:
        return query
    known = tuple(w for w in query.where if _known(w))
    base = tuple(w for w in query.where if w not in known)
    among = tuple(dict.fromkeys(c for w in base if (c := _column(w))))
    if len([w for w in base if _column(w)]) < len(base) or any(_column(w) in among for w in part.where):
        return query
    scale = 100.0 if percent or said else 1.0
    return replace(query, select=(whole,), where=(*part.where, *base), order=(), share=scale, among=among)


def _column(condition: Condition) -> Col | None:
    plain = isinstance(condition, Filter) and condition.item.formula is None
    return condition.item.column if isinstance(condition, Filter) and plain else None


def _known(condition: Condition) -> bool:
    """That a span of time is known: a share says so itself."""
    return isinstance(condition, Filter) and condition.operator == "is not null" and condition.item.formula is not None
