"""Words beside a figure that is told, which say no more than that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.ask.tokens import Token, lemmas
from core.ask.translators.rules.query import Definition, Item


def told_with_idle(
    tokens: Sequence[Token], start: int, end: int, item: Item | None, idle: Iterable[tuple[int, int]]
) -> dict[int, tuple[int, Definition]]:
    """The figure where it stands, and the idle spans, the first ones first, that no other takes: start → (end, what it
    means)."""
    found = {start: (end, Definition(lemmas(tokens, start, end), item))}
    taken = set(range(start, end))
    for begin, stop in idle:
        if taken.isdisjoint(range(begin, stop)):
            found[begin] = (stop, Definition(lemmas(tokens, begin, stop)))
            taken |= set(range(begin, stop))
    return found
