"""A column's distinct texts and how often each occurs.

A query costs a millisecond however little it looks at, and a folder of small files has thousands of columns. So where
the texts are few they are at hand in Python, and a table of them is made in DuckDB only if something asks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.ingest.types import SAMPLE, SOME, Sample, sample_of

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

FEW_CELLS = 200_000
"""Most cells of a table that is looked at in memory at once."""
_MOST_KEPT = 3_000_000
"""Distinct texts, of all columns together, that are kept for a second look."""


class Texts:
    """The texts of one column of the table `raw`; `few` has them all with their counts, or None if they are many."""

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        column: str,
        cells: pa.ChunkedArray | None = None,
        room: Room | None = None,
    ) -> None:
        self.column = column
        self._con = con
        self._room = None if cells is not None else room
        self._held = 0
        self._made = False
        some: list[tuple[str, int]]
        if cells is None:
            some = con.execute(f"SELECT v, n FROM {self.table()} {SOME}").fetchall()
        else:
            counts = cells.drop_null().value_counts()
            some = list(zip(counts.field(0).to_pylist(), counts.field(1).to_pylist(), strict=True))
        self.few = some if len(some) < SAMPLE else None
        self.sample: Sample = sample_of([v for v, _ in some[:SAMPLE]])

    @property
    def empty(self) -> bool:
        """No cell is filled."""
        return self.few == []

    def table(self) -> str:
        """Make the table (v, n) of these texts if it is not made; return its name."""
        name = f"texts_{self.column}"
        if not self._made:
            self._con.execute(
                f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT {self.column} AS v, count(*) AS n FROM raw "
                f"WHERE {self.column} IS NOT NULL GROUP BY ALL"
            )
            self._made = True
        return name

    def keep(self) -> bool:
        """Whether there is room to keep the texts for a second look, after those of other columns."""
        if self._room is None:
            return False
        self._held = len(self.few) if self.few is not None else self._count()
        return self._room.take(self._held)

    def done(self) -> None:
        """The texts are not needed again."""
        if self._room is not None:
            self._room.left += self._held
            self._held = 0
        if self._made:
            self._con.execute(f"DROP TABLE texts_{self.column}")
            self._made = False

    def _count(self) -> int:
        return int(self._con.execute(f"SELECT count(*) FROM {self.table()}").fetchall()[0][0])


@dataclass(slots=True)
class Room:
    """For how many more distinct texts there is room."""

    left: int

    def take(self, texts: int) -> bool:
        self.left -= texts
        return self.left >= 0


def all_texts(con: duckdb.DuckDBPyConnection, rows: int, width: int) -> Iterator[Texts]:
    """The texts of each column of `raw`, one after another. Of a small table none are kept."""
    cells = con.sql("FROM raw").to_arrow_table() if rows * width <= FEW_CELLS else None
    room = Room(_MOST_KEPT)
    for i in range(width):
        yield Texts(con, f"c{i}", cells.column(f"c{i}") if cells is not None else None, room)
