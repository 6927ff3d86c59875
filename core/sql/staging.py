"""Rows into SQLite in bulk.

A write first fills a staging file of its own by ADBC, then copies it in and swaps it for the old table in one
transaction. Two files because ADBC brings its own copy of SQLite: two copies in one process must not open the same
file, or closing one drops the other's locks (sqlite.org/howtocorrupt.html, 2.2.1).
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import FileError, RowsLost

if TYPE_CHECKING:
    import pyarrow as pa


def stage(staging: Path, table: str, batches: pa.RecordBatchReader) -> tuple[list[str], int]:
    """Fill a new SQLite file with one table `t` of columns c0…; return the declared types and the rows given."""
    import adbc_driver_sqlite.dbapi as adbc
    import pyarrow as pa

    kinds = [_kind(f.type) for f in batches.schema]
    types = [declared for declared, _ in kinds]
    schema = pa.schema([pa.field(f"c{i}", arrow) for i, (_, arrow) in enumerate(kinds)])
    rows = 0
    with (
        closing(adbc.connect(staging.resolve().as_uri(), autocommit=True)) as connection,
        closing(connection.cursor()) as cursor,
    ):
        try:
            # Nobody else sees this file and a broken one is thrown away: no journal, no waiting for the disk.
            # Big pages take rows a quarter faster.
            for pragma in ("page_size=32768", "journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
                cursor.execute(f"PRAGMA {pragma}").fetchall()
            cursor.execute(f"CREATE TABLE t ({', '.join(f'c{i} {t}' for i, t in enumerate(types))})").fetchall()
        except adbc.Error as error:
            raise FileError(table, f"The rows could not be written: {error}.", "Is the disk full?") from error
        for batch in batches:
            arrays = [a if a.type == f.type else a.cast(f.type) for a, f in zip(batch.columns, schema, strict=True)]
            try:
                cursor.adbc_ingest("t", pa.RecordBatch.from_arrays(arrays, schema=schema), mode="append")
            except adbc.Error as error:
                raise FileError(table, f"The rows could not be written: {error}.", "Is the disk full?") from error
            rows += batch.num_rows
    return types, rows


def swap(writer: sqlite3.Connection, staging: Path, table: str, columns: list[str], rows: int) -> None:
    """Put the staged rows in the place of `table`, all or nothing."""
    writer.execute("ATTACH ? AS staging", (str(staging),))
    try:
        writer.execute("BEGIN IMMEDIATE")
        try:
            writer.execute(f"DROP TABLE IF EXISTS main.{quote(table)}")
            writer.execute(f"CREATE TABLE main.{quote(table)} ({', '.join(columns)})")
            # Same declared types on both sides: SQLite copies whole records.
            writer.execute(f"INSERT INTO main.{quote(table)} SELECT * FROM staging.t")
            got = writer.execute(f"SELECT count(*) FROM main.{quote(table)}").fetchone()[0]
            if got != rows:
                raise RowsLost(table, rows, got)
            writer.execute("COMMIT")
        finally:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
    finally:
        writer.execute("DETACH staging")


def _kind(arrow: pa.DataType) -> tuple[str, pa.DataType]:
    """The type a column is declared with, and the Arrow type it is written from."""
    import pyarrow as pa

    if pa.types.is_integer(arrow):
        return "INTEGER", pa.int64()
    if pa.types.is_floating(arrow) or pa.types.is_decimal(arrow):
        return "REAL", pa.float64()
    return "TEXT", arrow if pa.types.is_large_string(arrow) else pa.string()


def quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
