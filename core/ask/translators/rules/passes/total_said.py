"""`what was the total gross income in the 2020 returns`, of a column that is headed so: one figure, and no list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query

_OPENS = ("what is the total", "what was the total", "what were the total", "what are the total")
_EACH = frozenset("each every per by".split())


def total_said(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The one amount that is shown is added up where the question asks for one total."""
    opens = " ".join(t.lower for t in tokens[:4])
    if opens not in _OPENS or len(query.select) != 1 or any(t.lower in _EACH for t in tokens):
        return query
    shown = query.select[0]
    plain = not (query.group or query.order or query.limit or query.everything or query.share or query.beside)
    held = facts.column(shown.column) if shown.column is not None else None
    if not plain or held is None or shown != Item(shown.column) or shown.column is None:
        return query
    if "total" not in stems(held.label) or not facts.measure(shown.column):
        return query
    return replace(query, select=(replace(shown, aggregate="sum"),), distinct=False)
