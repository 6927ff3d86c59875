"""Rows into SQLite in bulk.

A write first fills a staging file of its own by ADBC, then copies it in and swaps it for the old table in one
transaction, which also notes the version that the table now has. Two files because ADBC brings its own copy of SQLite:
two copies in one process must not open the same file, or closing one drops the other's locks
(sqlite.org/howtocorrupt.html, 2.2.1).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import FileError, RowsLost
from core.sql.names import quote

if TYPE_CHECKING:
    import pyarrow as pa


VERSIONS = "joinery-own versions"
"""The table that says which version of each table is there."""


_OF_ADBC = re.compile(r"^[A-Z_]+: (?:\[\w+\] )?(?:failed to execute: )?", re.IGNORECASE)
"""What the driver says before SQLite's own words."""


@dataclass(frozen=True, slots=True)
class Staged:
    """Rows that wait in a file of their own to be put in a table's place."""

    file: Path
    columns: tuple[str, ...]
    """As they are declared."""
    rows: int

    def discard(self) -> None:
        self.file.unlink(missing_ok=True)


def stage(staging: Path, table: str, batches: pa.RecordBatchReader) -> tuple[list[str], int]:
    """Fill a new SQLite file with one table `t` of columns c0…; return the declared types and the rows given.

    By ADBC's statements: its DB-API would import pandas, which takes half a second.
    """
    import adbc_driver_manager as adbc
    import adbc_driver_sqlite
    import pyarrow as pa

    kinds = [kind_of(f.type) for f in batches.schema]
    types = [declared for declared, _ in kinds]
    schema = pa.schema([pa.field(f"c{i}", arrow) for i, (_, arrow) in enumerate(kinds)])
    rows = 0
    with (
        closing(adbc_driver_sqlite.connect(staging.resolve().as_uri())) as database,
        closing(adbc.AdbcConnection(database)) as connection,
    ):
        with _faults(table):
            # Nobody else sees this file and a broken one is thrown away: no journal, no waiting for the disk.
            # Big pages take rows a quarter faster.
            for pragma in ("page_size=32768", "journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
                _execute(connection, f"PRAGMA {pragma}")
            _execute(connection, f"CREATE TABLE t ({', '.join(f'c{i} {t}' for i, t in enumerate(types))})")
        for batch in batches:
            arrays = [a if a.type == f.type else a.cast(f.type) for a, f in zip(batch.columns, schema, strict=True)]
            with _faults(table), closing(adbc.AdbcStatement(connection)) as statement:
                append = {adbc.INGEST_OPTION_TARGET_TABLE: "t", adbc.INGEST_OPTION_MODE: adbc.INGEST_OPTION_MODE_APPEND}
                statement.set_options(**append)
                statement.bind(*pa.RecordBatch.from_arrays(arrays, schema=schema).__arrow_c_array__()[::-1])
                statement.execute_update()
            rows += batch.num_rows
    return types, rows


def _execute(connection: Any, sql: str) -> None:
    import adbc_driver_manager as adbc
    import pyarrow as pa

    with closing(adbc.AdbcStatement(connection)) as statement:
        statement.set_sql_query(sql)
        stream, _ = statement.execute_query()
        pa.RecordBatchReader.from_stream(stream).read_all()


@contextmanager
def _faults(table: str) -> Iterator[None]:
    """What ADBC meets while it writes."""
    import adbc_driver_manager as adbc

    try:
        yield
    except adbc.Error as error:
        said = _OF_ADBC.sub("", str(error).splitlines()[0]).strip(" .") if str(error) else "the engine does not say why"
        hint = "Make room on the disk and load it again." if "full" in said else "Is the disk full?"
        raise FileError(table, f"The rows could not be written: {said}.", hint) from error


def swap(writer: sqlite3.Connection, staged: Staged, table: str, version: str) -> None:
    """Put the staged rows in the place of `table`, and note its version, all or nothing."""
    with _one_transaction(writer, staged.file):
        writer.execute(f"DROP TABLE IF EXISTS main.{quote(table)}")
        writer.execute(f"CREATE TABLE main.{quote(table)} ({', '.join(staged.columns)})")
        # Same declared types on both sides: SQLite copies whole records.
        writer.execute(f"INSERT INTO main.{quote(table)} SELECT * FROM staging.t")
        got = writer.execute(f"SELECT count(*) FROM main.{quote(table)}").fetchone()[0]
        if got != staged.rows:
            raise RowsLost(table, staged.rows, got)
        note_version(writer, table, version)


def amend(
    writer: sqlite3.Connection,
    staging: Path,
    table: str,
    columns: Sequence[str],
    rows: int,
    column: str,
    without: Collection[str],
    version: str,
) -> int:
    """Take out the rows in whose `column` one of `without` stands, add the staged ones and note the table's version;
    how many were taken out."""
    with _one_transaction(writer, staging):
        writer.execute("CREATE TABLE staging.gone (value TEXT PRIMARY KEY)")
        name = f"main.{quote(table)}"
        writer.executemany("INSERT INTO staging.gone VALUES (?)", [(w,) for w in without])
        gone = f"{quote(column)} IN (SELECT value FROM staging.gone)"
        taken = writer.execute(f"DELETE FROM {name} WHERE {gone}").rowcount
        named = ", ".join(map(quote, columns))
        added = writer.execute(f"INSERT INTO {name} ({named}) SELECT * FROM staging.t").rowcount
        if added != rows:
            raise RowsLost(table, rows, added)
        note_version(writer, table, version)
    return taken


@contextmanager
def _one_transaction(writer: sqlite3.Connection, staging: Path) -> Iterator[None]:
    """What the block writes, with the staged file at hand, is written whole or not at all."""
    writer.execute("ATTACH ? AS staging", (str(staging),))
    try:
        writer.execute("BEGIN IMMEDIATE")
        try:
            yield
            writer.execute("COMMIT")
        finally:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
    finally:
        writer.execute("DETACH staging")


def note_version(writer: sqlite3.Connection, table: str, version: str) -> None:
    """Within a transaction: `table` is of that version from its end on; of none where it is empty."""
    writer.execute(f"CREATE TABLE IF NOT EXISTS main.{quote(VERSIONS)} (name TEXT PRIMARY KEY, version TEXT NOT NULL)")
    writer.execute(f"DELETE FROM main.{quote(VERSIONS)} WHERE name = ?", (table,))
    if version:
        writer.execute(f"INSERT INTO main.{quote(VERSIONS)} VALUES (?, ?)", (table, version))


def kind_of(arrow: pa.DataType) -> tuple[str, pa.DataType]:
    """The type a column is declared with, and the Arrow type it is written from."""
    import pyarrow as pa

    if pa.types.is_integer(arrow):
        return "INTEGER", pa.int64()
    if pa.types.is_floating(arrow) or pa.types.is_decimal(arrow):
        return "REAL", pa.float64()
    return "TEXT", arrow if pa.types.is_large_string(arrow) else pa.string()
