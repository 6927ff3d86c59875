"""`of the claims that have an outcome, what percentage were paid`: the part of those whose outcome is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Query
from core.ask.translators.rules.shares import parted

_THAT = frozenset("that which who".split())
_HAVE = frozenset("have has had".split())


def of_those_known(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A share of rows with something in a column, and with one cell of it, is taken of the first."""
    said = any(one.lower in _THAT and other.lower in _HAVE for one, other in pairwise(tokens))
    if not query.share or not (said or "with" in {t.lower for t in tokens}):
        return query
    own, _ = parted(query.where, query.among)
    columns = {_column(c) for c in own if isinstance(c, Filter)}
    known = {_column(c) for c in own if isinstance(c, Filter) and c.operator == "is not null"} - {None}
    if len(own) < 2 or len(columns) != 1 or columns != known or not all(isinstance(c, Filter) for c in own):
        return query
    return replace(query, among=(*query.among, *(c for c in known if c)))


def _column(condition: Filter) -> Col | None:
    return condition.item.column if condition.item.formula is None and not condition.item.aggregate else None
