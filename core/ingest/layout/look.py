"""A look at a whole text: its records, and the tables that lie in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from core.errors import NotATable
from core.ingest.detect import Dialect
from core.ingest.layout.by_hand import LayoutOverride, find_by, fitting
from core.ingest.layout.drafts import Draft
from core.ingest.layout.find import find
from core.ingest.layout.grid import Grid, Record
from core.ingest.layout.packed_keys import with_keys_apart
from core.ingest.layout.problems import too_many_blocks
from core.ingest.layout.split_text import rejoined
from core.ingest.layout.tables import FoundTable, tables_of
from core.ingest.read import narrow, numbered
from core.model import Problem

MOST_CELLS = 5_000_000
"""Of a text that is held whole: each takes eight bytes, and what stands in it fifty and more."""
MOST_BLOCKS = 2_000
"""Blocks of lines between blank ones that are looked at, which takes a millisecond or two each."""
_ALIKE = 0.95
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


def look(
    path: Path,
    text: Path,
    dialect: Dialect,
    problems: tuple[Problem, ...] = (),
    override: LayoutOverride | None = None,
) -> Look | None:
    """Read the whole of a text and find its tables; None where it has too many cells to be held whole.

    Raises TooLong, TooWide, NotATable, BadLayout.
    """
    stray_quotes: list[None] = []
    records: list[Record] = []
    room = MOST_CELLS
    rows = narrow(path, numbered(text, dialect, lambda: stray_quotes.append(None)))
    once: dict[str, str] = {}  # what stands in many cells is kept once
    for first, last, cells in rows:
        records.append(Record(first, last, [once.setdefault(c, c) for c in cells]))
        room -= len(cells)
        if room < 0:
            return None
    records, dialect = with_keys_apart(rejoined(records, dialect.format.delimiter), dialect)
    return look_at(path, records, dialect, len(stray_quotes), problems, override)


def look_at(
    path: Path,
    records: list[Record],
    dialect: Dialect,
    stray_quotes: int = 0,
    problems: tuple[Problem, ...] = (),
    override: LayoutOverride | None = None,
) -> Look:
    """Find the tables in the records of a text or a sheet. Raises NotATable, BadLayout."""
    grid = Grid(records)
    if override and (override := fitting(grid, override)):
        return Look(grid, dialect, tables_of(grid, find_by(grid, override), by_hand=True), stray_quotes, problems)
    plain = dialect.framed or (len(dialect.top.labels) < 2 and _narrow(records))
    blocks = 0 if plain else _blocks(grid)
    if blocks > MOST_BLOCKS:
        plain = True
        problems += () if _even(records) else (too_many_blocks(blocks),)
    tables = () if plain else _found(grid, dialect)
    if not any(t.draft.sure for t in tables) and is_running_text(grid):
        raise NotATable(path, "a letter or other running text", "Load data dictionaries and notes as documents.")
    grid.forget()
    return Look(grid, dialect, tables, stray_quotes, problems)


def is_running_text(grid: Grid) -> bool:
    """Paragraphs of sentences: lines of many words, of which many end as sentences do, with blank lines between."""
    lines = [i for i in range(min(len(grid), 400)) if not grid.blank(i)]
    if len(lines) < 4:
        return False
    texts = [", ".join(c.strip() for c in grid.cells(i) if c.strip()) for i in lines]
    words = sum(len(t.split()) for t in texts)
    ended = sum(t.rstrip("\"'”)").endswith((".", ",", "!", "?", ":", ";")) for t in texts)
    counts = [len(grid.filled(i)) for i in lines]
    even = max(map(counts.count, {n for n in counts if n > 1}), default=0)
    blanks = sum(grid.blank(i) for i in range(lines[0], lines[-1]))
    figures = sum(k == "n" for i in lines for k in grid.kinds(i))
    return words > 5 * len(texts) and 5 * ended >= 2 * len(texts) and blanks > 0 and 2 * even < len(lines) > figures


def _narrow(records: list[Record]) -> bool:
    """Hardly a record has two cells."""
    return sum(len(r.cells) > 1 for r in records) * 20 < len(records)


def _blocks(grid: Grid) -> int:
    """How many blocks of lines there are between blank ones."""
    blank = [grid.blank(i) for i in range(len(grid))]
    return sum(not now and before for before, now in pairwise([True, *blank]))


def _even(records: list[Record]) -> bool:
    """Nearly all records have as many cells, as in a table with a blank line after each row."""
    widths = Counter(len(r.cells) for r in records if r.cells)
    return max(widths.values()) >= _ALIKE * widths.total()


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
