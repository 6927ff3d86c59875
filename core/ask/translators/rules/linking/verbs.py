"""Words that name no column or cell where they stand: `products ordered by price`, `live in Leith`, `8 times`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.state import Mention
from core.ask.tokens import Token
from core.text.units import UNITS

_SORTING = frozenset(("ordered", "order", "sorted", "sort", "ranked"))
DWELLING = frozenset(("live", "lives", "lived", "living"))
"""Where somebody is at home: of no meaning by themselves."""
_WHERE = frozenset("in at near within outside around alone with here there on".split())
_SURE = 0.9


def without_verbs(tokens: Sequence[Token], mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions without the verbs that sort by the column said behind them, and without `live in`, which is no
    state `Live`.

    "Ordered by Ada" is what Ada ordered.
    """
    left = _left(tokens, mentions)
    return tuple(m for m in left if m.pinned or m.end - m.start > 1 or not _idle(tokens, m))


def _idle(tokens: Sequence[Token], m: Mention) -> bool:
    """`live in`; the times of `more than 8 times`, which are no minutes; the pounds of `30 pounds`, where no header has
    the word."""
    word, counted = tokens[m.start].lower, m.start > 0 and tokens[m.start - 1].number is not None
    unit = word in UNITS and all(k.how == "meaning" for k in m.links)
    return (counted and (word == "times" or unit)) or dwells(tokens, m.start)


def dwells(tokens: Sequence[Token], i: int) -> bool:
    """`the area they live in`, `who lives near the river`: where somebody is at home."""
    ends = i + 1 >= len(tokens) or tokens[i + 1].kind == "punct"
    behind = "" if ends else tokens[i + 1].lower
    asked = not behind and any(t.lower in ("do", "does", "did", "where") for t in tokens[:i])
    return tokens[i].lower in DWELLING and (behind in _WHERE or asked)


def _left(tokens: Sequence[Token], mentions: Sequence[Mention]) -> Iterator[Mention]:
    for m in mentions:
        if m.pinned or not _sorts(tokens, m.end, mentions):
            yield m
        elif m.end - m.start > 1:  # "orders ordered by …"
            yield replace(m, end=m.end - 1, text=" ".join(t.text for t in tokens[m.start : m.end - 1]))


def _sorts(tokens: Sequence[Token], by: int, mentions: Sequence[Mention]) -> bool:
    """Whether a verb of sorting ends before token `by`, and a column and nothing else is said behind."""
    if tokens[by - 1].lower not in _SORTING or by >= len(tokens) or tokens[by].lower != "by":
        return False
    at = by + 1 + (by + 1 < len(tokens) and tokens[by + 1].lower in ("the", "their", "its"))
    behind = next((m for m in mentions if m.start == at), None)
    kinds = {k.kind for k in behind.links if k.score >= _SURE} if behind else set()
    return "column" in kinds and not kinds & {"table", "value"}
