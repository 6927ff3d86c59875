"""Filling the DuckDB table `raw` (text columns `c0`, `c1`…) with rows that Python reads one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import RowsLost, TooWide
from core.ingest.batches import pieces
from core.storage.arrays import array

if TYPE_CHECKING:
    import duckdb

MOST_COLUMNS = 2_000
"""SQLite's limit."""
_CELLS = 200_000
"""How many cells are handed over at a time."""


def too_wide(row: Sequence[str]) -> int:
    """How many columns a row has, without blank ones at its end, where they are more than a table holds; else 0."""
    width = len(row)
    if width <= MOST_COLUMNS:
        return 0
    while width and not row[width - 1].strip():
        width -= 1
    return width if width > MOST_COLUMNS else 0


def create(con: duckdb.DuckDBPyConnection, width: int) -> None:
    columns = ", ".join(f"c{i} VARCHAR" for i in range(width))
    con.execute(f"CREATE OR REPLACE TABLE raw ({columns})")


def count(con: duckdb.DuckDBPyConnection, where: str = "true") -> int:
    """Rows of `raw`. All of the result is fetched: DuckDB refuses some work while one is unfinished."""
    return int(con.execute(f"SELECT count(*) FROM raw WHERE {where}").fetchall()[0][0])


def fill(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    rows: Iterable[Sequence[str | None]],
    width: int,
    check: Callable[[], None],
) -> Counter[int]:
    """Make `raw` of `width` columns, more when a row is wider, and put all rows in; an empty cell is null.

    Returns how many rows there were of each width. `check` is called between batches. Raises TooWide, RowsLost.
    """
    import pyarrow as pa

    widths: Counter[int] = Counter()
    broadest = max(1, width)
    there = 0
    for batch in pieces(rows, max(100, _CELLS // broadest), _size):
        check()
        widths.update(map(len, batch))
        widest = max(widths)
        if widest > MOST_COLUMNS:
            raise TooWide(path, widest, MOST_COLUMNS)
        for i in range(broadest, widest) if there else ():
            con.execute(f"ALTER TABLE raw ADD COLUMN c{i} VARCHAR")
        broadest = max(broadest, widest)
        names = [f"c{i}" for i in range(broadest)]
        padded = [r if len(r) == broadest else [*r, *[""] * (broadest - len(r))] for r in batch]
        columns = [array([c or None for c in column], pa.string()) for column in zip(*padded, strict=True)]
        con.register("block", pa.table(columns, names=names))
        into = "INSERT INTO raw" if there else "CREATE OR REPLACE TABLE raw AS"  # most files are one batch
        there += int(con.execute(f"{into} FROM block").fetchall()[0][0])
        con.unregister("block")
    if not there:
        create(con, broadest)
    if there != widths.total():
        raise RowsLost(path, widths.total(), there)
    return widths


def _size(row: Sequence[str | None]) -> int:
    """What a row takes, more or less, in bytes."""
    return 8 * len(row) + sum(map(len, filter(None, row)))
