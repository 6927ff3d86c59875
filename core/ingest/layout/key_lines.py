"""Lines of keys above a table of times: `Unit,%`, `Series ID,A2304`, `Release date,13-06-2023`, and then `2001,4.7`.

Statistics offices and central banks write what a series is into its first lines, a key in the column of the times and
a value in each column of figures. They are no rows, and one of them is the header.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.ingest.layout.grid import Columns, Grid
from core.ingest.layout.words import is_total, says

FEWEST, MOST = 3, 24
"""Lines of keys: fewer are a header, more are rows."""
_TIMES = 5
"""Lines below the keys that must begin with a time."""
_UNIT = ("unit", "units", "einheit", "unité", "unidad", "unità", "unidade")
_TIME = frozenset(
    "time period date year month quarter week day observation_date zeit jahr datum année fecha periodo".split()
)


@dataclass(frozen=True, slots=True)
class KeyLines:
    """The lines, the one of them that is the header, and the one with the units."""

    lines: list[int]
    header: int
    units: list[int]

    @property
    def others(self) -> list[int]:
        """Those that are neither."""
        return [i for i in self.lines if i != self.header and i not in self.units]


def key_lines(grid: Grid, lines: Sequence[int], columns: Columns) -> KeyLines | None:
    """The lines of keys with which a table begins whose first column holds times; None where it begins otherwise.

    The header is the last line if it names the times, else the first that has a text in each column.
    """
    left = columns.left
    if columns.width < 2 or columns.kinds[left] not in ("d", "y"):
        return None
    depth = next((n for n, i in enumerate(lines[: MOST + 1]) if _is_time(grid, i, left)), 0)
    if not depth >= FEWEST or not all(_is_time(grid, i, left) for i in lines[depth : depth + _TIMES]):
        return None
    keys = list(lines[:depth])
    if any(is_total(grid.cell(i, left)) or len(grid.cell(i, left)) > 60 for i in keys):
        return None
    if sum(len(grid.filled(i)) > 1 for i in keys) * 3 < 2 * len(keys):
        return None
    if sum(len(grid.filled(i)) > 1 and left in grid.filled(i) for i in keys) < FEWEST - 1:
        return None  # lines of a header, and a group's heading
    whole = [i for i in keys if len(grid.filled(i)) >= len(columns.used) - 1 and _in_words(grid, i, left)]
    if not whole:
        return None
    named = _TIME & {*grid.cell(whole[-1], left).casefold().replace("_", " ").split()}
    header = whole[-1] if named and whole[-1] == keys[-1] else whole[0]
    units = [i for i in keys if i != header and grid.cell(i, left).strip(" :").casefold() in _UNIT]
    return KeyLines(keys, header, units[:1])


def _is_time(grid: Grid, i: int, left: int) -> bool:
    """A day, a month of a year or a year; `MAR` and `OUT` by themselves are codes as well as months."""
    kinds = grid.kinds(i)
    return left < len(kinds) and kinds[left] in ("d", "y") and any(map(str.isdigit, grid.cell(i, left)))


def _in_words(grid: Grid, i: int, left: int) -> bool:
    """Whether a line's cells beside the first are words, and not units."""
    cells = [(k, grid.cell(i, c)) for c, k in enumerate(grid.kinds(i)) if k and c > left]
    return bool(cells) and all(k == "t" for k, _ in cells) and not all(says("unit", text) for _, text in cells)
