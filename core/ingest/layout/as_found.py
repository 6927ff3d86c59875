"""A file as it was found, line by line with roles, for a page that shows it and moves the borders."""

from __future__ import annotations

from dataclasses import dataclass

from core.ingest.layout.look import Look
from core.model import LineRole

FIRST, LAST, ASIDE, NEAR = 400, 200, 400, 20
"""Lines shown from the start, from the end, of those between that are no rows, and on both sides of one asked for."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A record of the file: its lines, its cells, and what it is to which table."""

    first: int
    last: int
    cells: tuple[str, ...]
    role: LineRole | None
    """None: it belongs to no table."""
    table: str = ""
    """The table's title; "" where the file holds one."""


@dataclass(frozen=True, slots=True)
class FileAsFound:
    """The lines, in order; some of the rows are left out of a long file."""

    lines: tuple[FoundLine, ...]
    records: int
    """How many the file has."""
    titles: tuple[str, ...]
    """The tables in it, in reading order; () where it is one."""

    @property
    def complete(self) -> bool:
        return len(self.lines) == self.records


def as_found(look: Look, near: int = 0) -> FileAsFound:
    """The file with the role of each line; of a long one also those around the line `near`."""
    roles = _plain(look) if not look.tables else _cut(look)
    total, aside = len(look.grid), 0
    lines = []
    for n, record in enumerate(look.grid.records):
        role, table = roles.get(n, ("blank" if look.grid.blank(n) else None, ""))
        if FIRST <= n < total - LAST and not (near and abs(record.first - near) <= NEAR):
            if role in ("data", "blank") or aside >= ASIDE:
                continue
            aside += 1
        lines.append(FoundLine(record.first, record.last, tuple(record.cells), role, table))
    return FileAsFound(tuple(lines), total, look.titles)


def _plain(look: Look) -> dict[int, tuple[LineRole | None, str]]:
    """A file that is one table: header, rows, and what find_top left out above."""
    top = look.dialect.top
    found: dict[int, tuple[LineRole | None, str]] = {}
    header = max((n for n, r in enumerate(look.grid.records) if r.last <= top.first and r.cells), default=-1)
    for n, record in enumerate(look.grid.records):
        role: LineRole = "data" if record.first > top.first else "title"
        if look.grid.blank(n):
            role = "blank"
        elif top.comments and record.cells[0].startswith("#"):
            role = "comment"
        elif n == header and top.has_header:
            role = "header"
        found[n] = (role, "")
    return found


def _cut(look: Look) -> dict[int, tuple[LineRole | None, str]]:
    found: dict[int, tuple[LineRole | None, str]] = {}
    starts = {r.first: n for n, r in enumerate(look.grid.records)}
    ends = {r.last: n for n, r in enumerate(look.grid.records)}
    for table in look.tables:
        for lines in table.layout.lines:
            for n in range(starts[lines.first], ends[lines.last] + 1):
                found[n] = (lines.role, table.title)
    return found
