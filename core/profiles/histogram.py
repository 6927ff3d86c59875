"""How a column's values are spread, for a small picture: from the profile, or by one query that is bounded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from core.model import NUMERIC, Column, Rows

BINS = 24
_VALUES = 8
"""How many of the commonest values are shown, where they are at least one cell in `_SHARE`."""
_SHARE = 10
MOST_ROWS = 250_000
"""Rows read of a longer table, from its first one."""
_DAY, _MONTH, _YEAR = 10, 7, 4
"""How many signs of an ISO date say day, month and year."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How many cells from `low` up to `high`; for values and times `label` says which."""

    label: str
    cells: int
    low: float = 0.0
    high: float = 0.0


@dataclass(frozen=True, slots=True)
class Distribution:
    """The bars in order: of numbers and times in theirs, of values the commonest first."""

    kind: Literal["numbers", "times", "values"]
    bars: tuple[Bar, ...]
    others: int = 0
    """Cells that hold other values than those shown."""
    looked_at: int = 0
    """How many of the table's rows were read; 0: all."""


def distribution(column: Column, ask: Callable[[str], Rows]) -> Distribution | None:
    """The picture of a column; None where there is nothing to see. `ask` runs a query and may raise QueryError."""
    p = column.profile
    low, high = p.minimum, p.maximum
    if p.unique and column.type not in ("real", "date", "datetime"):
        return None
    if column.type in NUMERIC and isinstance(low, int | float) and isinstance(high, int | float):
        if p.distinct > len(p.common):
            return _histogram(column, float(low), float(high), ask)
        ordered = sorted(p.common, key=lambda pair: float(pair[0]))
        return Distribution("values", tuple(Bar(v, n) for v, n in ordered)) if len(ordered) > 1 else None
    if (
        column.type in ("date", "datetime")
        and isinstance(low, str)
        and isinstance(high, str)
        and low[:_DAY] != high[:_DAY]
    ):
        return _over_time(column, low, high, ask)
    shown = p.common[:_VALUES] if p.distinct > len(p.common) else p.common
    cells = sum(n for _, n in shown)
    if not shown or shown[0][1] < 2 or cells * _SHARE < p.filled:
        return None
    return Distribution("values", tuple(Bar(v, n) for v, n in shown), others=p.filled - cells)


def _histogram(column: Column, low: float, high: float, ask: Callable[[str], Rows]) -> Distribution | None:
    width = (high - low) / BINS
    if column.type == "integer":
        width = float(max(1, -(-int(high - low + 1) // BINS)))
    if not width > 0:
        return None
    cell, some, looked_at = _some(column)
    found = ask(f"SELECT CAST(({cell} - ({low!r})) / {width!r} AS INTEGER) AS bin, COUNT(*) FROM {some} GROUP BY 1")
    last = int((high - low) / width) if column.type == "integer" else BINS - 1
    cells = [0] * (last + 1)
    for at, n in found.rows:
        if isinstance(at, int) and isinstance(n, int):
            cells[min(max(at, 0), last)] += n
    bars = tuple(Bar("", n, low + i * width, low + (i + 1) * width) for i, n in enumerate(cells))
    return Distribution("numbers", bars, looked_at=looked_at)


def _over_time(column: Column, low: str, high: str, ask: Callable[[str], Rows]) -> Distribution | None:
    years = int(high[:_YEAR]) - int(low[:_YEAR])
    months = 12 * years + int(high[5:7]) - int(low[5:7])
    signs = _YEAR if years > 4 else _MONTH if months > 1 else _DAY
    cell, some, looked_at = _some(column)
    found = ask(f"SELECT SUBSTR({cell}, 1, {signs}) AS time, COUNT(*) FROM {some} GROUP BY 1 ORDER BY 1")
    bars = tuple(Bar(str(t), n) for t, n in found.rows if isinstance(n, int))
    return Distribution("times", bars, looked_at=looked_at)


def _some(column: Column) -> tuple[str, str, int]:
    """The cell and the rows as SQL, and how many rows are looked at (0: all)."""
    cell, table = _quoted(column.name), _quoted(column.table)
    if column.profile.rows <= MOST_ROWS:
        return cell, f"{table} WHERE {cell} IS NOT NULL", 0
    return cell, f"(SELECT {cell} FROM {table} LIMIT {MOST_ROWS}) AS some WHERE {cell} IS NOT NULL", MOST_ROWS


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
