"""A last row that sums up the others: sums over the table would count everything twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.ingest.types import Typing
from core.model import NUMERIC, Column, Problem

if TYPE_CHECKING:
    import duckdb

_ROWS = range(5, 100_001)
"""In fewer rows it may be chance (3 = 1 + 2); longer tables are exports, which have no such row."""
_MOST = 5
"""Columns that are named."""


def total_row(
    con: duckdb.DuckDBPyConnection, file: str, rows: int, columns: Sequence[tuple[Column, Typing, str]]
) -> Iterator[Problem]:
    """The columns whose last cell is the sum of all others. Each comes with its typing and its name in `raw`."""
    numbers = [(c, t.value(raw)) for c, t, raw in columns if c.type in NUMERIC]
    if rows not in _ROWS or not numbers:
        return
    (last,) = con.execute(
        f"SELECT {', '.join(f'CAST({v} AS DOUBLE)' for _, v in numbers)} FROM raw OFFSET {rows - 1}"
    ).fetchall()
    filled = [(c, v, x) for (c, v), x in zip(numbers, last, strict=True) if x]
    if not filled:
        return
    sums = con.execute(f"SELECT {', '.join(f'sum(CAST({v} AS DOUBLE))' for _, v, _ in filled)} FROM raw").fetchall()[0]
    found = [c for (c, _, x), s in zip(filled, sums, strict=True) if abs(s - 2 * x) <= 1e-9 * abs(x)]
    for column in found[:_MOST]:
        yield Problem(
            file,
            "total_row",
            f"The last row seems to be a total: its “{column.label or column.name}” is the sum of all rows above.",
            "It counts everything twice in sums. Take this row out of the file and load it again.",
            column.name,
        )
