"""The totals of a family's files: kept apart from the rows that they sum up, each with the file that states it.

A file's own finding is taken over. What most files call a total is one in those as well whose figures do not tell it
(a cell suppressed, a rounding too many): left there, it would count its parts twice in that file alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.ingest.families.total_rows import Place, shared, sums_up
from core.model import Layout, TotalRow

if TYPE_CHECKING:
    import duckdb

_MOST = 100
"""Totals of one file that are kept."""
_TRIED = 50
"""Files loaded before in which a total of the new ones is looked for by its figures."""


class KeptTotals:
    """Gathers what the members' totals are while they are read; columns are places in the union."""

    def __init__(self) -> None:
        self._rows: dict[str, list[tuple[TotalRow, dict[int, str]]]] = defaultdict(list)
        """Of each file the totals, with their cells by column."""
        self._stated: dict[str, Counter[Place]] = {}
        """Of each file how often a label is that of a total."""
        self._read: set[str] = set()
        self._kept: list[str] = []
        self.apart: list[Place] = []
        """What is a total in every file of the family."""
        self.found: dict[Place, int] = {}
        """Of these, in how many files the row was taken out here."""

    def read(
        self, con: duckdb.DuckDBPyConnection, source: str, layout: Layout | None, width: int, places: Sequence[int]
    ) -> None:
        """Take over what the layout of a file says, which stands in `raw`: its column i is the union's `places[i]`."""
        self._read.add(source)
        stated = self._stated[source] = Counter()
        for row in layout.totals if layout else ():
            before = width - len(row.cells)  # columns of group headings
            cells = {place: row.cells[i - before] for i, place in enumerate(places) if 0 <= i - before < len(row.cells)}
            self._add(source, row, cells)
            at = next((place for place, cell in cells.items() if cell == row.label), None)
            if at is not None and row.label:
                stated[at, row.label] += 1
        if (said := sums_up(con, len(places))) is not None:
            stated[places[said[0]], said[1]] += 1

    def keep(self, source: str, totals: Sequence[TotalRow], places: Iterable[tuple[int, int]]) -> None:
        """Take over the totals of a file whose rows are kept: cell i of them is in the union's column, by `places`."""
        self._kept.append(source)
        pairs = list(places)
        for row in totals:
            self._add(source, row, {place: row.cells[at] for place, at in pairs if at < len(row.cells)})

    def settle(self, con: duckdb.DuckDBPyConnection, width: int, known: Iterable[Place]) -> None:
        """Take out of `gathered` the rows that are totals in most files, or were in the family's files before."""
        known = set(known)
        wanted = {p for stated in self._stated.values() for p in stated} - known
        for source in self._kept[:_TRIED] if wanted else ():
            said = sums_up(con, width, source)
            if said in wanted:
                self._stated[source] = Counter([said])
        often = [p for stated in self._stated.values() for p in stated]
        files = len(self._read) + min(len(self._kept), _TRIED) if wanted else len(self._read)
        self.apart = sorted({*shared(often, files), *known})
        for place, label in self.apart:
            most = max((stated[place, label] for stated in self._stated.values()), default=0) or 1
            self._take_out(con, width, (place, label), most)

    def of(self, source: str, width: int) -> tuple[TotalRow, ...]:
        """A file's totals, their cells in the order of the union's columns."""
        rows = self._rows.get(source, ())
        return tuple(replace(r, cells=tuple(cells.get(i, "") for i in range(width))) for r, cells in rows)

    def _add(self, source: str, row: TotalRow, cells: Mapping[int, str]) -> None:
        if len(self._rows[source]) < _MOST:
            self._rows[source].append((row, dict(cells)))

    def _take_out(self, con: duckdb.DuckDBPyConnection, width: int, place: Place, most: int) -> None:
        """Take the rows of a label out of the files where it stands as rarely as totals do."""
        column, label = f"c{place[0]}", place[1]
        cells = ", ".join(f"c{i}" for i in range(width))
        few = f"SELECT s FROM gathered WHERE {column} = ? GROUP BY s HAVING count(*) <= {most}"
        rows = con.execute(f"SELECT s, {cells} FROM gathered WHERE {column} = ? AND s IN ({few})", [label, label])
        gone = rows.fetchall()
        for source, *texts in gone:
            shown = {i: str(text) for i, text in enumerate(texts) if text is not None}
            self._add(source, TotalRow(0, label, ()), shown)
        con.execute(f"DELETE FROM gathered WHERE {column} = ? AND s IN ({few})", [label, label])
        if gone:
            self.found[place] = len({source for source, *_ in gone})
