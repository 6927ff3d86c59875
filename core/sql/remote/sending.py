"""Rows for Trino, which takes them in statements: many at once as JSON, for it plans each row of VALUES by itself."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import FileError
from core.sql.names import quote
from core.sql.remote.kinds import Kind
from core.sql.staging import Staged, kind_of

if TYPE_CHECKING:
    import pyarrow as pa

TYPES: dict[str, tuple[Kind, str]] = {
    "INTEGER": ("integer", "BIGINT"),
    "REAL": ("real", "DOUBLE"),
    "TEXT": ("text", "VARCHAR"),
}
"""What SQLite would declare a column as: our kind of it, and Trino's type."""
MOST_TEXT = 480_000
"""UTF-16 units of JSON in one statement; a coordinator takes 1,000,000 (`query.max-length`) with all that is around
them, and quotes are written twice."""
_AT_ONCE = 2_000
"""Rows that are made Python's at a time."""


@dataclass(frozen=True, slots=True)
class StagedTable(Staged):
    """Rows that wait in a table of their own, of which nobody knows."""

    place: str = ""
    kinds: tuple[tuple[str, Kind], ...] = ()
    """The columns, with what they hold."""
    drop: Callable[[str], None] = lambda place: None

    def discard(self) -> None:
        self.drop(self.place)


def staged_table(place: str, held: Sequence[tuple[str, Kind]], drop: Callable[[str], None]) -> StagedTable:
    """A table without rows as yet."""
    types = dict(TYPES.values())
    return StagedTable(Path(), tuple(f"{quote(n)} {types[k]}" for n, k in held), 0, place, tuple(held), drop)


def held_by(schema: pa.Schema) -> tuple[tuple[str, Kind], ...]:
    """The columns of batches, with what they hold."""
    return tuple((name, TYPES[kind_of(field.type)[0]][0]) for name, field in zip(schema.names, schema, strict=True))


def statements(table: str, into: str, columns: Sequence[str], batches: pa.RecordBatchReader) -> Iterator[str]:
    """INSERTs of bounded length for all rows; `columns` as they are declared. An endless number stays one, what is no
    number becomes none, as in SQLite. Raises FileError for a row that is longer than a statement may be."""
    fields = ", ".join(f"c{i} {column.rpartition(' ')[2]}" for i, column in enumerate(columns))
    head = f"INSERT INTO {into} SELECT * FROM UNNEST(CAST(JSON_PARSE('["
    tail = f"]') AS ARRAY(ROW({fields}))))"
    waiting: list[str] = []
    length = 0
    for row in _rows(batches):
        size = len(row) if row.isascii() else len(row.encode("utf-16-le")) // 2
        if size > MOST_TEXT:
            raise FileError(
                table,
                f"A row of {size:,} characters is longer than Trino takes in one statement.",
                "Shorten its texts, or load the file into a workspace of its own, without --into.",
            )
        if length + size > MOST_TEXT:
            yield head + ",".join(waiting) + tail
            waiting, length = [], 0
        waiting.append(row)
        length += size + 1
    if waiting:
        yield head + ",".join(waiting) + tail


def _rows(batches: pa.RecordBatchReader) -> Iterator[str]:
    """Each row as JSON within a literal of SQL."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    kinds = [kind_of(f.type)[1] for f in batches.schema]
    for batch in batches:
        for start in range(0, batch.num_rows, _AT_ONCE):
            part = batch.slice(start, _AT_ONCE)
            columns = [_plain(a, k) for a, k in zip(part.columns, kinds, strict=True)]
            for row in zip(*columns, strict=True):
                yield encode(row).replace("'", "''")


def _plain(array: pa.Array, wanted: pa.DataType) -> list[Any]:
    import pyarrow as pa

    found = (array if array.type == wanted else array.cast(wanted)).to_pylist()
    if not pa.types.is_floating(wanted):
        return found  # type: ignore[no-any-return]
    return [n if n is None or math.isfinite(n) else _endless(n) for n in found]


def _endless(number: float) -> str | None:
    return None if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"


def texts(some: Sequence[str]) -> str:
    """An array of texts, as an expression."""
    told = json.dumps(list(some), ensure_ascii=False).replace("'", "''")
    return f"CAST(JSON_PARSE('{told}') AS ARRAY(VARCHAR))"


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
