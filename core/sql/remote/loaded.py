"""A schema of the workspace's own in a PostgreSQL, as the `SqlEngine`: files are put there by COPY and asked there.

What is read goes the way of every attached table: translated, in read-only transactions. What is written goes by a
connection of its own, one transaction for each table. A table of the schema, `joinery-own tables`, says which tables
Joinery made there, of which version, and whose the schema is; no other is ever touched.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from sqlglot import exp

from core.errors import EmptyFile, FileError, QueryError, StoreRefused, TooWide
from core.sql.guard import parse
from core.sql.names import key, quote
from core.sql.remote.address import Address
from core.sql.remote.copying import StagedCopy, send, stage
from core.sql.remote.engine import CHECK_SECONDS, RemoteEngine
from core.sql.remote.names import RemoteTable, quoted
from core.sql.remote.noted import Noted
from core.sql.remote.noted import noted as noted_as
from core.sql.remote.targets.postgresql import within
from core.sql.remote.translate import translate
from core.sql.remote.write_faults import written_faults
from core.sql.sqlite import index_name

if TYPE_CHECKING:
    import pyarrow as pa

    from core.sql.staging import Staged

MOST_COLUMNS = 1_600
"""What PostgreSQL holds in one table."""
OWN = "joinery-own tables"
MADE = "Made by Joinery."
"""What every table and view of ours is described as: one that is not was made by somebody else."""
_OURS = "joinery-key-"
_STAGING = "load.staging-"
_FRESH = 2.0
"""Seconds for which it is taken to be known which tables there are."""
_SESSION = (
    "SET search_path TO pg_catalog",
    "SET lock_timeout = '30s'",
    "SET idle_in_transaction_session_timeout = '15min'",
)


class LoadedPostgresql(RemoteEngine):
    """The rows of a workspace in a schema of a PostgreSQL. `show_only` must name the tables first."""

    def __init__(
        self, address: Address, password: str, schema: str, owner: str, folder: Path, read_only: bool = False
    ) -> None:
        """`owner` marks the workspace; rows wait in `folder`. Nothing is contacted before the first use."""
        super().__init__(address, password, {})
        self.schema = schema
        self._owner = owner
        self._folder = folder
        self._read_only = read_only
        self._writing = threading.Lock()
        self._versions: dict[str, str] = {}
        self._views: dict[str, set[str]] = {}
        self._looked = 0.0
        if not read_only:
            for left in folder.glob(f"{_STAGING}*"):
                left.unlink(missing_ok=True)

    # --- the schema

    def make(self) -> None:
        """Make the schema, unless it is there and ours. Raises StoreRefused where it is another workspace's, or the
        user may make none; StoreUnreachable."""
        with self._transaction("the schema", noted=False) as cursor:
            there = cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (self.schema,)).fetchone()
            if there is None:
                cursor.execute(f"CREATE SCHEMA {_name(self.schema)}")
            if not self._there(cursor, OWN):
                cursor.execute(
                    f"CREATE TABLE {self._in_schema(OWN)} (name text PRIMARY KEY, place text NOT NULL, "
                    "version text NOT NULL, columns text NOT NULL, query text NOT NULL)"
                )
                self._note(cursor, "", Noted((), self._owner, ""))
            self._must_own(cursor)

    def leave(self) -> None:
        """Drop what we made, and the schema if nothing else is in it; nothing happens if it is gone.

        Raises StoreError, FileError where something depends on a table."""
        import psycopg

        with self._transaction("the schema", noted=False) as cursor:
            if not self._there(cursor, OWN):
                return
            self._must_own(cursor)
            for name, noted in sorted(self._noted(cursor).items(), key=lambda n: not n[1].query):
                self._drop(cursor, name, noted)
            cursor.execute(f"DROP TABLE {self._in_schema(OWN)}")
            cursor.execute("SAVEPOINT schema")
            try:
                cursor.execute(f"DROP SCHEMA {_name(self.schema)}")
            except psycopg.Error:  # others have something in it, or made it for us
                cursor.execute("ROLLBACK TO SAVEPOINT schema")

    # --- rows

    def write(self, table: str, batches: pa.RecordBatchReader) -> int:
        """As `SqlEngine.write`. Raises TooWide, EmptyFile (no columns), RowsLost, FileError (the server's words, a full
        disk, a table of this name that is not ours), StoreRefused, StoreUnreachable; nothing is then written."""
        staged = self.stage(table, batches)
        self.put_in_place(staged, table, uuid4().hex)
        return staged.rows

    def stage(self, table: str, batches: pa.RecordBatchReader) -> StagedCopy:
        """The first half of `write`: the rows wait on this machine."""
        columns = list(batches.schema.names)
        if self._read_only:
            raise StoreRefused("The workspace is open for reading only.", "Open it for writing.")
        if not columns:
            raise EmptyFile(table)
        if len(columns) > MOST_COLUMNS:
            raise TooWide(table, len(columns), MOST_COLUMNS)
        file = self._folder / f"{_STAGING}{uuid4().hex}"
        try:
            return stage(file, table, batches, tuple(map(_name, columns)))
        except BaseException:
            file.unlink(missing_ok=True)
            raise

    def put_in_place(self, staged: Staged, table: str, version: str) -> None:
        """The second half: the rows stand as `table`, and its version is this one, from one moment on."""
        rows = cast(StagedCopy, staged)
        place = self._in_schema(table)
        try:
            with self._transaction(table) as cursor:
                every = self._noted(cursor)
                old = self._ours(cursor, table, every)
                if old is not None and old.columns == rows.kinds and not old.query:
                    cursor.execute(f"TRUNCATE {place}")
                    broken = []
                else:
                    broken = [(n, v) for n, v in every.items() if key(table) in v.reads()]
                    for name, view in broken:
                        self._drop(cursor, name, view)
                    if old is not None:
                        self._drop(cursor, table, old)
                    cursor.execute(f"CREATE TABLE {place} ({rows.declared})")
                    cursor.execute(f"COMMENT ON TABLE {place} IS '{MADE}'")
                send(cursor, rows, table, place, frozen=True)
                self._note(cursor, table, Noted(rows.kinds, version, ""))
                cursor.execute(f"ANALYZE {place}")
                for name, view in broken:
                    self._made_again(cursor, name, view)
        finally:
            staged.discard()

    def amend(
        self, table: str, batches: pa.RecordBatchReader, column: str, without: Collection[str], version: str = ""
    ) -> tuple[int, int]:
        """As `SqlEngine.amend`. Raises what `write` does; the table is then as it was."""
        names = list(batches.schema.names)
        staged = self.stage(table, batches)
        place = self._in_schema(table)
        try:
            with self._transaction(table) as cursor:
                old = self._ours(cursor, table, self._noted(cursor))
                if old is None or [c for c, _ in old.columns] != names:
                    raise FileError(table, "The table has other columns.", "Load its files again.")
                gone = f"DELETE FROM {place} WHERE {_name(column)} = ANY(%s)"
                taken = cursor.execute(gone, (list(without),)).rowcount
                send(cursor, staged, table, f"{place} ({', '.join(map(_name, names))})")
                self._note(cursor, table, Noted(old.columns, version or uuid4().hex, ""))
                return taken, staged.rows
        finally:
            staged.discard()

    def drop(self, table: str) -> None:
        """Remove `table`, or the view of this name, if it is there and ours; with the views of ours that read it."""
        with self._transaction(table) as cursor:
            every = self._noted(cursor)
            if table in every:
                for name, view in every.items():
                    if key(table) in view.reads():
                        self._drop(cursor, name, view)
                self._drop(cursor, table, every[table])

    def view(self, name: str, query: str) -> None:
        """Create or replace a view."""
        with self._transaction(name) as cursor:
            every = self._noted(cursor)
            if (old := self._ours(cursor, name, every)) is not None:
                self._drop(cursor, name, old)
            self._make_view(cursor, name, query, every)

    def index(self, keys: Mapping[str, Collection[tuple[str, ...]]]) -> None:
        """As `SqlEngine.index`; a column whose texts are too long for it goes without."""
        import psycopg

        wanted = {index_name(table, columns): (table, columns) for table, some in keys.items() for columns in some}
        with self._transaction("the joins") as cursor:
            held = self._noted(cursor)
            query = "SELECT indexname FROM pg_indexes WHERE schemaname = %s AND starts_with(indexname, %s)"
            there = {str(row[0]) for row in cursor.execute(query, (self.schema, _OURS)).fetchall()}
            for name in sorted(there - wanted.keys()):
                cursor.execute(f"DROP INDEX {self._in_schema(name)}")
            for name in sorted(n for n in wanted.keys() - there if wanted[n][0] in held):
                table, columns = wanted[name]
                cursor.execute("SAVEPOINT one")
                try:
                    cursor.execute(f"CREATE INDEX {_name(name)} ON {self._in_schema(table)} ({_names(columns)})")
                except psycopg.errors.ProgramLimitExceeded:
                    cursor.execute("ROLLBACK TO SAVEPOINT one")

    # --- what is there

    def version(self, table: str) -> str:
        """Which version of `table` is there now; "" for one that is not."""
        self.look_again()
        self._all()
        return self._versions.get(table, "")

    def readable(self) -> dict[str, RemoteTable]:
        """The shown tables that exist, by name; of views those that read shown tables only."""
        found = super().readable()
        shown = set(map(key, self._shown))
        return {n: t for n, t in found.items() if self._views.get(n, set()) <= shown}

    @property
    def places(self) -> Mapping[str, tuple[str, str]]:
        """Name to schema and table."""
        return {name: (table.schema, table.name) for name, table in self._all().items()}

    def _whole(self, table: str) -> exp.Expr:
        return exp.Table(this=quoted(table), db=quoted(self.schema))

    def _all(self) -> dict[str, RemoteTable]:
        with self._lock:
            if self._known is not None and time.monotonic() - self._looked < _FRESH:
                return self._known
        query = (
            f"SELECT o.name, o.version, o.columns, o.query FROM {self._in_schema(OWN)} AS o "
            "JOIN pg_namespace AS n ON n.nspname = {} "
            "JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relname = o.place "
            f"WHERE obj_description(c.oid, 'pg_class') = '{MADE}' ORDER BY o.name"
        ).format(exp.Literal.string(self.schema).sql(dialect="postgres"))
        try:
            with self.connection(CHECK_SECONDS) as connection:
                rows = connection.execution_options(stream_results=False).exec_driver_sql(query).fetchall()
        except QueryError as error:
            raise StoreRefused(
                f"The rows of this workspace are not in {self.name} any more, or may not be read: {error.message}",
                "Ask who runs it, or load the files again in a new workspace.",
            ) from error
        noted = {str(name): noted_as(version, columns, query) for name, version, columns, query in rows}
        with self._lock:
            self._known = {n: RemoteTable(self.schema, n, t.columns) for n, t in noted.items()}
            self._versions = {n: t.version for n, t in noted.items()}
            self._views = {n: t.reads() for n, t in noted.items()}
            self._looked = time.monotonic()
            return self._known

    # --- writing

    @contextmanager
    def _transaction(self, table: str, noted: bool = True) -> Iterator[Any]:
        """A cursor of psycopg in a transaction that writes: all of it, or nothing. One at a time."""
        if self._read_only:
            raise StoreRefused("The workspace is open for reading only.", "Open it for writing.")
        import psycopg

        with self._writing, written_faults(table, self.name, psycopg.Error), closing(self._writer()) as connection:
            driver = connection.driver_connection
            try:
                with driver.transaction(), driver.cursor() as cursor:
                    if noted:
                        if not self._there(cursor, OWN):
                            raise StoreRefused(
                                f"{self.name} has no schema {self.schema} of this workspace any more.",
                                "Load the files again in a new workspace.",
                            )
                        cursor.execute(f"LOCK TABLE {self._in_schema(OWN)} IN EXCLUSIVE MODE")
                        self._must_own(cursor)
                    yield cursor
            finally:
                self.look_again()

    def _writer(self) -> Any:
        from sqlalchemy import NullPool, create_engine

        engine = create_engine(
            self.address.url(self.password),
            connect_args={**self._target.connecting, "autocommit": True, "client_encoding": "utf8"},
            hide_parameters=True,
            poolclass=NullPool,
        )
        made = engine.raw_connection()
        driver: Any = made.driver_connection
        for statement in _SESSION:
            driver.execute(statement)
        return made

    def _must_own(self, cursor: Any) -> None:
        found = cursor.execute(f"SELECT version FROM {self._in_schema(OWN)} WHERE name = ''").fetchone()
        if found is None or found[0] != self._owner:
            raise StoreRefused(
                f"The schema {self.schema} of {self.name} holds the rows of another workspace.",
                "Name another one: --schema NAME.",
            )

    def _noted(self, cursor: Any) -> dict[str, Noted]:
        query = f"SELECT name, version, columns, query FROM {self._in_schema(OWN)} WHERE name <> ''"
        return {n: noted_as(v, c, q) for n, v, c, q in cursor.execute(query).fetchall() if self._there(cursor, n)}

    def _note(self, cursor: Any, name: str, noted: Noted) -> None:
        self._forget(cursor, name)
        cursor.execute(
            f"INSERT INTO {self._in_schema(OWN)} VALUES (%s, %s, %s, %s, %s)",
            (name, within(name), noted.version, noted.columns_text, noted.query),
        )

    def _forget(self, cursor: Any, name: str) -> None:
        cursor.execute(f"DELETE FROM {self._in_schema(OWN)} WHERE name = %s", (name,))

    def _there(self, cursor: Any, name: str) -> bool:
        return cursor.execute("SELECT to_regclass(%s)", (self._in_schema(name),)).fetchone()[0] is not None

    def _made(self, cursor: Any, name: str) -> bool:
        described = "SELECT obj_description(to_regclass(%s), 'pg_class')"
        return bool(cursor.execute(described, (self._in_schema(name),)).fetchone()[0] == MADE)

    def _ours(self, cursor: Any, name: str, every: Mapping[str, Noted]) -> Noted | None:
        """What stands under that name; None for nothing. Raises FileError where somebody else made it."""
        if not self._there(cursor, name):
            return None
        if name not in every or not self._made(cursor, name):
            raise FileError(
                name,
                f"The schema {self.schema} of {self.name} has a table “{name}” that Joinery did not make.",
                "It was left as it is. Rename it there, or load into another schema: --schema NAME.",
            )
        return every[name]

    def _drop(self, cursor: Any, name: str, noted: Noted) -> None:
        """Remove a table or view; one that somebody else put in its place is let alone."""
        if self._made(cursor, name):
            cursor.execute(f"DROP {'VIEW' if noted.query else 'TABLE'} {self._in_schema(name)}")
        self._forget(cursor, name)

    def _make_view(self, cursor: Any, name: str, query: str, every: Mapping[str, Noted]) -> None:
        tables = {n: RemoteTable(self.schema, n, t.columns) for n, t in every.items()}
        made = translate(parse(query, self.dialect), tables)
        titles = tuple((str(n), k) for n, k in made.columns)
        place = self._in_schema(name)
        named = _names(n for n, _ in titles)
        cursor.execute(f"CREATE VIEW {place} ({named}) AS {self._target.sql(made.query)}")
        cursor.execute(f"COMMENT ON VIEW {place} IS '{MADE}'")
        self._note(cursor, name, Noted(titles, "", query))

    def _made_again(self, cursor: Any, name: str, view: Noted) -> None:
        """A view of a table that was replaced, unless it does not fit the table any more."""
        import psycopg

        cursor.execute("SAVEPOINT view")
        try:
            self._make_view(cursor, name, view.query, self._noted(cursor))
        except (psycopg.Error, QueryError):
            cursor.execute("ROLLBACK TO SAVEPOINT view")

    def _in_schema(self, name: str) -> str:
        return f"{_name(self.schema)}.{_name(name)}"


def _name(name: str) -> str:
    return quote(within(name))


def _names(names: Iterable[str]) -> str:
    return ", ".join(map(_name, names))
