"""`the first five bookings by date`, `the last ten members by name`: as they follow on each other, not the latest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Order, Query
from core.model import TEMPORAL

_TURNED = frozenset("latest newest descending desc reverse reversed backwards".split())
_BEHIND = 8
"""Words from `first` to the `by` that says in what order."""


def first_in_turn(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Where so many rows come first, or last, by a time or a text: those that come first are the earliest."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, t in enumerate(tokens) if t.lower in ("first", "last")), None)
    item = query.order[0].item if len(query.order) == 1 and query.limit else None
    if at is None or item is None or item.column is None or item.aggregate or item.formula:
        return query
    number = tokens[at + 1].number if at + 1 < len(tokens) else None
    held = facts.column(item.column)
    if number != query.limit or "by" not in lowers[at + 2 : at + 2 + _BEHIND] or _TURNED & set(lowers):
        return query
    if held is None or not (held.type in TEMPORAL or held.type == "text"):
        return query
    return replace(query, order=(Order(item, lowers[at] == "last"),))
