"""Two times set against each other, and ends that are good or bad: checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import Token
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.ask.translators.rules.years import says_time

_MORE = frozenset("more less fewer higher lower greater larger smaller better worse bigger busier".split())
_TOGETHER = frozenset("altogether together combined either or both".split())
_IN = frozenset("in during for the year of".split())


def times_uncompared(s: Seen) -> bool:
    """`lent less in 2023 than in 2022`, and no figure of one time is set against that of the other."""
    at = next((i for i, t in enumerate(s.tokens) if t.lower == "than"), 0)
    if not any(t.lower in _MORE for t in s.tokens[:at]) or not _time_at(s.tokens, at + 1):
        return False
    if not any(map(says_time, s.tokens[:at])):
        return False
    return not any(i.where for i in s.figures) and not s.query.beside


def _time_at(tokens: Sequence[Token], at: int) -> bool:
    """A time stands there, behind no more than `in`, `the year`."""
    after = next((t for t in tokens[at : at + 4] if t.lower not in _IN), None)
    return after is not None and says_time(after)


CHECKS: tuple[Check, ...] = (times_uncompared,)
