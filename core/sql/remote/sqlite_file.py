"""An SQLite file that another program wrote, as the engine: nothing is translated, and the file cannot be written."""

from __future__ import annotations

import hashlib
import math
import sqlite3
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from copy import copy
from hashlib import sha256
from pathlib import Path
from typing import Any

from core.errors import Cancelled, QueryTimeout, StoreRefused, StoreUnreachable, UnknownName, WorkspaceError
from core.model import Rows
from core.sql.names import close_names, quote
from core.sql.remote.address import Address
from core.sql.remote.kinds import Kind
from core.sql.remote.reflect import Declared
from core.sql.remote.targets.sqlite import SQLITE
from core.sql.sandbox import connect_read_only, named_faults, take
from core.sql.sqlite import SqliteEngine

SCHEMA = "main"
_STEPS = 10_000
_DATE = "[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]"
_DATETIME = f"{_DATE}[ T][0-2][0-9]:[0-5][0-9]*"


class SqliteFile(SqliteEngine):
    """Tables and views of an SQLite file, which queries call by their own names; `show_only` must name them first."""

    def __init__(self, address: Address, tables: Mapping[str, tuple[str, str]]) -> None:
        """`tables`: name to schema and table. Raises StoreUnreachable where the file cannot be read."""
        self.address = address
        self.password = ""
        self._places = dict(tables)
        self._stop: threading.Event | None = None
        self._file = Path(address.path)
        try:
            super().__init__(self._file, read_only=True)
        except WorkspaceError as error:
            raise StoreUnreachable(
                f"{self._file} cannot be read: {error.message}", "Look where the file is."
            ) from error
        self.name = address.shown

    shares = True

    @property
    def places(self) -> Mapping[str, tuple[str, str]]:
        """Name to schema and table."""
        return self._places

    def there(self, schemas: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
        """As `Attached.there`; there is one schema, `main`."""
        for schema in schemas:
            if schema != SCHEMA:
                raise UnknownName(schema, close_names(schema, [SCHEMA]), "schema")
        yield from ((SCHEMA, name) for name in super().held())

    def held(self) -> tuple[str, ...]:
        """All attached tables that are there, shown or not."""
        return tuple(n for n in super().held() if n in self._places)

    def references(self) -> tuple[Declared, ...]:
        """As `Attached.references`."""
        found = []
        for table in self.held():
            keys: dict[int, tuple[str, list[str], list[str | None]]] = {}
            for number, _, parent, column, target, *_ in self._rows("SELECT * FROM pragma_foreign_key_list(?)", table):
                one = keys.setdefault(number, (parent, [], []))
                one[1].append(column)
                one[2].append(target)
            for parent, columns, targets in keys.values():
                named = tuple(t for t in targets if t) or self._primary(parent)
                if parent in self._places and len(named) == len(columns):
                    found.append(Declared((SCHEMA, table), tuple(columns), (SCHEMA, parent), named))
        return tuple(sorted(found, key=lambda d: (d.child, d.columns, d.parent)))

    def kinds(self, table: str) -> tuple[tuple[str, Kind], ...]:
        """The columns with what they hold: SQLite lets each cell have a type of its own, whatever is declared."""
        columns = [str(c) for (c,) in self._rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", table)]
        told = "count({c}), sum(typeof({c}) = 'integer'), sum(typeof({c}) = 'real'), sum(typeof({c}) = 'blob'), " + (
            f"sum({{c}} GLOB '{_DATE}'), sum({{c}} GLOB '{_DATETIME}')"
        )
        asked = ", ".join(told.format(c=quote(c)) for c in columns)
        counts = [int(n or 0) for n in self._rows(f"SELECT {asked} FROM {quote(table)}")[0]]
        return tuple((c, _kind(counts[6 * i : 6 * i + 6])) for i, c in enumerate(columns))

    def place(self, table: str) -> str:
        """As `Attached.place`."""
        return quote(table)

    def sample(self, table: str, share: float, rows: int) -> str:
        """As `Attached.sample`: the first rows, for SQLite has no quicker sample."""
        return SQLITE.sample.format(table=self.place(table), share=share, rows=rows)

    def writable(self) -> tuple[str, ...]:
        """None: the file is opened for reading only."""
        return ()

    def version(self, table: str) -> str:
        """A fingerprint of the table's columns; "" where it is gone."""
        found = self._rows("SELECT name, type FROM pragma_table_info(?) ORDER BY cid", table)
        return sha256(repr(found).encode("utf-8", "surrogatepass")).hexdigest()[:16] if found else ""

    def stopping(self, stop: threading.Event) -> SqliteFile:
        """As `SqlEngine.stopping`."""
        watched = copy(self)
        watched._stop = stop
        return watched

    def ask(self, ours: str, columns: Sequence[tuple[str, Kind]], limit: int, seconds: float) -> Rows:
        """As `Attached.ask`."""
        end, stop = time.monotonic() + seconds, self._stop
        with closing(connect_read_only(self._file)) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.create_function("MD5", 1, _md5, deterministic=True)
            connection.create_function("LOWER", 1, _lower, deterministic=True)
            connection.set_progress_handler(
                lambda: time.monotonic() > end or (stop is not None and stop.is_set()), _STEPS
            )
            try:
                with named_faults(seconds):
                    found = take(connection.execute(SQLITE.said(ours)), limit)
            except QueryTimeout:
                if stop is not None and stop.is_set():
                    raise Cancelled() from None
                raise
        return Rows(tuple(name for name, _ in columns), found.rows, found.truncated)

    def index(self, keys: Mapping[str, Collection[tuple[str, ...]]]) -> None:
        """Nothing: the file has its own."""

    def drop(self, table: str) -> None:
        """Nothing: the table stays in its file, and is not asked any more."""

    def _must_write(self) -> sqlite3.Connection:
        raise StoreRefused(
            f"The tables of {self.name} are read only; files cannot be put beside them.",
            "Load the files in another workspace.",
        )

    def _primary(self, table: str) -> tuple[str, ...]:
        found = self._rows("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", table)
        return tuple(str(c) for (c,) in found)

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with closing(connect_read_only(self._file)) as connection, named_faults(math.inf):
            return connection.execute(query, values).fetchall()


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
