"""Quotes that nobody closed: they swallow rows, or part of a file, unless each line is read by itself."""

from __future__ import annotations

import csv
import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from core.ingest.detect import Format, records

_AGAIN, _AGAIN_FREE = 10, 100_000
"""How often lines are read again, each on average, and how many besides, before records may have fewer lines."""
_FEWEST_LINES = 20
_NEARLY_ALL = 0.9


def mended(
    lines: Iterator[str], form: Format, width: int, stray_quotes: Callable[[], None]
) -> Iterator[tuple[int, list[str]]]:
    """The records of `lines`, each with how many lines it takes; where a quote that nobody closed swallowed whole rows,
    each line is a record again.

    The lines that were swallowed are read again, and may be swallowed again by a quote in the next one. Where that adds
    up to many times the lines that are settled, a record may have fewer and fewer lines before it is looked at.

    Raises csv.Error for a cell that is too long for any other reason.
    """
    ahead: deque[str] = deque()
    kept: list[str] = []
    most: float = math.inf
    settled = again = 0

    def feed() -> Iterator[str]:
        while (line := ahead.popleft() if ahead else next(lines, None)) is not None:
            if len(kept) >= most:
                ahead.appendleft(line)
                raise _ManyLines
            kept.append(line)
            yield line

    while True:
        try:
            for _, record in records(feed(), form):
                if len(kept) > 1 and _swallowed(kept, form, width, seems_whole=len(record) == width):
                    break
                many = len(kept)
                kept.clear()
                settled += many
                most = max(most, 2 * many)
                yield many, record
            else:
                return
        except csv.Error:
            if len(kept) < 2 or not _swallowed(kept, form, width):
                raise
        except _ManyLines:
            if not _swallowed(kept, form, width):
                most *= 4
                again += len(kept)
                ahead.extendleft(reversed(kept))
                kept.clear()
                continue
        stray_quotes()
        settled += 1
        again += len(kept) - 1
        if again > _AGAIN * settled + _AGAIN_FREE:
            most = max(_FEWEST_LINES, len(kept) // 2)
        yield 1, _alone(kept[0], form, width)
        ahead.extendleft(reversed(kept[1:]))
        kept.clear()


class _ManyLines(Exception):
    """A record has more lines than it may have without a look at them."""


def _swallowed(lines: Sequence[str], form: Format, width: int, seems_whole: bool = False) -> bool:
    """The quotes of this record do not come out even, and most of its lines are rows of their own. Where it
    `seems_whole` by its number of cells (another stray quote may have ended it) nearly all are, and like the first."""
    if seems_whole and width < 2:
        return False
    try:
        for _ in records(lines, form, strict=True):
            pass
    except csv.Error:
        some = lines[1:21]
        if seems_whole:
            first = _alone(lines[0], form, width)
            return sum(_alike(first, _alone(line, form, width)) for line in some) >= _NEARLY_ALL * len(some)
        return 2 * sum(_cells_alone(line, form, width) == width for line in some) > len(some)
    return False


def _alike(row: list[str], other: list[str]) -> bool:
    """As many cells, a number in the first of both or of neither, and no blanks after a delimiter as in a sentence."""
    spaced = any(c.startswith(" ") for c in other[1:]) and not any(c.startswith(" ") for c in row[1:])
    return len(row) == len(other) and row[0].isdecimal() == other[0].isdecimal() and not spaced


@lru_cache(maxsize=64)
def _cells_alone(line: str, form: Format, width: int) -> int:
    """How many cells `_alone` gives; the same lines are looked at again and again where quotes swallow."""
    return len(_alone(line, form, width))


def _alone(line: str, form: Format, width: int) -> list[str]:
    """One line as one record; its quotes count as quotes only if they come out even and give the right cells."""
    line = line.rstrip("\r\n")
    try:
        quoted = next((r for _, r in records([line], form, strict=True)), [])
    except csv.Error:
        quoted = []
    if len(quoted) == width:
        return quoted
    bare = next((r for _, r in records([line], replace(form, quote=""))), [])
    return bare if len(bare) == width or not quoted else quoted
