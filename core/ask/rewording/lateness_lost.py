"""`how many loans came back on time`, and all are counted that came back: no day is set against the day it was due."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.dates import MONTH_NAMES
from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.query import Col, Query
from core.ask.translators.rules.query_parts import filters_in, formulas_in

_LATE = (("late",), ("overran",), ("overrun",), ("overruns",), ("overdue",), ("on", "time"), ("ran", "over"))
_MONTHS = frozenset(m.lower() for m in MONTH_NAMES)
_BOUNDS = frozenset(("<", "<=", ">", ">="))
_LIKELY = 0.5


def lateness_lost(tokens: Sequence[Token], mentions: Sequence[Mention], query: Query) -> bool:
    """Something is said to be late, or on time, no cell or header is called so, and the query compares no days."""
    lowers = [t.lower for t in tokens]
    said = [place for words in _LATE for place in places_of(lowers, words) if not _of_a_time(place[1], tokens)]
    if not said or any(f.lasting for f in formulas_in(query)):
        return False
    called = {i for m in mentions if any(k.score >= _LIKELY for k in m.links) for i in range(m.start, m.end)}
    if all(start in called for start, _ in said):
        return False
    filters = list(filters_in(query))
    compared = any(isinstance(v, Col) for f in filters for v in f.values)
    return not compared and not any(f.operator in _BOUNDS and isinstance(v, str) for f in filters for v in f.values)


def _of_a_time(end: int, tokens: Sequence[Token]) -> bool:
    """`late May`, `late 2023`, `late in the day`, `late afternoon`."""
    after = tokens[end] if end < len(tokens) else None
    parts = ("in", "at", "morning", "afternoon", "evening", "night", "summer", "autumn", "winter", "spring")
    return after is not None and (after.lower in _MONTHS or after.number is not None or after.lower in parts)
