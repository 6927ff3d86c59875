"""What a table looks like from outside: where it lies, its titles, its header and a sample of each column."""

from __future__ import annotations

import csv
import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from core.errors import FileError
from core.ingest import sheets
from core.ingest.detect import SAMPLE, Dialect, detect, is_rule, records, unframe
from core.ingest.encoding import open_text
from core.ingest.header import Top, find_top, kind_of_cell
from core.ingest.layout.look import Look
from core.ingest.layout.tables import rows_of
from core.ingest.name_parts import Piece, pieces
from core.ingest.parts import Part, is_table_name, kind_of, source_of, stem, unpacked
from core.ingest.read import table_rows
from core.ingest.types import MISSING
from core.model import NUMERIC, TEMPORAL, Column, Member, Table
from core.model.sources import divided
from core.text.words import normalise, words

ROWS = 300
"""Rows that are looked at."""
_BIG = 4 << 20
"""Bytes from which on a text is known by its beginning alone."""
_NUMBERED = re.compile(r"column\d+")
_NOTHING = frozenset(MISSING) | {""}


def label_key(label: str) -> str:
    """A label as it is compared: `Country/Region` and `Country_Region` agree."""
    return " ".join(words(label)) or label.strip().casefold()


@dataclass(frozen=True, slots=True)
class Facet:
    """A column as the sample shows it."""

    label: str
    kind: str
    """number, date, truth, text; "" where nothing is filled."""
    values: frozenset[str]
    """Some of its values, normalised."""
    low: float = 0.0
    high: float = 0.0

    @property
    def key(self) -> str:
        """The label as labels of several files are compared."""
        return label_key(self.label)


@dataclass(frozen=True, slots=True)
class Form:
    """A table from outside. `own` are its names within its folder: the file's stem, a sheet, a title in the file."""

    source: str
    folders: tuple[str, ...]
    own: tuple[str, ...]
    titles: tuple[str, ...]
    columns: tuple[Facet, ...]
    named: bool = True
    """The file has a header."""

    @property
    def header(self) -> frozenset[str]:
        return frozenset(c.key for c in self.columns)

    @property
    def inside(self) -> tuple[Piece, ...]:
        """The pieces of its own names."""
        return pieces(self.own)

    @property
    def titled(self) -> tuple[Piece, ...]:
        return pieces(self.titles)


def form_of(part: Part, scratch: Path | None = None) -> Form | None:
    """The form of a part that is not loaded yet; None where it cannot be looked at: loading it will tell why."""
    try:
        if part.look is not None:
            top, rows = _seen(part.look, part.block)
        else:
            with tempfile.TemporaryDirectory(prefix="form-", dir=scratch, ignore_cleanup_errors=True) as folder:
                top, rows = _beginning(part, Path(folder))
    except (FileError, OSError, csv.Error, ValueError):
        return None
    folders = Path(source_of(part.path)).parent.parts[1:]
    return Form(part.source, folders, part.own, top.above, facets_of(top.labels, rows), top.has_header)


