"""`the average cost per job`, where each row is a job: the mean of all, and not of each the mean of its one cost."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query

_EACH = frozenset(("each", "every", "list", "show"))
_PER = frozenset(("per", "which"))
_TOGETHER = frozenset(("altogether", "total", "all", "worth"))


def per_row(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A mean over rows that is taken for each of these rows, without the groups."""
    said = {t.lower for t in tokens}
    if (whole := _altogether(query, facts, said)) is not None:
        return whole
    figures = [i for i in query.select if i.aggregate]
    if "per" not in said or said & _EACH or len(figures) != 1 or not query.group or query.limit or query.having:
        return query
    mean = figures[0]
    if mean.aggregate != "avg" or mean.column is None or mean.formula is not None:
        return query
    table = mean.column.table
    own = any(c.table == table and not c.part and (f := facts.column(c)) and f.profile.unique for c in query.group)
    if not own or any(c.table != table for c in query.group):
        return query
    return replace(query, select=(mean,), group=(), order=())


def _altogether(query: Query, facts: Facts, said: Set[str]) -> Query | None:
    """`what are the gifts worth altogether`: the sum of all, where it was taken of each by itself."""
    figures = [i for i in query.select if i.aggregate]
    if not said & _TOGETHER or said & (_EACH | _PER) or query.limit or query.having or query.beside:
        return None
    if len(figures) != 1 or figures[0].aggregate != "sum" or figures[0].column is None or not query.group:
        return None
    table = figures[0].column.table
    own = all(c.table == table and not c.part for c in query.group)
    if not own or not any((f := facts.column(c)) and f.profile.unique for c in query.group):
        return None
    return replace(query, select=tuple(figures), group=(), order=())
