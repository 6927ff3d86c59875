"""Whether an answer can be found again from the original files alone, and how each of them is read.

A file qualifies when reading it is plain: delimited text, and every column that the query uses is stored as the file
has it. Else the rows come from the workspace, which holds them as they were loaded.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import FileError, QueryError
from core.export.base import Export
from core.ingest.detect import detect
from core.ingest.encoding import open_text
from core.ingest.parts import TEXTS
from core.model import NUMERIC, TEMPORAL, Column, Table
from core.sql.guard import parse
from core.sql.names import key

MOST_BYTES = 200_000_000
_HARMLESS = frozenset(
    {"preamble", "no_header", "blank_rows", "short_rows", "ambiguous_dates", "ambiguous_numbers"},
)
"""Problems of a file that do not change how its rows are read."""
_TYPES = {"integer": "INTEGER", "real": "REAL"}


@dataclass(frozen=True, slots=True)
class Origin:
    """How to read one table from its file. `columns` are (name, SQLite's type, missing-value words), in order."""

    table: str
    path: str
    encoding: str
    delimiter: str
    skip: int
    """Lines above the first row."""
    rows: int
    columns: tuple[tuple[str, str, tuple[str, ...]], ...]


def origins(export: Export) -> tuple[Origin, ...] | None:
    """How to read every table of the answer from its file; None: the workspace is needed."""
    used = _used(export)
    if used is None or not export.tables:
        return None
    found: list[Origin] = []
    for table in export.tables:
        origin = _origin(table, used)
        if origin is None:
            return None
        found.append(origin)
    return tuple(found)


def _used(export: Export) -> frozenset[str] | None:
    """`key`s of the column names in the query; with a star, all. None: it cannot be read, or names other tables."""
    from sqlglot import exp

    try:
        query = parse(export.sql, "sqlite")
    except QueryError:
        return None
    own = {key(cte.alias) for cte in query.find_all(exp.CTE)}
    named = {key(t.name) for t in query.find_all(exp.Table)} - own
    if not named <= {key(t.name) for t in export.tables}:
        return None
    if any(not isinstance(star.parent, exp.Count) for star in query.find_all(exp.Star)):
        return frozenset(key(c.name) for t in export.tables for c in t.columns)
    return frozenset(key(c.name) for c in query.find_all(exp.Column))


def _origin(table: Table, used: frozenset[str]) -> Origin | None:
    path = Path(table.source)
    if table.family or table.derived_from:
        return None
    if "#" in table.source or path.suffix.lower() not in TEXTS or not path.is_file():
        return None
    if path.stat().st_size > MOST_BYTES or any(p.code not in _HARMLESS for p in table.problems):
        return None
    if any(c.converted for c in table.columns if key(c.name) in used):
        return None
    try:
        with tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True) as scratch:
            text = open_text(path, Path(scratch))
            dialect = detect(path, text.path)
    except FileError:
        return None
    labels: Sequence[str] = dialect.top.labels[: len(table.columns)]
    if text.problems or not dialect.format.plain or dialect.framed or dialect.top.comments:
        return None
    if list(labels) != [c.label for c in table.columns]:
        return None
    columns = tuple(
        (c.name, _TYPES.get(c.type, "TEXT") if not c.converted else "TEXT", _missing(c)) for c in table.columns
    )
    return Origin(
        table.name, str(path), text.encoding, dialect.format.delimiter, dialect.top.first, table.rows, columns
    )


def _missing(column: Column) -> tuple[str, ...]:
    """The words for "no value" that became null; in text they stay."""
    if column.type not in NUMERIC | TEMPORAL:
        return ()
    return tuple(sorted({word.strip(" ").lower() for word, _ in column.profile.missing}))
