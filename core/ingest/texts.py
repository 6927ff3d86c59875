"""A column's distinct texts and how often each occurs.

A query costs a millisecond however little it looks at, and a folder of small files has thousands of columns. So where
the texts are few they are at hand in Python, and a table of them is made in DuckDB only if something asks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.ingest.batches import AT_ONCE, pieces
from core.ingest.types import SAMPLE, SOME, Sample, sample_of

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

FEW_CELLS = 200_000
"""Most cells of a table that is looked at in memory at once."""
_MOST_HELD, _LONG = 64 << 20, 200
"""Bytes of a column's texts, and of one of them on average, above which they are told apart by digests."""
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
        longest: int = 0,
        by_digest: bool = False,
        size: int = 0,
    ) -> None:
        """`longest` is how many bytes the longest text has, `size` all of them; `by_digest`: they are told apart
        by their SHA-256, as they are too long to be held all at once."""
        self.column = column
        self.longest = longest
        self.size = size
        self._by_digest = by_digest
        self._con = con
        self._room = None if cells is not None else room
        self._held = 0
        self._made = False
        self.last: str | None = None
        """The text of the last row, if it is filled and all texts are `at_hand`."""
        self.at_hand = cells is not None
        some: list[tuple[str, int]]
        if cells is None:
            some, whole = self._some()
        else:
            self.last = cells[-1].as_py() if len(cells) else None
            counts = cells.drop_null().value_counts()
            whole = True
            some = list(zip(counts.field(0).to_pylist(), counts.field(1).to_pylist(), strict=True))
        self.few = some if whole and len(some) < SAMPLE else None
        self.sample: Sample = sample_of([v for v, _ in some[:SAMPLE]])

    def _some(self) -> tuple[list[tuple[str, int]], bool]:
        """Some of the texts at random, fewer where they are long, and whether that is all there are."""
        query = f"SELECT v, n FROM {self.table()} {SOME}"
        if self.longest * SAMPLE <= AT_ONCE:
            return self._con.execute(query).fetchall(), True
        # Which, by numbers alone, as what is sorted is held: the first of them at least, however long.
        sized = f"SELECT rowid, strlen(v) FROM {self.table()} ORDER BY hash(v), rowid LIMIT {SAMPLE}"
        there = self._con.execute(sized).fetchall()
        first = next(pieces(there, SAMPLE, lambda one: int(one[1])), [])
        at = {int(row): n for n, (row, _) in enumerate(first)}
        chosen = ", ".join(map(str, at)) or "NULL"
        found = self._con.execute(f"SELECT rowid, v, n FROM {self.table()} WHERE rowid IN ({chosen})").fetchall()
        return [(v, n) for _, v, n in sorted(found, key=lambda one: at[one[0]])], len(first) == len(there)

    @property
    def mean(self) -> float:
        """Bytes of one of the distinct texts, on average."""
        if not self.longest:
            return 0.0
        return float(self._con.execute(f"SELECT coalesce(avg(strlen(v)), 0) FROM {self.table()}").fetchall()[0][0])

    @property
    def empty(self) -> bool:
        """No cell is filled."""
        return self.few == []

    def table(self) -> str:
        """Make the table (v, n) of these texts if it is not made; return its name."""
        name = f"texts_{self.column}"
        if not self._made:
            made, c = f"CREATE OR REPLACE TEMP TABLE {name} AS", self.column
            if self._by_digest:
                first = f"SELECT min(rowid) AS id, count(*) AS n FROM raw WHERE {c} IS NOT NULL GROUP BY sha256({c})"
                self._con.execute(f"{made} SELECT {c} AS v, n FROM raw JOIN ({first}) ON raw.rowid = id")
            else:
                self._con.execute(f"{made} SELECT {c} AS v, count(*) AS n FROM raw WHERE {c} IS NOT NULL GROUP BY ALL")
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


def mean_of(columns: Sequence[Texts], rows: int) -> float | None:
    """Bytes that a row of these columns has on average; None where that of some column is not known."""
    return sum(t.size for t in columns) / max(1, rows) if all(t.size or t.empty for t in columns) else None


@dataclass(slots=True)
class Room:
    """For how many more distinct texts there is room."""

    left: int

    def take(self, texts: int) -> bool:
        self.left -= texts
        return self.left >= 0


def all_texts(con: duckdb.DuckDBPyConnection, rows: int, width: int, held: bool = False) -> Iterator[Texts]:
    """The texts of each column of `raw`, one after another. Of a small table none are kept.

    `held`: Python has the rows, so that to have them once more asks for no room that there is not.
    """
    few = rows * width <= FEW_CELLS
    cells = con.sql("FROM raw").to_arrow_table() if few and held else None
    sizes_of, longest = _sizes(con, width) if cells is None else _sizes_at_hand(cells)
    small = few and sum(sizes_of) <= AT_ONCE
    cells = (cells or con.sql("FROM raw").to_arrow_table()) if small else None
    room = Room(_MOST_KEPT)
    for i in range(width):
        by_digest = sizes_of[i] > _MOST_HELD and sizes_of[i] > _LONG * rows
        yield Texts(
            con, f"c{i}", cells.column(f"c{i}") if cells is not None else None, room, longest[i], by_digest, sizes_of[i]
        )


def _sizes(con: duckdb.DuckDBPyConnection, width: int) -> tuple[list[int], list[int]]:
    """By column of `raw`: the bytes of all texts, and of the longest."""
    sizes = "".join(f", sum(strlen(c{i})), max(strlen(c{i}))" for i in range(width))
    _, *found = con.execute(f"SELECT 0{sizes} FROM raw").fetchall()[0]
    return [int(n or 0) for n in found[::2]], [int(n or 0) for n in found[1::2]]


def _sizes_at_hand(cells: pa.Table) -> tuple[list[int], list[int]]:
    """The same of texts that are at hand: a query of many sums takes longer to plan than a small table to read."""
    import pyarrow.compute as pc

    lengths = [pc.binary_length(column) for column in cells.columns]
    return [pc.sum(n).as_py() or 0 for n in lengths], [pc.max(n).as_py() or 0 for n in lengths]