def facets_of(labels: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[Facet, ...]:
    """What these rows show of their columns; columns at the end with neither a label nor a value are left out."""
    width = max([len(labels), *map(len, rows)])
    cells = [[r[i].strip() if i < len(r) else "" for r in rows] for i in range(width)]
    found = [_facet(label, column) for label, column in zip([*labels, *[""] * width], cells, strict=False)]
    while len(found) > 1 and not found[-1].label.strip() and not found[-1].kind:
        found.pop()
    return tuple(found)


def forms_of_table(table: Table) -> Iterator[Form]:
    """The forms of the files that a loaded table was made of."""
    facets = {c.name: facet_of(c) for c in table.columns}
    yield from (form_of_table(table, m, facets) for m in (table.family.members if table.family else (None,)))


def form_of_table(
    table: Table, member: Member | None = None, facets_by_name: Mapping[str, Facet] | None = None
) -> Form:
    """The form of a loaded table, or of one of the files that it was made of."""
    known = facets_by_name or {c.name: facet_of(c) for c in table.columns}
    source = member.source if member else table.source
    path, inside = source_parts(source)
    own = (stem(path.name), *(s for i in inside for s in _steps(i)))
    varies = table.family.varies if table.family else ()
    called = dict(member.labels) if member else {}
    lacks = member.lacks if member else ()
    kept = [c for c in table.columns if c.name not in varies and c.name not in lacks]
    shown = tuple(replace(known[c.name], label=called[c.name]) if c.name in called else known[c.name] for c in kept)
    titles = tuple(member.titles) if member else (table.description,) if table.description else ()
    return Form(source, path.parent.parts[1:], own, titles, shown, any(not _NUMBERED.fullmatch(f.label) for f in shown))


def source_parts(source: str) -> tuple[Path, tuple[str, ...]]:
    """The file of a catalogue's source and what is named inside it."""
    file, inside = divided(source)
    return Path(file), tuple(inside.split("#")) if inside else ()


def _steps(inside: str) -> tuple[str, ...]:
    """A file in an archive by its folders and its stem; a sheet's name as it is."""
    path = PurePosixPath(inside.replace("\\", "/"))
    return (*path.parent.parts, stem(path.name)) if is_table_name(path.name) else (inside,)


def facet_of(column: Column) -> Facet:
    """A loaded column's."""
    profile = column.profile
    kind = "number" if column.type in NUMERIC else "date" if column.type in TEMPORAL else "text"
    kind = {"boolean": "truth"}.get(column.type, kind) if profile.filled else ""
    low, high = profile.minimum, profile.maximum
    ends = (float(low), float(high)) if isinstance(low, (int, float)) and isinstance(high, (int, float)) else (0.0, 0.0)
    return Facet(column.label, kind, frozenset(normalise(v) for v, _ in profile.common), *ends)


def _facet(label: str, cells: Sequence[str]) -> Facet:
    filled = [c for c in cells if c.casefold() not in _NOTHING]
    kinds = [kind_of_cell(c) for c in filled]
    most = max(("number", "date", "truth", ""), key=kinds.count) if filled else ""
    kind = (most or "text") if filled and kinds.count(most) >= 0.8 * len(filled) else "text" if filled else ""
    numbers = sorted(n for c in filled if (n := _number(c)) is not None) if kind == "number" else []
    ends = (numbers[0], numbers[-1]) if numbers else (0.0, 0.0)
    # One that is spelled so already is not kept twice: there may be thousands of files.
    values = frozenset(c if c == (norm := normalise(c)) else norm for c in dict.fromkeys(filled))
    return Facet(label, kind, values, *ends)


def _number(cell: str) -> float | None:
    if cell.isdecimal() and cell.isascii():
        return float(cell)
    plain = "".join(c for c in cell if c in "0123456789.-+eE")
    try:
        return float(plain)
    except ValueError:
        return None


def _beginning(part: Part, scratch: Path) -> tuple[Top, list[list[str]]]:
    """Header and first rows. Raises FileError, OSError, ValueError."""
    with unpacked(part, scratch=scratch) as path:
        if part.sheet:
            return _sheet(path, part)
        kind = kind_of(path)
        if kind == "parquet":
            return _parquet(path)
        if kind == "json lines":
            return _json_lines(path)
        return _text(path, scratch)


def _seen(seen: Look, block: str) -> tuple[Top, list[list[str]]]:
    """The same of a table that the table finder saw."""
    if not seen.tables and not block:
        return seen.dialect.top, list(islice(filter(None, table_rows(seen.below(), seen.dialect)), ROWS))
    table = seen.table(block) if block or len(seen.tables) == 1 else None
    if table is None:
        raise ValueError(block)
    above = tuple(n.text for n in table.layout.notes if n.role == "title")
    rows = [list(r) for r in islice(rows_of(seen.grid, table.draft), ROWS)]
    return Top(0, table.labels, table.has_header, above), rows


def _text(path: Path, scratch: Path) -> tuple[Top, list[list[str]]]:
    start = path
    if path.stat().st_size > _BIG:
        start = scratch / f"start{path.suffix}"
        with path.open("rb") as big:
            start.write_bytes(big.read(SAMPLE).rpartition(b"\n")[0])
    text = open_text(start, scratch)
    dialect = detect(path, text.path)
    return dialect.top, _rows(text.path, dialect)


def _rows(text: Path, dialect: Dialect) -> list[list[str]]:
    found: list[list[str]] = []
    with text.open(encoding="utf-8-sig", newline="") as file:
        for _ in range(dialect.top.first):
            file.readline()
        for _, row in records(file, dialect.format):
            if row and not (dialect.framed and is_rule(row)):
                found.append(unframe(row) if dialect.framed else row)
            if len(found) == ROWS:
                break
    return found


def _sheet(path: Path, part: Part) -> tuple[Top, list[list[str]]]:
    with sheets.opened(path, part.sheet) as sheet:
        sample = list(islice(sheet.rows, ROWS))
        if sheet.header:
            return Top(0, sheet.header, True, sheet.above), sample
        top = find_top([(line, cells) for line, cells in enumerate(sample, start=1) if cells])
        return top, sample[top.first :]


def _parquet(path: Path) -> tuple[Top, list[list[str]]]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            labels = tuple(file.schema_arrow.names)
            # A row of lists may hold more than there is room for; nothing is told of those columns.
            flat = [f.name for f in file.schema_arrow if not pa.types.is_nested(f.type)]
            batch = next(file.iter_batches(ROWS, columns=flat), None)
    except pa.ArrowException as error:
        raise ValueError(str(error)) from error
    rows = [[r.get(n) for n in labels] for r in batch.to_pylist()] if batch is not None else []
    return Top(0, labels, True), [["" if v is None else str(v) for v in r] for r in rows]


def _items(lines: list[str]) -> list[Any]:
    try:
        return [json.loads(line) for line in lines if line.strip()]
    except RecursionError as error:
        raise ValueError("objects in objects without end") from error


def _json_lines(path: Path) -> tuple[Top, list[list[str]]]:
    with path.open(encoding="utf-8-sig") as file:
        lines = [file.readline(SAMPLE) for _ in range(ROWS)]
    if any(len(line) == SAMPLE for line in lines):
        raise ValueError(f"a line of more than {SAMPLE:,} characters")
    items = _items(lines)
    places = {k: None for item in items if isinstance(item, dict) for k in item}
    rows = [["" if item.get(k) is None else str(item[k]) for k in places] for item in items if isinstance(item, dict)]
    return Top(0, tuple(places), True), rows
