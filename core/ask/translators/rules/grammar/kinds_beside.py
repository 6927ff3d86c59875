"""`went into the vans and into the cars`, of a column of kinds with both: `Car`, and not the header `Own car`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.state import Link, Mention
from core.ask.tokens import Token

_JOINING = frozenset(("and", "or", "versus", "vs", "against", "than"))
_BETWEEN = frozenset("the our in into at on for from to by with of how many much , those".split()) | _JOINING
_MARGIN = 0.1
"""How much less likely the kind may be than what the word means besides."""
_OUTRIGHT = 0.95


def kinds_beside(tokens: Sequence[Token], mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions; of two that are joined, one of which is a cell, the other is a cell of the same column where it
    may be one."""
    found = list(mentions)
    for i, (one, other) in enumerate(pairwise(mentions)):
        between = {t.lower for t in tokens[one.end : other.start]}
        if between & _JOINING and between <= _BETWEEN:
            found[i + 1] = _like(found[i], other)
            found[i] = _like(found[i + 1], found[i])
    return tuple(found)


def _like(one: Mention, other: Mention) -> Mention:
    """The other with its cell of the column first that the one is a cell of."""
    kind, first = (m.links[0] if m.links else None for m in (one, other))
    if kind is None or first is None or kind.kind != "value" or first.score >= _OUTRIGHT or other.pinned:
        return other
    cells = [k for k in other.links if _beside(k, kind) and first.score - k.score <= _MARGIN]
    if len(cells) != 1 or cells[0] is first:
        return other
    return replace(
        other,
        links=(
            replace(cells[0], score=first.score),
            *(k for k in other.links if k.kind == "value" and k is not cells[0]),
        ),
    )


def _beside(link: Link, kind: Link) -> bool:
    same = (link.kind, link.table, link.column) == (kind.kind, kind.table, kind.column)
    return same and link.value != kind.value
