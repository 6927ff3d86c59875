"""`the average cost per job`, where each row is a job: the mean of all, and not of each the mean of its one cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query

_EACH = frozenset(("each", "every", "list", "show"))


def per_row(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A mean over rows that is taken for each of these rows, without the groups."""
    said = {t.lower for t in tokens}
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
