"""Long texts, looked at where something may be: at the start, at the end, and at blank lines.

What lies between is never read line by line here: blank lines are found by searching the bytes.
"""

from __future__ import annotations

import csv
import mmap
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from core.ingest.batches import pieces
from core.ingest.detect import SAMPLE, Dialect, records
from core.ingest.header import Top
from core.ingest.layout.body import is_tail
from core.ingest.layout.drafts import Draft
from core.ingest.layout.find import find
from core.ingest.layout.flatten import flatten
from core.ingest.layout.grid import Columns, Grid, Record, columns_of, fit
from core.ingest.read import narrow, numbered
from core.model import FileNote, Layout, LineRange, LineRole

_HEAD_SIGNS = 4 << 20
"""The records at its start that are looked at together have no more signs, more or less."""
_HEAD = 2_000
"""Records at the start that are looked at."""
_TAIL = 1 << 16
"""Bytes at the end that are looked at."""
_MOST_BREAKS = 200
"""With more blank lines a file is one that has blank lines all over."""
_AFTER = 8
"""Records that are looked at below a blank line."""


@dataclass(frozen=True, slots=True)
class LongLook:
    """What a long text is: one table with its top and its end, or several tables."""

    dialect: Dialect
    layout: Layout | None = None
    end: int | None = None
    """The byte at which the rows end; None: at the file's end."""
    several: bool = False
    """Lines in its midst are no rows of the table that begins the file: it must be read whole to be cut."""
    at: int = 0
    """Near which line that is seen first; 0: not known."""


def look_at_long(path: Path, text: Path, dialect: Dialect) -> LongLook:
    """Look at the start, end and blank lines of a file's text. Raises TooWide, TooLong."""
    if dialect.framed or dialect.top.comments or len(dialect.top.labels) < 2:
        return LongLook(dialect)
    records_there = map(Record._make, narrow(path, numbered(text, dialect, lambda: None)))
    head = Grid(next(pieces(records_there, _HEAD, lambda r: sum(map(len, r.cells)), _HEAD_SIGNS), []))
    finding = find(head)
    if not finding.tables:
        return LongLook(dialect)
    first = finding.tables[0]
    if len(finding.tables) > 1 or first.headings or first.totals or first.repeated or first.notes or first.beside:
        return LongLook(dialect, several=True, at=_first_odd(head, finding.tables))
    columns = columns_of(head, first.rows)
    with text.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        body = _offset(data, head.records[first.rows[0]].first) if first.rows else 0
        end, below = _tail(data, dialect, columns, bool(first.title))
        broken = next((at for at in _breaks(data, body, end, dialect) if not _goes_on(data, at, dialect, columns)), 0)
        if broken:
            return LongLook(dialect, several=True, at=data[:broken].count(b"\n") + 1)
        if not first.title and not first.units and len(first.header) < 2 and not below:
            return LongLook(dialect)
        lines = data[:end].count(b"\n") + (not data[:end].endswith(b"\n"))
    notes = [*_texts(head, first.title, "title"), *_texts(head, first.units, "units")]
    ranges = [*_ranges(head, first.title, "title"), *_ranges(head, first.header, "header")]
    ranges += _ranges(head, first.units, "units")
    if first.rows:
        ranges.append(LineRange(head.records[first.rows[0]].first, lines, "data"))
    notes += [replace(n, line=n.line + lines) for n in below]
    ranges += [LineRange(n.line + lines, n.line + lines, "note") for n in below]
    top = _top(head, first.header, [*first.units, *first.numbering], first.title, first.right + 1) or dialect.top
    units = tuple((str(c), head.cell(i, c).strip().strip("()[]")) for i in first.units for c in head.filled(i))
    layout = Layout(tuple(ranges), tuple(notes), units=units)
    return LongLook(replace(dialect, top=top), layout, end if below else None)


