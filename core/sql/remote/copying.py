"""Rows for PostgreSQL's COPY: they wait in a file of CSV, as Arrow writes it.

Texts stand in quotes, so that an empty one is told from a cell without a value.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import FileError, RowsLost
from core.sql.remote.kinds import Kind
from core.sql.staging import Staged, kind_of

if TYPE_CHECKING:
    import pyarrow as pa

TYPES: dict[str, tuple[Kind, str]] = {
    "INTEGER": ("integer", "bigint"),
    "REAL": ("real", "double precision"),
    "TEXT": ("text", 'text COLLATE "C"'),
}
"""What SQLite would declare a column as: our kind of it, and PostgreSQL's type. Texts are ordered as SQLite does."""
_AT_ONCE = 1 << 20
"""Bytes that are sent at a time."""


@dataclass(frozen=True, slots=True)
class StagedCopy(Staged):
    """Rows that wait in a file of CSV."""

    kinds: tuple[tuple[str, Kind], ...] = ()
    """The columns, with what they hold."""

    @property
    def declared(self) -> str:
        """The columns as CREATE TABLE has them."""
        return ", ".join(self.columns)


def stage(file: Path, table: str, batches: pa.RecordBatchReader, written: tuple[str, ...]) -> StagedCopy:
    """Write the rows to a new file; `written` are the columns' names in quotes. An endless number stays one, what is
    no number becomes none, as in SQLite. Raises FileError (a full disk), and what `batches` raises."""
    import pyarrow as pa
    from pyarrow import csv

    kinds = [kind_of(f.type) for f in batches.schema]
    schema = pa.schema([pa.field(f"c{i}", arrow) for i, (_, arrow) in enumerate(kinds)])
    options = csv.WriteOptions(include_header=False, quoting_style="all_valid")
    rows = 0
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            for batch in batches:
                arrays = [_plain(a, f.type) for a, f in zip(batch.columns, schema, strict=True)]
                csv.write_csv(pa.RecordBatch.from_arrays(arrays, schema=schema), out, options)
                rows += batch.num_rows
    except OSError as error:
        raise FileError(table, f"The rows could not be written: {error}.", "Is the disk full?") from error
    columns = tuple(f"{name} {TYPES[sql][1]}" for name, (sql, _) in zip(written, kinds, strict=True))
    held = tuple((name, TYPES[sql][0]) for name, (sql, _) in zip(batches.schema.names, kinds, strict=True))
    return StagedCopy(file, columns, rows, held)


def _plain(array: pa.Array, wanted: pa.DataType) -> pa.Array:
    import pyarrow as pa
    import pyarrow.compute as pc

    found = array if array.type == wanted else array.cast(wanted)
    if pa.types.is_floating(wanted):
        return pc.if_else(pc.is_nan(found), pa.scalar(None, wanted), found)
    return found


def send(cursor: Any, staged: StagedCopy, table: str, into: str, frozen: bool = False) -> None:
    """COPY the rows, within the transaction of psycopg's `cursor`, into the table and columns that `into` names.

    `frozen`: the table was made or emptied in this transaction; also who began to read before sees all rows.
    """
    with (
        staged.file.open("rb") as file,
        cursor.copy(f"COPY {into} FROM STDIN (FORMAT csv, ENCODING 'UTF8'{', FREEZE' if frozen else ''})") as copy,
    ):
        while block := file.read(_AT_ONCE):
            copy.write(block)
    if cursor.rowcount != staged.rows:
        raise RowsLost(table, staged.rows, cursor.rowcount)
