"""Where a table's rows came from: file, sheet, lines, size, date, checksum; of fetched files address and licence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePath

from core.model import Layout, Member, Table
from core.model.sources import divided

_LINES = 3
"""So many ranges of lines are named."""
_FILES = 3
"""So many files of a family are named in a sentence."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """One file that rows came from."""

    file: str
    """Its path."""
    inside: str
    """The sheet, the file in an archive, the title of the table within; empty: the whole file."""
    lines: tuple[tuple[int, int], ...]
    """The lines that are rows, counted from 1; (): not told from others."""
    rows: int
    size: int
    """Bytes of the file."""
    changed: str
    """When the file was last changed: the day, ISO 8601, UTC; empty: not known."""
    loaded_at: str
    sha256: str
    address: str
    licence: str
    portal: str = ""
    issued: str = ""
    """When the publisher last changed it: ISO 8601."""
    etag: str = ""
    copy_of: str = ""
    """The table of a database that it is a copy of, in words, with what the copy lacks."""

    @property
    def name(self) -> str:
        """The file's own name, with what is meant inside; of a copy what it is a copy of."""
        if self.copy_of:
            return self.copy_of
        return PurePath(self.file).name + (f", {self.inside}" if self.inside else "")


def provenance(table: Table, tables: Sequence[Table] = ()) -> tuple[Provenance, ...]:
    """The files of a table; of another view of a table that one's, found among `tables`."""
    if table.derived_from:
        origin = next((t for t in tables if t.name == table.derived_from and not t.derived_from), None)
        return provenance(origin) if origin else ()
    if table.family:
        return tuple(_of(m, m.lines) for m in table.family.members)
    return (_of(table, rows_in(table.layout)),)


def rows_in(layout: Layout | None) -> tuple[tuple[int, int], ...]:
    """The lines of a file that are its rows, headings and totals between them aside."""
    found: list[tuple[int, int]] = []
    for r in layout.lines if layout else ():
        if r.role != "data":
            continue
        if found and found[-1][1] + 1 >= r.first:
            found[-1] = (found[-1][0], r.last)
        else:
            found.append((r.first, r.last))
    return tuple(found)


def said(one: Provenance) -> str:
    """A file with all that is known of it, as one line."""
    return ", ".join(_facts(one))


def short(table: Table, tables: Sequence[Table] = ()) -> str:
    """A few words for beside an answer: the file and its lines, or how many files."""
    files = provenance(table, tables)
    if len(files) > _FILES:
        return f"{len(files)} files of {table.label}"
    return "; ".join(one.name + (f", {lines}" if (lines := lines_said(one.lines)) else "") for one in files)


def lines_said(lines: Sequence[tuple[int, int]]) -> str:
    """Ranges of lines in words."""
    if not lines:
        return ""
    shown = [f"{a}–{b}" if b > a else str(a) for a, b in lines[:_LINES]]
    more = f" and {len(lines) - _LINES} more ranges up to {lines[-1][1]}" if len(lines) > _LINES else ""
    word = "line" if len(lines) == 1 and lines[0][0] == lines[0][1] else "lines"
    return f"{word} {', '.join(shown)}{more}"


def _facts(one: Provenance) -> Iterator[str]:
    yield one.file + (f" ({one.inside})" if one.inside else "")
    if lines := lines_said(one.lines):
        yield lines
    if one.size:
        yield f"{one.size:,} bytes"
    if one.changed:
        yield f"of {one.changed}"
    if one.sha256:
        yield f"SHA-256 {one.sha256}"
    if one.address:
        yield f"from {one.address}"
    if one.portal:
        yield f"found on {one.portal}"
    if one.issued:
        yield f"published {one.issued[:10]}"
    if one.etag:
        yield f"ETag {one.etag}"
    if one.licence:
        yield f"licence {one.licence}"


def _of(one: Table | Member, lines: tuple[tuple[int, int], ...]) -> Provenance:
    file, inside = divided(one.source)
    changed = datetime.fromtimestamp(one.changed_ns / 1e9, UTC).date().isoformat() if one.changed_ns else ""
    return Provenance(
        file, inside.replace("#", ", "), lines, one.rows, one.size, changed, one.loaded_at, one.sha256, one.address,
        one.licence, one.portal, one.issued, one.etag, _copied(one),
    )  # fmt: skip


def _copied(one: Table | Member) -> str:
    if not isinstance(one, Table) or not one.of_database:
        return ""
    url, _, place = one.address.rpartition("#")
    lacks = "".join(f" ({p.message.rstrip('.')})" for p in one.problems if p.code == "cut")
    return f"a copy of {place} of {url}, made {one.loaded_at[:10]}{lacks}"
