"""The process in which an SQLite file that another program wrote is looked at and asked.

It holds no key, sees one file, cannot write it, and the system bounds what it takes (`core.processes.limits`).
"""

from __future__ import annotations

import dataclasses
import hashlib
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from core.errors import QueryFailed, QueryTimeout
from core.processes.limits import allow_seconds, confine
from core.processes.queries import out_of_memory
from core.processes.serve import serve
from core.sql.names import quote
from core.sql.remote.kinds import Kind
from core.sql.remote.reflect import Declared
from core.sql.sandbox import connect_read_only, named_faults, take
from core.sql.sqlite import SqliteEngine
from core.sql.worker import FILE_MB, MEMORY_MB, answer

SCHEMA = "main"
"""What SQLite calls the one schema of a file."""
MOST_NAMES = 16_000_000
"""Characters of the names of tables and columns."""
SAMPLED = 200_000
"""Rows that tell what a column holds where all of them take too long."""
_STEPS = 10_000
_DATE = "[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]"
_DATETIME = f"{_DATE}[ T][0-2][0-9]:[0-5][0-9]*"
_COLUMNS = "SELECT name, type FROM pragma_table_info(?) ORDER BY cid"


def main(path: str) -> None:
    """Serve until the other side goes."""
    engines: list[SqliteEngine] = []

    def work(request: dict[str, Any]) -> object:
        seconds = float(request["seconds"])
        allow_seconds(seconds)
        if not engines:
            engines.append(SqliteEngine(Path(path), read_only=True))
        match request["do"]:
            case "query":
                return answer(engines[0], request)
            case "held":
                with _connection(path, seconds) as connection:
                    return _held(connection, engines[0].held())
            case "references":
                with _connection(path, seconds) as connection:
                    return [dataclasses.astuple(one) for one in _references(connection, request["tables"])]
            case "kinds":
                return _kinds(path, request["table"], seconds)
        with _connection(path, seconds) as connection:
            rows = take(connection.execute(request["sql"]), request["limit"])
        return {"rows": rows.rows, "truncated": rows.truncated}

    serve(work, out_of_memory(), lambda: confine(MEMORY_MB, FILE_MB))


@contextmanager
def _connection(path: str, seconds: float) -> Iterator[sqlite3.Connection]:
    """For SQL of our own making; what it meets there is told as a query's fault."""
    end = time.monotonic() + seconds
    with closing(connect_read_only(Path(path))) as connection, named_faults(seconds):
        connection.execute("PRAGMA query_only = ON")
        connection.create_function("MD5", 1, _md5, deterministic=True)
        connection.create_function("LOWER", 1, _lower, deterministic=True)
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
        yield connection


def _held(connection: sqlite3.Connection, names: Sequence[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The tables and views with their columns and declared types; without views whose tables are gone."""
    found, told = [], 0
    for name in names:
        try:
            columns = [(str(c), str(t)) for c, t in connection.execute(_COLUMNS, (name,))]
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # what it reads is not there
                continue
            raise
        told += len(name) + sum(len(c) + len(t) for c, t in columns)
        if told > MOST_NAMES:
            raise QueryFailed("It has more names of tables and columns than can be looked at.", "Attach another file.")
        found.append((name, columns))
    return found


def _references(connection: sqlite3.Connection, tables: Sequence[str]) -> list[Declared]:
    found = []
    for table in tables:
        keys: dict[int, tuple[str, list[str], list[str | None]]] = {}
        listed = connection.execute("SELECT * FROM pragma_foreign_key_list(?)", (table,))
        for number, _, parent, column, target, *_ in listed:
            one = keys.setdefault(number, (parent, [], []))
            one[1].append(column)
            one[2].append(target)
        for parent, columns, targets in keys.values():
            named = tuple(t for t in targets if t) or _primary(connection, parent)
            if parent in tables and len(named) == len(columns):
                found.append(Declared((SCHEMA, table), tuple(columns), (SCHEMA, parent), named))
    return found


def _primary(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    found = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,))
    return tuple(str(c) for (c,) in found)


def _kinds(path: str, table: str, seconds: float) -> list[tuple[str, Kind]]:
    """What the cells of each column are, of the first of them where all take more than half of the time."""
    told = "count({c}), sum(typeof({c}) = 'integer'), sum(typeof({c}) = 'real'), sum(typeof({c}) = 'blob'), " + (
        f"sum({{c}} GLOB '{_DATE}'), sum({{c}} GLOB '{_DATETIME}')"
    )

    def counted(of: str) -> list[tuple[str, Kind]]:
        with _connection(path, seconds / 2) as connection:
            columns = [str(c) for c, _ in connection.execute(_COLUMNS, (table,))]
            asked = ", ".join(told.format(c=quote(c)) for c in columns)
            counts = [int(n or 0) for n in connection.execute(f"SELECT {asked} FROM {of}").fetchone()]
        return [(c, _kind(counts[6 * i : 6 * i + 6])) for i, c in enumerate(columns)]

    try:
        return counted(quote(table))
    except QueryTimeout:
        return counted(f"(SELECT * FROM {quote(table)} LIMIT {SAMPLED})")


def _kind(counts: Sequence[int]) -> Kind:
    """By how many cells there are: filled, whole, with a fraction, blobs, dates, moments."""
    filled, whole, real, blobs, dates, moments = counts
    if blobs:
        return "other"
    if filled and whole + real == filled:
        return "real" if real else "integer"
    if filled and dates == filled:
        return "date"
    return "datetime" if filled and moments == filled else "text"


def _md5(text: object) -> str | None:
    if text is None:
        return None
    return hashlib.md5(str(text).encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def _lower(text: object) -> str | None:
    return None if text is None else str(text).lower()


if __name__ == "__main__":
    main(sys.argv[1])
