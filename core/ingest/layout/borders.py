"""What a person points at in a file as found, as a LayoutOverride: lines of a role, a table's header and rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from core.errors import BadLayout
from core.ingest.layout.as_found import FileAsFound, FoundLine
from core.ingest.layout.by_hand import LONGEST_TEXT, LayoutOverride, Painted
from core.ingest.layout.cells import kind
from core.model import LineRole

_ROWS: frozenset[LineRole] = frozenset({"data", "total", "subtotal", "group"})


@dataclass(frozen=True, slots=True)
class Borders:
    """Where a table's header and rows lie, in lines counted from 1, both ends included; (0, 0): it has no header."""

    header: tuple[int, int]
    rows: tuple[int, int]


def text_of(line: FoundLine) -> str:
    """What a line begins with, as `Grid.text` writes it."""
    return " ".join(" ".join(c.split()) for c in line.cells if kind(c))[:LONGEST_TEXT]


def painted(found: FileAsFound, first: int, last: int, role: LineRole) -> Painted:
    """Lines as a person says they are. Raises BadLayout where the file has none of them."""
    line = next((x for x in found.lines if x.first <= first <= x.last), None)
    if line is None or last < first:
        raise BadLayout(f"There is no line {first:,} to {last:,}.", "Name lines that the file has.")
    return Painted(line.first, last, role, text_of(line), to_end=last >= found.lines[-1].last)


def with_lines(override: LayoutOverride | None, found: FileAsFound, lines: Painted) -> LayoutOverride:
    """An override that says so as well; what it said of the same lines before is taken back."""
    now = override or LayoutOverride()
    kept = [p for p in now.painted if not (lines.first <= p.first and p.last <= lines.last)]
    if lines.role == "header":  # a table has one
        tables = {x.first: x.table for x in found.lines}
        kept = [p for p in kept if p.role != "header" or tables.get(p.first) != tables.get(lines.first)]
    return replace(now, painted=(*kept, lines))


def with_start(override: LayoutOverride | None, found: FileAsFound, line: int) -> LayoutOverride:
    """An override by which a table of its own begins at this line. The first one begins where it did."""
    now = override or LayoutOverride()
    starts = {p.first: p for p in now.starts}
    if not starts:
        for title in found.titles or ("",):
            top = next((x for x in found.lines if x.table == title and x.role not in (None, "blank")), None)
            if top is not None:
                starts[top.first] = painted(found, top.first, top.last, "header")
    starts[line] = painted(found, line, line, "header")
    return replace(now, starts=tuple(starts[n] for n in sorted(starts)), one_table=False)


def borders_of(found: FileAsFound, table: str) -> Borders:
    """Where the header and the rows of a table lie now."""
    own = [x for x in found.lines if x.table == table]
    rows = [x for x in own if x.role in _ROWS]
    first = rows[0].first if rows else 0
    header = [x for x in own if x.role == "header" and x.first < first]
    return Borders((header[0].first, header[-1].last) if header else (0, 0), (first, rows[-1].last) if rows else (0, 0))


def with_borders(override: LayoutOverride | None, found: FileAsFound, table: str, wanted: Borders) -> LayoutOverride:
    """An override by which a table has these borders.

    Lines taken into the rows become data, lines put out of them notes. Raises BadLayout where rows are to begin above
    the header's end.
    """
    if wanted.rows[0] <= wanted.header[1] or wanted.rows[1] < wanted.rows[0]:
        raise BadLayout("The rows must lie below the header.", "Move the header up or the rows down.")
    now, is_now = override or LayoutOverride(), borders_of(found, table)
    if wanted.header != is_now.header and wanted.header[0]:
        now = with_lines(now, found, painted(found, *wanted.header, "header"))
    if wanted.header == is_now.header and wanted.rows == is_now.rows:
        return now
    for lines in _moved(found, table, wanted):
        now = with_lines(now, found, lines)
    return now


def _moved(found: FileAsFound, table: str, wanted: Borders) -> Iterator[Painted]:
    """The lines that become rows, and those that are none any more, each run as one."""

    def becomes(line: FoundLine) -> LineRole | None:
        if line.role == "blank" or line.last <= wanted.header[1]:
            return None
        if wanted.rows[0] <= line.first <= wanted.rows[1]:
            return "data" if line.role not in _ROWS else None
        return "note" if line.table == table and (line.role in _ROWS or line.role == "header") else None

    for role, run in groupby(found.lines, becomes):
        lines = list(run)
        if role is not None:
            yield painted(found, lines[0].first, lines[-1].last, role)
