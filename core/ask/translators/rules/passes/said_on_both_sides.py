"""`what percentage of the paid jobs were paid by card`: what is said of the whole, and again of its part, narrows the
whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Query
from core.ask.translators.rules.shares import parted

_VERBS = frozenset("are is were was be been".split())


def said_on_both_sides(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A share of rows that meet two conditions is taken of those that meet the one whose word stands on both sides of
    the last verb."""
    own, base = parted(query.where, query.among)
    columns = [_equal(c) for c in own]
    if not query.share or base or len(own) < 2 or None in columns:
        return query
    verb = max((i for i, t in enumerate(tokens) if t.lower in _VERBS), default=0)
    before, behind = {t.stem for t in tokens[:verb]}, {t.stem for t in tokens[verb:]}
    both = [c for c in dict.fromkeys(columns) if c is not None and set(stems(c.name)) & before & behind]
    return replace(query, among=tuple(both)) if len(both) == 1 and len(set(columns)) > 1 else query


def _equal(condition: object) -> Col | None:
    """The column of which one cell is meant."""
    if not isinstance(condition, Filter) or condition.operator != "=" or condition.item.formula:
        return None
    return condition.item.column
