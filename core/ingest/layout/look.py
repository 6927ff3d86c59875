"""A look at a whole text: its records, and the tables that lie in it."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import TooLong
from core.ingest.detect import LONGEST_CELL, Dialect
from core.ingest.layout.drafts import Draft
from core.ingest.layout.find import find
from core.ingest.layout.grid import Grid, Record
from core.ingest.layout.tables import FoundTable, tables_of
from core.ingest.read import numbered
from core.model import Problem

_SEP = re.compile(r'"?sep=.?', re.IGNORECASE)
"""What Excel writes into the first line of a text to say which delimiter it has."""


@dataclass(frozen=True, slots=True)
class Look:
    """A text's records and the tables found in it; none where it is a table from its first line to its last."""

    grid: Grid
    dialect: Dialect
    tables: tuple[FoundTable, ...]
    stray_quotes: int = 0
    """Rows with a quote that is never closed."""
    problems: tuple[Problem, ...] = ()

    def table(self, title: str) -> FoundTable | None:
        return next((t for t in self.tables if t.title == title), None)

    @property
    def titles(self) -> tuple[str, ...]:
        """What tells the tables apart, where there are several."""
        return tuple(t.title for t in self.tables) if len(self.tables) > 1 else ()

    def below(self) -> Iterator[tuple[int, int, list[str]]]:
        """The records below the dialect's own header, for a file that is one plain table."""
        first = self.dialect.top.first
        return ((r.first, r.last, r.cells) for r in self.grid.records if r.first > first)


def look(path: Path, text: Path, dialect: Dialect, problems: tuple[Problem, ...] = ()) -> Look:
    """Read the whole of a text and find its tables. Raises TooLong."""
    stray_quotes: list[None] = []
    try:
        records = list(map(Record._make, numbered(text, dialect, lambda: stray_quotes.append(None))))
    except csv.Error as error:
        raise TooLong(path, "cell", LONGEST_CELL) from error
    return look_at(records, dialect, len(stray_quotes), problems)


def look_at(records: list[Record], dialect: Dialect, stray_quotes: int = 0, problems: tuple[Problem, ...] = ()) -> Look:
    """Find the tables in the records of a text or a sheet."""
    grid = Grid(records)
    plain = dialect.framed or (len(dialect.top.labels) < 2 and _narrow(records))
    return Look(grid, dialect, () if plain else _found(grid, dialect), stray_quotes, problems)


def _narrow(records: list[Record]) -> bool:
    """Hardly a record has two cells."""
    return sum(len(r.cells) > 1 for r in records) * 20 < len(records)


def _found(grid: Grid, dialect: Dialect) -> tuple[FoundTable, ...]:
    """The tables, or nothing where the file is plainly one."""
    comments = [
        n
        for n, r in enumerate(grid.records)
        if r.cells and ((dialect.top.comments and r.cells[0].startswith("#")) or (not n and _SEP.match(r.cells[0])))
    ]
    aside = set(comments)
    seen = (
        Grid([Record(r.first, r.last, [] if n in aside else r.cells) for n, r in enumerate(grid.records)])
        if aside
        else grid
    )
    finding = find(seen)
    for n in comments:
        if finding.tables:
            finding.tables[0].comments.append(n)
    tables = tables_of(grid, finding)
    return tables if len(tables) > 1 or any(_is_cut(d) for d in finding.tables) else ()


def _is_cut(draft: Draft) -> bool:
    """Some line is neither a header of one line, nor a row, nor blank."""
    aside = (draft.title, draft.notes, draft.headings, draft.totals, draft.repeated, draft.units, draft.numbering)
    return any(aside) or len(draft.header) > 1
