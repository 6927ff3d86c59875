"""`products ordered by price`, where there are orders too: a column behind "by" makes the verb one of sorting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.state import Mention
from core.ask.tokens import Token

_VERBS = frozenset(("ordered", "order", "sorted", "sort", "ranked"))
_SURE = 0.9


def without_sorting(tokens: Sequence[Token], mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions without the verbs that sort by the column said behind them.

    "Ordered by Ada" is what Ada ordered.
    """
    return tuple(_left(tokens, mentions))


def _left(tokens: Sequence[Token], mentions: Sequence[Mention]) -> Iterator[Mention]:
    for m in mentions:
        if m.pinned or not _sorts(tokens, m.end, mentions):
            yield m
        elif m.end - m.start > 1:  # "orders ordered by …"
            yield replace(m, end=m.end - 1, text=" ".join(t.text for t in tokens[m.start : m.end - 1]))


def _sorts(tokens: Sequence[Token], by: int, mentions: Sequence[Mention]) -> bool:
    """Whether a verb of sorting ends before token `by`, and a column and nothing else is said behind."""
    if tokens[by - 1].lower not in _VERBS or by >= len(tokens) or tokens[by].lower != "by":
        return False
    at = by + 1 + (by + 1 < len(tokens) and tokens[by + 1].lower in ("the", "their", "its"))
    behind = next((m for m in mentions if m.start == at), None)
    kinds = {k.kind for k in behind.links if k.score >= _SURE} if behind else set()
    return "column" in kinds and not kinds & {"table", "value"}
