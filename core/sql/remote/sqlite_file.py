"""An SQLite file that another program wrote, as the engine, read in processes of their own
(`core.sql.remote.sqlite_worker`): nothing is translated, and the file cannot be written.

SQLite runs within the process that asks it; a view of the file's own may take minutes and gigabytes at its first look.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from copy import copy
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import Cancelled, FileError, QueryError, StoreUnreachable, UnknownName, WorkspaceError
from core.model import Rows, Value
from core.processes.pool import Pool
from core.processes.queries import ask
from core.sql.names import close_names, key, quote
from core.sql.remote.address import Address
from core.sql.remote.kinds import Kind
from core.sql.remote.read_only import ReadOnlyTables, in_pages
from core.sql.remote.reflect import Declared
from core.sql.remote.sqlite_worker import SCHEMA
from core.sql.remote.targets.sqlite import SQLITE

if TYPE_CHECKING:
    pass

_CHECK_SECONDS = 5.0
_LOOK_SECONDS = 30.0
"""For a look at what tables there are."""
_KINDS_SECONDS = 300.0
"""For a look at every cell of a table."""

_PAGE = 20_000
"""Rows that are copied by one query."""
Columns = tuple[tuple[str, str], ...]
"""Names and declared types."""


class SqliteFile(ReadOnlyTables):
    """Tables and views of an SQLite file, which queries call by their own names; `show_only` must name them first."""

    dialect = "sqlite"
    password = ""
    far = False
    shares = True

    def __init__(self, address: Address, tables: Mapping[str, tuple[str, str]]) -> None:
        """`tables`: name to schema and table. Nothing is opened before the first use."""
        self.address = address
        self.name = address.shown
        self._places = dict(tables)
        self._file = Path(address.path)
        self._shown: dict[str, None] = {}
        self._seen: tuple[object, dict[str, Columns]] | None = None
        self._stop: threading.Event | None = None
        self._pool = Pool(lambda: ("core.sql.remote.sqlite_worker", str(self._file.resolve())))
        self.start = self._pool.start

    # --- what is there

    @property
    def places(self) -> Mapping[str, tuple[str, str]]:
        """Name to schema and table."""
        return self._places

    def there(self, schemas: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
        """As `Attached.there`; there is one schema, `main`."""
        for schema in schemas:
            if schema != SCHEMA:
                raise UnknownName(schema, close_names(schema, [SCHEMA]), "schema")
        yield from ((SCHEMA, name) for name in self._all())

    def tables(self) -> dict[str, tuple[str, ...]]:
        """The shown tables that exist, in the order they were named, each with its column names in order."""
        there = {key(name): (name, tuple(c for c, _ in columns)) for name, columns in self._all().items()}
        return dict(there[key(name)] for name in self._shown if key(name) in there)

    def held(self) -> tuple[str, ...]:
        """All attached tables that are there, shown or not."""
        return tuple(n for n in self._all() if n in self._places)

    def show_only(self, tables: Iterable[str]) -> None:
        """Name the tables that queries may read. Until then there are none."""
        self._shown = dict.fromkeys(tables)

    def references(self) -> tuple[Declared, ...]:
        """As `Attached.references`."""
        found = self._looked({"do": "references", "tables": self.held()}, _LOOK_SECONDS)
        made = (Declared((SCHEMA, a[1]), tuple(b), (SCHEMA, c[1]), tuple(d)) for a, b, c, d in found)
        return tuple(sorted(made, key=lambda d: (d.child, d.columns, d.parent)))

    def kinds(self, table: str) -> tuple[tuple[str, Kind], ...]:
        """The columns with what they hold: SQLite lets each cell have a type of its own, whatever is declared."""
        found = self._looked({"do": "kinds", "table": table}, _KINDS_SECONDS, f"the table {table} of ")
        return tuple((str(name), kind) for name, kind in found)

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
        found = list(self._all().get(table, ()))
        return sha256(repr(found).encode("utf-8", "surrogatepass")).hexdigest()[:16] if found else ""

    # --- queries

    def own_sql(self, sql: str) -> str:
        """The query as it is."""
        return sql

    def stopping(self, stop: threading.Event) -> SqliteFile:
        """As `SqlEngine.stopping`."""
        watched = copy(self)
        watched._stop = stop
        return watched

    def check(self, sql: str) -> None:
        """As `SqlEngine.check`."""
        shown = list(self.tables())
        self._asked({"do": "query", "check": True, "sql": sql, "shown": shown}, _CHECK_SECONDS)

    def read(
        self,
        sql: str,
        parameters: Sequence[Value] = (),
        *,
        limit: int = 10_000,
        seconds: float = 20.0,
        effort: float = math.inf,
    ) -> Rows:
        """As `SqlEngine.read`."""
        request = {
            "do": "query",
            "check": False,
            "sql": sql,
            "shown": list(self.tables()),
            "parameters": list(parameters),
            "limit": limit,
            "effort": None if effort == math.inf else effort,
        }
        found = self._asked(request, seconds)
        return Rows(tuple(found["columns"]), tuple(map(tuple, found["rows"])), found["truncated"])

    def stream(self, table: str, most: int, seconds: float) -> Generator[Sequence[tuple[Value, ...]], None, None]:
        """As `Attached.stream`: in pages, each a query, in the order in which the file holds the rows."""
        return in_pages(
            lambda sql, limit: self.read(sql, limit=limit, seconds=seconds),
            f"SELECT * FROM {quote(table)}",
            most,
            _PAGE,
        )

    def ask(self, ours: str, columns: Sequence[tuple[str, Kind]], limit: int, seconds: float) -> Rows:
        """As `Attached.ask`."""
        found = self._asked({"do": "ask", "sql": SQLITE.said(ours), "limit": limit}, seconds)
        return Rows(tuple(name for name, _ in columns), tuple(map(tuple, found["rows"])), found["truncated"])

    def close(self) -> None:
        """End the processes."""
        self._pool.close()

    # --- the processes

    def _all(self) -> dict[str, Columns]:
        """Every table and view with its columns, read again only where the file, or its log, was written since."""
        stamp = tuple(map(_stamp, (self._file, self._file.with_name(f"{self._file.name}-wal"))))
        if self._seen is None or self._seen[0] != stamp:
            found = self._looked({"do": "held"}, _LOOK_SECONDS)
            self._seen = (stamp, {str(name): tuple((str(c), str(t)) for c, t in columns) for name, columns in found})
        return self._seen[1]

    def _looked(self, request: dict[str, Any], seconds: float, what: str = "") -> Any:
        """What is asked of the file itself. Raises StoreError."""
        try:
            return self._asked(request, seconds)
        except QueryError as fault:
            hint = "Look at the file; if it is whole, try again, or name the tables to attach."
            raise StoreUnreachable(f"{what}{self.name} cannot be read: {fault.message}", hint) from fault

    def _asked(self, request: dict[str, Any], seconds: float) -> Any:
        stop = self._stop

        def check() -> None:
            if stop is not None and stop.is_set():
                raise Cancelled()

        try:
            return ask(self._pool, request, seconds, None if stop is None else check)
        except (FileError, WorkspaceError) as fault:
            message = f"{self._file} cannot be read: {fault.message}"
            raise StoreUnreachable(message, "Look where the file is.") from fault


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
