"""Work in pieces that are bounded by their bytes, not only by how many they are: a cell may be a page, or a book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

AT_ONCE = 16 << 20
"""Bytes of texts that Python or Arrow holds of one table at a time, more or less."""
T = TypeVar("T")


def rows_at_once(most: int, mean: float) -> int:
    """How many rows of so many bytes on average make a piece; at most `most`, and never none."""
    return max(1, min(most, int(AT_ONCE / max(mean, 1.0))))


def pieces(items: Iterable[T], most: int, size: Callable[[T], int], at_once: int = AT_ONCE) -> Iterator[list[T]]:
    """Lists of up to `most` items; one whose items together have reached `at_once` is not added to."""
    piece: list[T] = []
    held = 0
    for item in items:
        piece.append(item)
        held += size(item)
        if len(piece) >= most or held >= at_once:
            yield piece
            piece, held = [], 0
    if piece:
        yield piece
