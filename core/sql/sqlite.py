"""SQLite as the `SqlEngine`: one file, bulk writes (see `staging`), guarded reads from any thread."""

from __future__ import annotations

import math
import shutil
import sqlite3
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlglot import exp

from core.errors import EmptyFile, FileError, FileMissing, StoreRefused, TooWide, WorkspaceBusy, WorkspaceUnwritable
from core.errors import WorkspaceDamaged as Damaged
from core.model import Rows, Value
from core.sql.guard import parse
from core.sql.names import Names, key, quote
from core.sql.resolve import resolve
from core.sql.sandbox import LAYERS, Access, Layer, connect_read_only, named_faults, take
from core.sql.staging import VERSIONS, Staged, amend, note_version, stage, swap

if TYPE_CHECKING:
    import pyarrow as pa

MOST_COLUMNS = 2_000
"""What SQLite holds in one table as it is usually built, Python's copy and ADBC's."""

_CHECK_SECONDS = 5.0
_OURS = "joinery-key-"
_LEAST_ROOM = 1 << 16
"""Bytes that are free on the disk; with fewer SQLite does not always open a file, not even to read."""
_LOOKED_AT = 400
"""Rows of an index that ANALYZE looks at."""


class SqliteEngine:
    """The rows of a workspace in one SQLite file. `show_only` must name the tables before queries can read any."""

    name = "SQLite"
    dialect = "sqlite"
    layers: tuple[Layer, ...] = LAYERS

    def __init__(self, path: Path, read_only: bool = False) -> None:
        """Open or create the file. Raises FileMissing (read-only and not there), WorkspaceDamaged, WorkspaceBusy."""
        self._path = path
        self._shown: dict[str, None] = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._names: tuple[tuple[int, tuple[str, ...]], Names] | None = None
        self._writer: sqlite3.Connection | None = None
        if read_only and not path.is_file():
            raise FileMissing(path)
        with _store_faults(path):
            if not read_only:
                path.parent.mkdir(parents=True, exist_ok=True)
                for left in path.parent.glob(f"{path.name}.staging-*"):
                    left.unlink(missing_ok=True)
                self._writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10.0)
                # Rows and catalogue are two files: each is on the disk before the other follows, or a power cut leaves
                # the new entry to the old rows.
                for pragma in ("journal_mode=WAL", "synchronous=FULL", "journal_size_limit=67108864"):
                    self._writer.execute(f"PRAGMA {pragma}")
            self._trusted = connect_read_only(path)
            self._trusted.execute("PRAGMA schema_version")

    def write(self, table: str, batches: pa.RecordBatchReader) -> int:
        """Create or replace `table`; column names must differ by more than case.

        Integers and floats keep their type, everything else becomes text. What `batches` raises while it is read
        comes out as it is, and nothing is written. Raises TooWide, EmptyFile (no columns), RowsLost, FileError
        (SQLite's words, a full disk), StoreRefused (read-only), WorkspaceBusy.
        """
        staged = self.stage(table, batches)
        self.put_in_place(staged, table, uuid4().hex)
        return staged.rows

    def stage(self, table: str, batches: pa.RecordBatchReader) -> Staged:
        """The first half of `write`: nothing is seen of the rows yet. They are gone when the engine is opened anew."""
        self._must_write()
        columns = list(batches.schema.names)
        if not columns:
            raise EmptyFile(table)
        if len(columns) > MOST_COLUMNS:
            raise TooWide(table, len(columns), MOST_COLUMNS)
        staging = self._path.with_name(f"{self._path.name}.staging-{uuid4().hex}")
        try:
            types, rows = stage(staging, table, batches)
        except BaseException:
            staging.unlink(missing_ok=True)
            raise
        return Staged(staging, tuple(f"{quote(c)} {t}" for c, t in zip(columns, types, strict=True)), rows)

    def put_in_place(self, staged: Staged, table: str, version: str) -> None:
        """The second half: the rows stand as `table`, and its version is this one, from one moment on."""
        writer = self._must_write()
        try:
            with self._writing, _write_faults(table, self._path):
                swap(writer, staged, table, version)
        finally:
            staged.discard()

    def amend(
        self, table: str, batches: pa.RecordBatchReader, column: str, without: Collection[str], version: str = ""
    ) -> tuple[int, int]:
        """Take rows out of `table` and add others, in one transaction; values take the types that its columns have.

        What `batches` raises while it is read comes out as it is. Raises RowsLost, FileError (no such table, other
        columns, a full disk), StoreRefused, WorkspaceBusy; the table is then as it was.
        """
        writer = self._must_write()
        columns = list(batches.schema.names)
        staged = self.stage(table, batches)
        try:
            with self._writing, _write_faults(table, self._path):
                return amend(
                    writer, staged.file, table, columns, staged.rows, column, without, version or uuid4().hex
                ), staged.rows
        finally:
            staged.discard()

    def version(self, table: str) -> str:
        """Which version of `table` is there; "" for one that was never put in place, or is gone."""
        with self._lock, _store_faults(self._path):
            known = "SELECT 1 FROM sqlite_schema WHERE name = ?"
            if self._trusted.execute(known, (VERSIONS,)).fetchone() is None:
                return ""
            found = self._trusted.execute(f"SELECT version FROM {quote(VERSIONS)} WHERE name = ?", (table,)).fetchone()
            return str(found[0]) if found else ""

    def drop(self, table: str) -> None:
        """Remove `table`, or the view of this name, if it is there."""
        writer = self._must_write()
        with self._writing, _write_faults(table, self._path):
            kind = writer.execute("SELECT type FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
            writer.execute("BEGIN IMMEDIATE")
            try:
                writer.execute(f"DROP {'VIEW' if kind and kind[0] == 'view' else 'TABLE'} IF EXISTS {quote(table)}")
                note_version(writer, table, "")
                writer.execute("COMMIT")
            finally:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")

    def view(self, name: str, query: str) -> None:
        """Create or replace a view."""
        writer = self._must_write()
        with self._writing, _write_faults(name, self._path):
            writer.execute("BEGIN IMMEDIATE")
            try:
                writer.execute(f"DROP VIEW IF EXISTS {quote(name)}")
                writer.execute(f"CREATE VIEW {quote(name)} AS {query}")
                writer.execute("COMMIT")
            finally:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")

    def index(self, keys: Mapping[str, Collection[tuple[str, ...]]]) -> None:
        """Make rows quick to find by these columns of each table, and by no others.

        SQLite is told the tables' sizes as well: without them it may walk a join the long way round.
        """
        writer = self._must_write()
        wanted = {index_name(table, columns): (table, columns) for table, some in keys.items() for columns in some}
        with self._writing, _write_faults("the joins", self._path):
            found = writer.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB ?", (f"{_OURS}*",)
            )
            there = {row[0] for row in found.fetchall()}
            for name in sorted(there - wanted.keys()):
                writer.execute(f"DROP INDEX {quote(name)}")
            for name in sorted(wanted.keys() - there):
                table, columns = wanted[name]
                writer.execute(f"CREATE INDEX {quote(name)} ON {quote(table)} ({', '.join(map(quote, columns))})")
            writer.execute(f"PRAGMA analysis_limit = {_LOOKED_AT}")
            writer.execute("ANALYZE")
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:  # they would go by the old sizes
            connection.close()

    def tables(self) -> dict[str, tuple[str, ...]]:
        """The shown tables that exist, in the order they were named, each with its column names in order."""
        return dict(self._known().tables)

    def held(self) -> tuple[str, ...]:
        """All tables and views that are there, shown or not."""
        own = (VERSIONS, "sqlite_")
        query = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"
        with self._lock, _store_faults(self._path):
            return tuple(n for (n,) in self._trusted.execute(query) if not n.startswith(own))

    def show_only(self, tables: Iterable[str]) -> None:
        """Name the tables that queries may read. Until then there are none."""
        with self._lock:
            self._shown = dict.fromkeys(tables)

    def check(self, sql: str) -> None:
        """Guard and EXPLAIN without running."""
        access, parameters = self._guard(sql, _CHECK_SECONDS)
        with self._reader(access) as connection, named_faults(_CHECK_SECONDS):
            connection.execute(f"EXPLAIN {sql}", [None] * parameters).close()

    def stopping(self, stop: threading.Event) -> SqliteEngine:
        """The same: its queries end by their own limits."""
        return self

    def own_sql(self, sql: str) -> str:
        """The query as it is."""
        return sql

    def read(
        self,
        sql: str,
        parameters: Sequence[Value] = (),
        *,
        limit: int = 10_000,
        seconds: float = 20.0,
        effort: float = math.inf,
    ) -> Rows:
        """Run one guarded query. A blob comes back as `<12 bytes>`, an infinite number as None."""
        access, _ = self._guard(sql, seconds, effort)
        with self._reader(access) as connection, named_faults(seconds):
            return take(connection.execute(sql, tuple(parameters)), limit)

    def close(self) -> None:
        """Close every connection; those at work close when they come back."""
        with self._lock:
            self._closed, idle, self._idle = True, self._idle, []
        for connection in idle:
            connection.close()
        self._trusted.close()
        if self._writer is not None:
            self._writer.close()

    def _guard(self, sql: str, seconds: float, effort: float = math.inf) -> tuple[Access, int]:
        """What the query may do, and how many parameters it has."""
        query, names = parse(sql, self.dialect), self._known()
        ctes = resolve(query, names)
        readable = frozenset(map(key, names.tables))
        parameters = sum(1 for _ in query.find_all(exp.Placeholder))
        return Access(readable, ctes, time.monotonic() + seconds, effort), parameters

    def _known(self) -> Names:
        """The names of the shown tables, read again only when the file's schema or `show_only` changed."""
        with self._lock, _store_faults(self._path):
            version = self._trusted.execute("PRAGMA schema_version").fetchone()[0]
            state = (version, tuple(self._shown))
            if self._names is None or self._names[0] != state:
                there = {
                    key(r[0]): r[0]
                    for r in self._trusted.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
                }
                found = [there[key(t)] for t in self._shown if key(t) in there]
                columns = "SELECT name FROM pragma_table_info(?) ORDER BY cid"
                read = {t: tuple(r[0] for r in self._trusted.execute(columns, (t,))) for t in found}
                self._names = (state, Names(read))
            return self._names[1]

    @contextmanager
    def _reader(self, access: Access) -> Iterator[sqlite3.Connection]:
        """A connection of its own for one query, every layer in place."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            with _store_faults(self._path):
                connection = connect_read_only(self._path)
        try:
            for layer in self.layers:
                layer(connection, access)
            yield connection
        finally:
            with self._lock:
                keep = not self._closed
                if keep:
                    self._idle.append(connection)
            if not keep:
                connection.close()

    def _must_write(self) -> sqlite3.Connection:
        if self._writer is None:
            raise StoreRefused(f"{self._path.name} is open for reading only.", "Open the workspace for writing.")
        return self._writer


def index_name(table: str, columns: tuple[str, ...]) -> str:
    """What an index of ours is called. Tables and indexes share their names' space; files have no such names."""
    return _OURS + sha256("\0".join((table, *columns)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@contextmanager
def _store_faults(path: Path) -> Iterator[None]:
    """What opening and looking at the file can meet."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if _is_busy(error):
            raise WorkspaceBusy(str(path.parent)) from error
        if path.parent.is_dir() and shutil.disk_usage(path.parent).free < _LEAST_ROOM:
            raise WorkspaceUnwritable(path.parent, "there is no room for the files that reading needs") from error
        raise Damaged(f"{path} cannot be opened: {error}.", "Check the folder and the rights to it.") from error
    except sqlite3.DatabaseError as error:
        raise Damaged(f"{path} is not a workspace's data: {error}.", "Name another workspace, or load anew.") from error


@contextmanager
def _write_faults(table: str, path: Path) -> Iterator[None]:
    """What writing a table can meet."""
    try:
        yield
    except sqlite3.Error as error:
        if _is_busy(error):
            raise WorkspaceBusy(str(path.parent)) from error
        hint = "Make room on the disk and load it again." if "full" in str(error) else "Rename what is named there."
        raise FileError(table, f"The table could not be written: {error}.", hint) from error


def _is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
