"""A schema of the workspace's own in a catalogue of a Trino, as the `SqlEngine`: files are put there, and asked there.

Few connectors take several statements in one transaction, or replace what is there. So each load fills a table of its
own, which nobody reads; then one row in the table `joinery_own_tables` says that it is now the table of that name: from
this moment on it is asked. What stood there before is dropped then. A later row counts more than an earlier one.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from sqlglot import exp

from core.errors import EmptyFile, FileError, JoineryError, QueryError, QueryFailed, RowsLost, StoreRefused
from core.model import Rows
from core.sql.guard import parse
from core.sql.names import key, quote
from core.sql.remote.address import Address
from core.sql.remote.engine import RemoteEngine
from core.sql.remote.kinds import Kind
from core.sql.remote.names import RemoteTable, quoted
from core.sql.remote.noted import Noted, noted
from core.sql.remote.sending import StagedTable, held_by, literal, staged_table, statements, texts
from core.sql.remote.translate import translate
from core.sql.remote.write_faults import written_faults

if TYPE_CHECKING:
    import pyarrow as pa

    from core.sql.staging import Staged

OWN = "joinery_own_tables"
_COLUMNS = ("seq", "name", "place", "version", "columns", "query")
_FRESH = 10.0
"""Seconds for which it is taken to be known which tables there are."""
_STATE_SECONDS = 20.0
_MOST_NAME = 60


class LoadedTrino(RemoteEngine):
    """The rows of a workspace in a schema of a Trino's catalogue. `show_only` must name the tables first."""

    def __init__(
        self, address: Address, password: str, schema: str, owner: str, folder: Path, read_only: bool = False
    ) -> None:
        """`owner` marks the workspace. Nothing is contacted before the first use."""
        from sqlalchemy import NullPool, create_engine

        super().__init__(address, password, {})
        self.schema = schema
        self._owner = owner
        self._read_only = read_only
        self._writing = threading.RLock()
        self._swept = False
        self._staged: set[str] = set()
        self._noted: dict[str, Noted] = {}
        """What stands under each name, as it was last seen."""
        self._seq = 0
        self._owners: set[str] = set()
        self._looked = 0.0
        connecting = {**self._target.connecting, **(self._target.with_password if password else {}), "max_attempts": 1}
        # Nothing is said twice: an INSERT that is sent again would put its rows there again.
        self._writer = create_engine(
            address.url(password), connect_args=connecting, hide_parameters=True, poolclass=NullPool
        )

    # --- the schema

    def make(self) -> None:
        """Make the schema, unless it is there and ours. Raises StoreRefused where it is another workspace's, the
        catalogue keeps nothing, or the user may make none; StoreUnreachable."""
        with self._writing:
            if OWN in self._held("the schema"):
                self._must_own()
                return
            self._say("the schema", f"CREATE SCHEMA IF NOT EXISTS {quote(self.schema)}")
            made = ", ".join(f"{quote(c)} {'BIGINT' if c == 'seq' else 'VARCHAR'}" for c in _COLUMNS)
            self._say("the schema", f"CREATE TABLE {self._in_schema(OWN)} ({made})")
            try:
                self._note("", Noted((), self._owner, ""))
                self._must_own()
            except JoineryError:
                with suppress(JoineryError):
                    self._say("the schema", f"DROP TABLE {self._in_schema(OWN)}")
                    self._say("the schema", f"DROP SCHEMA {quote(self.schema)}")
                raise

    def leave(self) -> None:
        """Drop what we made, and the schema if nothing else is in it; nothing happens if it is gone. Raises
        StoreError, FileError."""
        with self._writing:
            self._must_write()
            held = self._held("the schema")
            if OWN not in held:
                return
            self._must_own()
            for place in sorted(p for p in held if self._is_ours(p)):
                self._say(place, f"DROP TABLE {self._in_schema(place)}")
            self._say("the schema", f"DROP TABLE {self._in_schema(OWN)}")
            with suppress(JoineryError):  # others have something in it, or made it for us
                self._say("the schema", f"DROP SCHEMA {quote(self.schema)}")
            self.look_again()

    # --- rows

    def write(self, table: str, batches: pa.RecordBatchReader) -> int:
        """As `SqlEngine.write`. Raises EmptyFile (no columns), RowsLost, FileError (the server's words, no room, a row
        that is too long), StoreRefused, StoreUnreachable; what was there is then as it was."""
        staged = self.stage(table, batches)
        self.put_in_place(staged, table, uuid4().hex)
        return staged.rows

    def stage(self, table: str, batches: pa.RecordBatchReader) -> StagedTable:
        """The first half of `write`: the rows are sent, into a table that nobody reads."""
        return self._filled(table, batches)[0]

    def put_in_place(self, staged: Staged, table: str, version: str) -> None:
        """The second half: the rows stand as `table`, and its version is this one, from one moment on."""
        ready = cast(StagedTable, staged)
        with self._writing:
            old = self._now().get(table)
            # If the connection is lost now, nobody knows whether it is said: the rows are let lie, for a later sweep.
            self._note(table, Noted(ready.kinds, version, "", ready.place))
            self._staged.discard(ready.place)
            if old is not None and old.place:
                self._drop(old.place)

    def amend(
        self, table: str, batches: pa.RecordBatchReader, column: str, without: Collection[str], version: str = ""
    ) -> tuple[int, int]:
        """As `SqlEngine.amend`: the rows that stay are copied there. Raises what `write` does; the table is then as it
        was."""
        columns = list(batches.schema.names)
        with self._writing:
            old = self._now().get(table)
            if old is None or [c for c, _ in old.columns] != columns:
                raise FileError(table, "The table has other columns.", "Load its files again.")
            gone = f"COALESCE(CONTAINS({texts(sorted(without))}, CAST({quote(column)} AS VARCHAR)), FALSE)"
            staged, taken = self._filled(table, batches, old, gone)
            self.put_in_place(staged, table, version or uuid4().hex)
        return taken, staged.rows

    def drop(self, table: str) -> None:
        """Remove `table`, or the view of this name, if it is there; with the views that read it."""
        with self._writing:
            every = self._now()
            if (old := every.get(table)) is None:
                return
            gone = [table, *(name for name, view in every.items() if key(table) in view.reads() and name != table)]
            self._note_all([(name, Noted((), "", "")) for name in gone])
            if old.place:
                self._drop(old.place)

    def view(self, name: str, query: str) -> None:
        """Create or replace a view: it is kept as it is said, for not every catalogue has views."""
        with self._writing:
            every = self._now()
            tables = {n: self._table(n, t) for n, t in every.items()}
            try:
                columns = translate(parse(query, self.dialect), tables).columns
            except QueryError as error:
                raise FileError(name, error.message, error.hint) from error
            self._note(name, Noted(tuple((str(n), k) for n, k in columns), "", query))
            if (old := every.get(name)) is not None and old.place:
                self._drop(old.place)

    # --- what is there

    def version(self, table: str) -> str:
        """Which version of `table` is there now; "" for one that is not."""
        self.look_again()
        self._all()
        found = self._noted.get(table)
        return found.version if found is not None else ""

    def readable(self) -> dict[str, RemoteTable]:
        """The shown tables that exist, by name; of views those that read shown tables only."""
        found = super().readable()
        if len(found) < len(self._shown) and time.monotonic() - self._looked > 1.0:  # another process put some there
            self.look_again()
            found = super().readable()
        shown = set(map(key, self._shown))
        return {n: t for n, t in found.items() if not t.query or self._noted[n].reads() <= shown}

    def run(self, own: str, columns: Sequence[tuple[str, Kind]], limit: int, seconds: float) -> Rows:
        """As ever. A query that began as a table was replaced is said anew of the table that stands there now."""
        before = dict(self._noted)
        try:
            return super().run(own, columns, limit, seconds)
        except QueryFailed:
            self.look_again()
            self._all()
            moved = {
                old.place: self._noted[name].place
                for name, old in before.items()
                if name in self._noted and old.place != self._noted[name].place and quote(old.place) in own
            }
            if not moved:
                raise
        for old_place, new in moved.items():
            own = own.replace(quote(old_place), quote(new))
        return super().run(own, columns, limit, seconds)

    @property
    def places(self) -> Mapping[str, tuple[str, str]]:
        """Name to schema and table."""
        return {name: (table.schema, table.name) for name, table in self._all().items()}

    def _whole(self, table: str) -> exp.Expr:
        return exp.Table(this=quoted(self._all()[table].name), db=quoted(self.schema))

    def _all(self) -> dict[str, RemoteTable]:
        with self._lock:
            if self._known is not None and time.monotonic() - self._looked < _FRESH:
                return self._known
        asked = f"SELECT {', '.join(map(quote, _COLUMNS))} FROM {self._in_schema(OWN)}"
        try:
            with self.connection(_STATE_SECONDS) as connection:
                rows = connection.exec_driver_sql(asked).fetchall()
        except QueryError as error:
            raise StoreRefused(
                f"The rows of this workspace are not in {self.name} any more, or may not be read: {error.message}",
                "Ask who runs it, or load the files again in a new workspace.",
            ) from error
        last = {str(row[1]): row for row in sorted(rows, key=lambda row: int(row[0]))}
        found = {n: noted(version, columns, said, place) for n, (_, _, place, version, columns, said) in last.items()}
        with self._lock:
            self._seq = max((int(row[0]) for row in rows), default=0)
            self._owners = {str(row[3]) for row in rows if not row[1]}
            self._noted = {n: t for n, t in sorted(found.items()) if n and (t.place or t.query)}
            self._known = {n: self._table(n, t) for n, t in self._noted.items()}
            self._looked = time.monotonic()
            return self._known

    def _table(self, name: str, of: Noted) -> RemoteTable:
        return RemoteTable(self.schema, of.place or name, of.columns, of.query)

    # --- writing

    def _filled(
        self, table: str, batches: pa.RecordBatchReader, old: Noted | None = None, gone: str = ""
    ) -> tuple[StagedTable, int]:
        """A table of its own with these rows, and those of the `old` one of which `gone` does not hold; of how many it
        does."""
        self._must_write()
        if not batches.schema.names:
            raise EmptyFile(table)
        with self._writing:
            self._now()
            self._sweep()
            place = self._new_place(table)
            self._staged.add(place)
        made = staged_table(place, old.columns if old is not None else held_by(batches.schema), self._drop)
        into = self._in_schema(place)
        kept = taken = rows = 0
        try:
            self._say(table, f"CREATE TABLE {into} ({', '.join(made.columns)})")
            if old is not None:
                theirs = self._in_schema(old.place)
                ((taken,),) = self._say(table, f"SELECT COUNT(*) FROM {theirs} WHERE {gone}")
                ((kept,),) = self._say(table, f"INSERT INTO {into} SELECT * FROM {theirs} WHERE NOT {gone}")
            for statement in statements(table, into, made.columns, batches):
                ((added,),) = self._say(table, statement)
                rows += added
            ((there,),) = self._say(table, f"SELECT COUNT(*) FROM {into}")
            if there != rows + kept:
                raise RowsLost(table, rows + kept, there)
        except BaseException:
            made.discard()
            raise
        return StagedTable(made.file, made.columns, rows, place, made.kinds, self._drop), taken

    def _new_place(self, table: str) -> str:
        plain = re.sub(r"[^a-z0-9]+", "_", table.lower()).strip("_")[: _MOST_NAME - 20]
        return f"{plain or 'table'}_{self._mark}{uuid4().hex[:8]}"

    @property
    def _mark(self) -> str:
        return re.sub(r"[^a-z0-9]", "", self._owner.lower())[:8]

    def _is_ours(self, place: str) -> bool:
        return re.fullmatch(rf"[a-z0-9_]+_{self._mark}[0-9a-f]{{8}}", place) is not None

    def _sweep(self) -> None:
        """Once: drop what was left where a load was broken off and the server could not be told."""
        if self._swept:
            return
        used = {t.place for t in self._noted.values()} | self._staged
        for place in sorted(p for p in self._held("the schema") if self._is_ours(p) and p not in used):
            self._drop(place)
        self._swept = True

    def _drop(self, place: str) -> None:
        """Away with a table that nobody reads; if the server does not answer, the next load does it."""
        self._staged.discard(place)
        with suppress(JoineryError):
            self._say(place, f"DROP TABLE IF EXISTS {self._in_schema(place)}")
            return
        self._swept = False

    def _now(self) -> dict[str, Noted]:
        """What is there at this moment."""
        self._must_write()
        self._must_own()
        return self._noted

    def _note(self, name: str, what: Noted) -> None:
        self._note_all([(name, what)])

    def _note_all(self, some: Sequence[tuple[str, Noted]]) -> None:
        """All of it from one moment on."""
        rows = []
        for n, (name, what) in enumerate(some, self._seq + 1):
            cells = (name, what.place, what.version, what.columns_text, what.query)
            rows.append(f"({n}, {', '.join(map(literal, cells))})")
        self._say(some[0][0], f"INSERT INTO {self._in_schema(OWN)} VALUES {', '.join(rows)}")
        self.look_again()

    def _must_own(self) -> None:
        self.look_again()
        self._all()
        if not self._owners:
            raise StoreRefused(
                f"{self.name} does not keep what is put into it.",
                "Name a catalogue that does: trino://user@host:8080/CATALOGUE.",
            )
        if self._owners != {self._owner}:
            raise StoreRefused(
                f"The schema {self.schema} of {self.name} holds the rows of another workspace.",
                "Name another one: --schema NAME.",
            )

    def _must_write(self) -> None:
        if self._read_only:
            raise StoreRefused("The workspace is open for reading only.", "Open it for writing.")

    def _held(self, table: str) -> set[str]:
        asked = f"SELECT table_name FROM information_schema.tables WHERE table_schema = {literal(self.schema)}"
        return {str(row[0]) for row in self._say(table, asked)}

    def _say(self, table: str, statement: str) -> list[Any]:
        """A statement of our own, which may write, to its end."""
        with written_faults(table, self.name, OSError), self._writer.connect() as connection:
            result = connection.execution_options(no_parameters=True).exec_driver_sql(statement)
            return list(result.fetchall()) if result.returns_rows else []

    def _in_schema(self, name: str) -> str:
        return f"{quote(self.schema)}.{quote(name)}"

    def close(self) -> None:
        super().close()
        self._writer.dispose()
