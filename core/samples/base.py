"""What a sample set is, and the few draws it is made with.

Files must come out byte for byte the same everywhere. So only `Random.random()` is drawn from, the one sequence Python
keeps for a seed across releases; figures are whole numbers until they are written; and floats are never passed to
`sum`, which rounds differently since Python 3.12.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import TypeVar

T = TypeVar("T")

Cell = str | int | None
"""What a cell is written from; None becomes an empty cell."""


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question a person might ask, and the SQLite query whose rows are the right answer.

    Tables bear the file's stem, columns the header, both verbatim. Empty cells and the sample's `missing` tokens are
    null. In a query with a LIMIT the figure it orders by is the last column.
    """

    text: str
    sql: str
    ordered: bool = False
    """The order of the rows is part of the answer."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Files a person can try the product on, made when asked for."""

    key: str
    title: str
    sentence: str
    preview: tuple[tuple[str, str], ...]
    """Pairs (file name, what is in it), in the order in which `write` makes them."""
    joins: tuple[tuple[str, str], ...]
    """The joins that are meant, as ("table.column", "table.column"): every value of the first is in the second."""
    questions: tuple[SampleQuestion, ...]
    write: Callable[[Path], list[Path]]
    """Writes the files into a folder, made if absent, over files of the same name; gives their paths."""
    missing: tuple[str, ...] = ()
    """Cells with one of these texts hold no value."""


class Draws:
    """Chance with a seed, the same on every platform and Python."""

    def __init__(self, seed: int) -> None:
        self._next = Random(seed).random  # noqa: S311 - invented data, not a secret

    def below(self, n: int) -> int:
        return int(self._next() * n)

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def bell(self, low: int, high: int) -> int:
        """Like `whole`, but the middle comes oftener: the mean of four draws."""
        return low + sum(self.below(high - low + 1) for _ in range(4)) // 4

    def chance(self, per_thousand: int) -> bool:
        return self.below(1000) < per_thousand

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[tuple[T, int]]) -> T:
        """One of the items; each comes as often as the number beside it says."""
        left = self.below(sum(weight for _, weight in items))
        for item, weight in items:
            left -= weight
            if left < 0:
                return item
        raise ValueError("no item has a positive weight")

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Fisher and Yates."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out

    def day(self, first: date, last: date) -> date:
        return first + timedelta(days=self.below((last - first).days + 1))


def decimal(units: int, places: int) -> str:
    """`decimal(-1250, 2)` is "-12.50"."""
    whole, part = divmod(abs(units), 10**places)
    return f"{'-' if units < 0 else ''}{whole}.{part:0{places}d}"


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[Cell]], *, bom: bool = False) -> Path:
    """Write one CSV: UTF-8, commas, CR LF on every platform, with a byte order mark if asked."""
    with path.open("w", encoding="utf-8-sig" if bom else "utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(header)
        writer.writerows(rows)
    return path
