"""A last row that sums up the others: sums over the table would count everything twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.ingest.texts import Texts
from core.ingest.types import PLAIN, REAL, Typing, is_token
from core.model import NUMERIC, Column, Problem

if TYPE_CHECKING:
    import duckdb

_ROWS = range(5, 100_001)
"""In fewer rows it may be chance (3 = 1 + 2); longer tables are exports, which have no such row."""
_MOST = 5
"""Columns that are named."""


def total_row(
    con: duckdb.DuckDBPyConnection, file: str, rows: int, columns: Sequence[tuple[Column, Typing, Texts]]
) -> Iterator[Problem]:
    """The columns whose last cell is the sum of all others. Each comes with its typing and its texts in `raw`."""
    numbers = [(c, t, texts) for c, t, texts in columns if c.type in NUMERIC]
    if rows not in _ROWS or not numbers:
        return
    sums = _sums_at_hand(numbers)
    if sums is None:
        sums = _sums(con, rows, [t.value(texts.column) for _, t, texts in numbers])
    both = zip(numbers, sums, strict=True)
    found = [c for (c, *_), (last, whole) in both if last and abs(whole - 2 * last) <= 1e-9 * abs(last)]
    for column in found[:_MOST]:
        yield Problem(
            file,
            "total_row",
            f"The last row seems to be a total: its “{column.label or column.name}” is the sum of all rows above.",
            "It counts everything twice in sums. Take this row out of the file and load it again.",
            column.name,
        )


_Sum = tuple[float | None, float]
"""The number in the last row, and the sum of all."""


def _sums(con: duckdb.DuckDBPyConnection, rows: int, values: Sequence[str]) -> list[_Sum]:
    """By column, for the SQL of its values."""
    query = f"SELECT {', '.join(f'CAST({v} AS DOUBLE)' for v in values)} FROM raw OFFSET {rows - 1}"
    (last,) = con.execute(query).fetchall()
    if not any(last):
        return [(None, 0.0)] * len(values)
    query = f"SELECT {', '.join(f'coalesce(sum(CAST({v} AS DOUBLE)), 0)' for v in values)} FROM raw"
    return list(zip(last, con.execute(query).fetchall()[0], strict=True))


def _sums_at_hand(numbers: Sequence[tuple[Column, Typing, Texts]]) -> list[_Sum] | None:
    """The same without a query, where all are plain numbers and their texts are at hand; None where they are not."""
    found: list[_Sum] = []
    for _, typing, texts in numbers:
        if texts.few is None or not texts.at_hand or typing.partial or typing.reading not in (PLAIN, REAL):
            return None
        tokens = {v for v, _ in texts.few if typing.tokens and is_token(v)}
        last = None if texts.last is None or texts.last in tokens else float(texts.last)
        found.append((last, sum(float(v) * n for v, n in texts.few if v not in tokens)))
    return found
