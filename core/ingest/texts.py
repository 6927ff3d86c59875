"""A column's distinct texts and how often each occurs.

A query costs a millisecond however little it looks at, and a folder of small files has thousands of columns. So where
the texts are few they are at hand in Python, and DuckDB's table `one` is made only if something asks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.ingest.types import SAMPLE, SOME, Sample, sample_of

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

FEW_CELLS = 200_000
"""Most cells of a table that is looked at in memory at once."""


class Texts:
    """The texts of one column of the table `raw`; `few` has them all with their counts, or None if they are many."""

    def __init__(self, con: duckdb.DuckDBPyConnection, column: str, cells: pa.ChunkedArray | None = None) -> None:
        self.column = column
        self._con = con
        self._made = False
        some: list[tuple[str, int]]
        if cells is None:
            self.table()
            some = con.execute(f"SELECT v, n FROM one {SOME}").fetchall()
            self.few = some if len(some) < SAMPLE else None
        else:
            counts = cells.drop_null().value_counts()
            some = list(zip(counts.field(0).to_pylist(), counts.field(1).to_pylist(), strict=True))
            self.few = some if len(some) < SAMPLE else None
        self.sample: Sample = sample_of([v for v, _ in some[:SAMPLE]])

    def table(self) -> str:
        """Make the table `one` (v, n) if it is not made; return its name. There is one at a time."""
        if not self._made:
            group(self._con, self.column)
            self._made = True
        return "one"


def all_texts(con: duckdb.DuckDBPyConnection, rows: int, width: int) -> Iterator[Texts]:
    """The texts of each column of `raw`, one after another."""
    cells = con.sql("FROM raw").to_arrow_table() if rows * width <= FEW_CELLS else None
    for i in range(width):
        yield Texts(con, f"c{i}", cells.column(f"c{i}") if cells is not None else None)


def group(con: duckdb.DuckDBPyConnection, column: str) -> None:
    """Fill the table `one` (v, n) with the column's distinct texts and how often each occurs."""
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE one AS SELECT {column} AS v, count(*) AS n FROM raw "
        f"WHERE {column} IS NOT NULL GROUP BY ALL"
    )