def _first_odd(head: Grid, tables: Sequence[Draft]) -> int:
    """The first line that is no row of the first table, or where the second table begins."""
    first = tables[0]
    odd = [*first.headings, *first.totals, *first.repeated, *first.notes]
    odd += [i for t in tables[1:2] for i in (*t.title, *t.header, *t.rows)]
    return head.records[min(odd)].first if odd else 0


def _top(head: Grid, header: list[int], under: list[int], title: list[int], width: int) -> Top | None:
    if not header:
        return None
    last = max(head.records[i].last for i in (*header, *under))
    above = tuple(" ".join(head.text(i).split()) for i in title)
    return Top(last, flatten(head, header, width), True, above)


def _texts(head: Grid, lines: list[int], role: LineRole) -> Iterator[FileNote]:
    for i in lines:
        yield FileNote(head.records[i].first, " ".join(head.text(i).split())[:2_000], role)


def _ranges(head: Grid, lines: list[int], role: LineRole) -> Iterator[LineRange]:
    for i in lines:
        yield LineRange(head.records[i].first, head.records[i].last, role)


def _offset(data: mmap.mmap, line: int) -> int:
    """The byte at which a line, counted from 1, begins."""
    at = 0
    for _ in range(line - 1):
        at = data.find(b"\n", at) + 1
    return at


def _tail(data: mmap.mmap, dialect: Dialect, columns: Columns, report: bool) -> tuple[int, list[FileNote]]:
    """The byte at which the rows end, and the notes below with their lines counted from there."""
    start = data.find(b"\n", max(0, len(data) - _TAIL)) + 1
    chunk = data[start:]
    if chunk.count(b'"') % 2:
        return len(data), []
    lines = chunk.splitlines(keepends=True)
    texts = [line.decode("utf-8", "replace") for line in lines]
    try:
        cut = [
            Record(n, n, next(iter(records([t], dialect.format)), (0, [""]))[1]) for n, t in enumerate(texts, start=1)
        ]
    except csv.Error:
        return len(data), []
    grid = Grid(cut)
    at = len(cut)
    blank = False
    while at > 0 and (grid.blank(at - 1) or is_tail(grid, at - 1, columns, report or blank)):
        at -= 1
        blank = blank or grid.blank(at)
    below = [i for i in range(at, len(cut)) if not grid.blank(i)]
    if not below or at < len(cut) // 2 or (len(below) == 1 and not report and not blank):
        return len(data), []
    end = start + sum(map(len, lines[:at]))
    return end, [FileNote(i + 1 - at, " ".join(grid.text(i).split())[:2_000], "note") for i in below]


def _breaks(data: mmap.mmap, start: int, end: int, dialect: Dialect) -> Iterator[int]:
    """Where, between two places, a line begins that holds nothing; none if they are many."""
    delimiter = re.escape(dialect.format.delimiter.encode())
    empty = re.compile(rb"\n(?:%s|[ \t])*\r?\n" % delimiter)
    found = [hit.start() + 1 for hit in islice(empty.finditer(data, start, end), _MOST_BREAKS + 1)]
    if len(found) <= _MOST_BREAKS:
        yield from found


def _goes_on(data: mmap.mmap, at: int, dialect: Dialect, columns: Columns) -> bool:
    """Whether what follows a blank line is more of the same rows."""
    lines = data[at : at + SAMPLE // 8].decode("utf-8", "replace").splitlines(keepends=True)
    try:
        cut = list(islice(records(lines[:-1] if len(lines) > 1 else lines, dialect.format), 4 * _AFTER))
    except csv.Error:
        return True
    grid = Grid([Record(n, n, cells) for n, (_, cells) in enumerate(cut, start=1)])
    some = [i for i in range(len(grid)) if not grid.blank(i)][:_AFTER]
    if not some:
        return True
    alike = [fit(grid, i, columns) >= 0.75 and 2 * len(grid.filled(i)) >= columns.usual for i in some]
    return alike[0] and sum(alike) * 2 > len(alike)
