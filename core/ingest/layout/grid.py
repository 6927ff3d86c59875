"""The records of a text or sheet with their line numbers, and what each looks like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.ingest.layout.cells import kind

SAMPLE = 120
"""How many rows of a long block say what its columns are."""
_NUMERIC = frozenset("nymx")
_UNNAMED = "Unnamed: "


class Record(NamedTuple):
    """One record: its first and last physical line, counted from 1, and its cells."""

    first: int
    last: int
    cells: list[str]


class Grid:
    """Records by index. Features are worked out when asked for, so that a long table costs little."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self._kinds: dict[int, tuple[str, ...]] = {}
        self._filled: dict[int, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self.records)

    def cells(self, i: int) -> list[str]:
        return self.records[i].cells

    def kinds(self, i: int) -> tuple[str, ...]:
        """The letters of a record's cells (core.ingest.layout.cells), without empty ones at the end."""
        found = self._kinds.get(i)
        if found is None:
            letters = [kind(c) for c in self.records[i].cells]
            while letters and not letters[-1]:
                letters.pop()
            found = self._kinds[i] = tuple(letters)
        return found

    def filled(self, i: int) -> tuple[int, ...]:
        """The columns in which a record holds something."""
        found = self._filled.get(i)
        if found is None:
            found = self._filled[i] = tuple(c for c, k in enumerate(self.kinds(i)) if k)
        return found

    def blank(self, i: int) -> bool:
        for cell in self.records[i].cells:
            if cell and not cell.isspace():
                return cell.startswith(_UNNAMED) and not self.kinds(i)
        return True

    def text(self, i: int) -> str:
        """What a record says, its cells joined."""
        return " ".join(" ".join(c.split()) for c in self.records[i].cells if kind(c))

    def forget(self) -> None:
        """Let go of the features that were worked out; they are worked out again when asked for."""
        self._kinds.clear()
        self._filled.clear()

    def cell(self, i: int, column: int) -> str:
        cells = self.records[i].cells
        return cells[column] if column < len(cells) else ""


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of some rows hold."""

    kinds: tuple[str, ...]
    """By column: "n", "y", "d", "t", or "" where nothing stands."""
    fill: tuple[float, ...]
    """By column: the share of rows that are filled."""
    usual: int
    """How many cells a row usually fills."""
    longest: int
    """Signs in the longest cell of the leftmost column in use."""

    @property
    def width(self) -> int:
        return len(self.kinds)

    @property
    def used(self) -> frozenset[int]:
        return frozenset(c for c, k in enumerate(self.kinds) if k)

    @property
    def left(self) -> int:
        return next((c for c, k in enumerate(self.kinds) if k), 0)

    @property
    def typed(self) -> frozenset[int]:
        """The columns of numbers, years or dates."""
        return frozenset(c for c, k in enumerate(self.kinds) if k in ("n", "y", "d"))


def spread(rows: Sequence[int], most: int = SAMPLE) -> Sequence[int]:
    """At most `most` of the rows, evenly spaced."""
    if len(rows) <= most:
        return rows
    step = len(rows) / most
    return [rows[int(k * step)] for k in range(most)]


def columns_of(grid: Grid, rows: Sequence[int]) -> Columns:
    """What the columns of these rows hold. Rows that fill a single cell have a say only if all do."""
    some = spread(rows)
    wide = [r for r in some if len(grid.filled(r)) > 1] or list(some)
    width = max((len(grid.kinds(r)) for r in wide), default=0)
    kinds, fill = [], []
    held_by = [grid.kinds(r) for r in wide]
    for c in range(width):
        letters = Counter(k[c] for k in held_by if c < len(k) and k[c])
        total = letters.total()
        fill.append(total / len(wide))
        held = total - letters["m"] - letters["x"]
        numbers, dates = letters["n"] + letters["y"], letters["d"]
        if not total:
            kinds.append("")
        elif not held:
            kinds.append("n" if letters["m"] else "t")
        elif numbers >= 0.6 * held:
            kinds.append("n" if letters["n"] > 0.1 * held else "y")
        elif dates + letters["y"] >= 0.6 * held:
            kinds.append("d")
        else:
            kinds.append("t")
    counts = sorted(len(grid.filled(r)) for r in wide)
    usual = counts[len(counts) // 2] if counts else 0
    left = next((c for c, k in enumerate(kinds) if k), 0)
    longest = max((len(grid.cell(r, left).strip()) for r in wide), default=0)
    return Columns(tuple(kinds), tuple(fill), usual, longest)


def fit(grid: Grid, i: int, columns: Columns, width: int | None = None) -> float:
    """The share of a record's filled cells (of the first `width` ones) that are what their columns hold."""
    kinds = grid.kinds(i)[:width]
    good = total = 0.0
    for c, k in enumerate(kinds):
        if not k:
            continue
        total += 1
        wanted = columns.kinds[c] if c < columns.width else ""
        if not wanted:
            good += 0.8 * (c < (width or columns.width))  # nothing is known of it
        elif wanted == "t":
            good += 1 if k in "tmx" else 0.7
        elif (
            (wanted and (k == wanted or k in "mx"))
            or (wanted in ("n", "y") and k in _NUMERIC)
            or (wanted == "d" and k in "dy")
        ):
            good += 1
    return good / total if total else 0.0
