"""What two profiles say about shared values: containment, chance, spread. No rows are read."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.ingest.sketch import hash_texts, md5_texts
from core.model import NUMERIC, Column, Profile
from core.text.words import normalise

Hashes = NDArray[np.uint64]

NEAR_UNIQUE = 0.9
"""A column with at least this share of distinct values among its cells is treated as a key with some dirt in it."""

NUMBERING = 0.25
"""A pair that chance makes fit more easily than this is a mere numbering."""
_MOSTLY = 0.6
"""A text column with at least this share of whole numbers among its common values is taken to be numbered."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """`forth` is the share of the child's distinct values in the parent, `back` the reverse; `seen` is how many of the
    child's sampled values the estimate rests on."""

    forth: float
    back: float
    shared: int
    seen: int
    cells: float = 0.0
    """The share of the child's cells that hold a value of the parent, where the child has few values; else 0."""


def hashes(profile: Profile) -> Hashes:
    """The sketch as a sorted array."""
    return np.array(profile.sketch, dtype=np.uint64)


Cells = tuple[Hashes, NDArray[np.int64]]
"""The hashes of a column's few values, and how many cells hold each."""


def few_values(columns: Collection[Column]) -> dict[str, Cells]:
    """Column id to its values with their cells, of those columns of texts whose few values stand in many cells: there a
    cell that is misspelled is a value of its own, and weighs as much as all others of the right spelling."""
    found = {c.id: c.profile.common for c in columns if c.type == "text" and _few(c.profile)}
    if not found:
        return {}
    texts = [normalise(text) for common in found.values() for text, _ in common]
    hashed = hash_texts(texts)
    if any(c.profile.sketch_hash for c in columns):  # they are all of one database
        hashed = md5_texts(texts)
    out: dict[str, Cells] = {}
    at = 0
    for column, common in found.items():
        out[column] = hashed[at : at + len(common)], np.array([n for _, n in common], dtype=np.int64)
        at += len(common)
    return out


def _few(profile: Profile) -> bool:
    told = profile.distinct > 2 and sum(n for _, n in profile.common) == profile.filled
    return told and profile.filled >= 1.5 * profile.distinct


def cells_in(cells: Cells, parent: Profile, parent_hashes: Hashes) -> float:
    """The share of the cells whose value is in the parent; 0 where its sketch does not hold all values."""
    if not parent.sketch_complete or not len(parent_hashes):
        return 0.0
    hashed, counts = cells
    at = np.minimum(np.searchsorted(parent_hashes, hashed), len(parent_hashes) - 1)
    return float(counts[parent_hashes[at] == hashed].sum() / counts.sum())


def overlap(child: Profile, child_hashes: Hashes, parent: Profile, parent_hashes: Hashes) -> Overlap:
    """Exact when both sketches are complete. Else both are cut at the lower of the two largest kept hashes, under which
    both are complete samples (KMV; Beyer et al., SIGMOD 2007)."""
    if not len(child_hashes) or not len(parent_hashes):
        return Overlap(0.0, 0.0, 0, 0)
    left, right = child_hashes, parent_hashes
    tops = [h[-1] for p, h in ((child, left), (parent, right)) if not p.sketch_complete]
    if tops:
        top = min(tops)
        left = left[: int(np.searchsorted(left, top, side="right"))]
        right = right[: int(np.searchsorted(right, top, side="right"))]
    common = _common(left, right)
    forth = common / len(left) if len(left) else 0.0
    back = common / len(right) if len(right) else 0.0
    shared = common if not tops else round(forth * child.distinct)
    return Overlap(forth, back, shared, len(left))


def _common(left: Hashes, right: Hashes) -> int:
    if len(left) > len(right):
        left, right = right, left
    if not len(left):
        return 0
    at = np.searchsorted(right, left)
    at[at == len(right)] = len(right) - 1
    return int(np.count_nonzero(right[at] == left))


def uniqueness(profile: Profile) -> float:
    """Distinct values per filled cell, 0..1."""
    return profile.distinct / profile.filled if profile.filled else 0.0


def whole(column: Column) -> bool:
    """Integers, or reals whose extremes are whole (integers with gaps are often stored so)."""
    if column.type == "integer":
        return True
    low, high = column.profile.minimum, column.profile.maximum
    return column.type == "real" and all(isinstance(v, int | float) and float(v).is_integer() for v in (low, high))


def bounds(column: Column) -> tuple[float, float] | None:
    """The least and greatest number of a numeric column."""
    low, high = column.profile.minimum, column.profile.maximum
    if column.type in NUMERIC and isinstance(low, int | float) and isinstance(high, int | float):
        return float(low), float(high)
    return None


def _numbered(column: Column) -> tuple[float, float] | None:
    """The bounds of a text column that holds whole numbers with some dirt (`#7`), guessed from its common values:
    the greatest of n draws lies at n / (n + 1) of the range."""
    common = [value for value, _ in column.profile.common]
    found = [int(value) for value in map(str.strip, common) if value.isdecimal()]
    if len(found) < 2 or len(found) < _MOSTLY * len(common):
        return None
    return float(min(found)), max(found) * (len(found) + 1) / len(found)


def chance(child: Column, parent: Column) -> float:
    """How easily the containment comes about by chance, 0..1: 1 for ids 1..n, near 0 for text and for sparse numbers.

    The share of the whole numbers from 1 to its greatest that the parent holds, squared (two values must hit).
    """
    if child.type == "boolean":
        return 1.0
    theirs = bounds(parent) or _numbered(parent)
    if theirs is None:
        return 0.0
    width = theirs[1] - min(1.0, theirs[0]) + 1.0
    return min(1.0, parent.profile.distinct / width) ** min(2, max(1, child.profile.distinct))


def dense(column: Column) -> bool:
    """Whether the column holds the whole numbers from 1 (or 0) on, with hardly a gap."""
    found = bounds(column)
    if found is None or column.type != "integer" or not 0.0 <= found[0] <= 1.0:
        return False
    return column.profile.distinct >= NEAR_UNIQUE * (found[1] - found[0] + 1.0)


def in_a_row(column: Column) -> bool:
    """Whether the column holds whole numbers with hardly a gap, wherever they begin."""
    found = bounds(column)
    return found is not None and column.profile.distinct >= NEAR_UNIQUE * (found[1] - found[0] + 1.0)


def spread(child: Column, parent: Column) -> float:
    """How well the child's extremes fit a random draw from the parent's range: a log10 probability, 0 down to -6.

    Of d values drawn evenly from 0..1, none exceeds r with probability r**d. A quantity 1..10 "contained" in ids
    1..5000 fails this; a real foreign key seldom does. After Zhang et al., "On Multi-Column Foreign Key Discovery"
    (VLDB 2010), reduced to what minimum and maximum show.
    """
    mine, theirs = bounds(child), bounds(parent)
    if mine is None or theirs is None or theirs[1] <= theirs[0]:
        return 0.0
    d, width = child.profile.distinct, theirs[1] - theirs[0] + 1.0
    high = min(1.0, max(1e-9, (mine[1] - theirs[0] + 1.0) / width))
    low = min(1.0, max(1e-9, (theirs[1] - mine[0] + 1.0) / width))
    return max(-6.0, d * (math.log10(high) + math.log10(low)))


def expected_coverage(child: Profile, parent: Profile) -> float:
    """The share of the parent's values that the child's cells would hit if each drew one at random."""
    if child.unique:
        return min(1.0, child.distinct / max(1, parent.distinct))
    return 1.0 - (1.0 - 1.0 / max(1, parent.distinct)) ** child.filled if parent.distinct > 1 else 1.0
