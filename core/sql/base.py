"""`SqlEngine`: what the product asks of a database that holds the rows."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from core.model import Rows, Value

if TYPE_CHECKING:
    import threading

    import pyarrow as pa

    from core.sql.staging import Staged


class SqlEngine(Protocol):
    """Rows in, rows out. Everything `read` and `check` are given is untrusted and passes the guard first."""

    name: str
    """What people call it: "SQLite"."""
    dialect: str
    """sqlglot's name of the dialect."""

    def write(self, table: str, batches: pa.RecordBatchReader) -> int:
        """Create or replace `table` from Arrow batches, all or nothing; return the rows written."""
        ...

    def amend(
        self, table: str, batches: pa.RecordBatchReader, column: str, without: Collection[str], version: str = ""
    ) -> tuple[int, int]:
        """Take out of `table` the rows in whose text `column` one of `without` stands, and add those of Arrow batches
        of its columns in its order, all or nothing; return the rows taken out and added. The other rows stay as they
        lie. The table is then of that version."""
        ...

    def stage(self, table: str, batches: pa.RecordBatchReader) -> Staged:
        """The first half of `write`: the rows wait, unseen, to be put in place."""
        ...

    def put_in_place(self, staged: Staged, table: str, version: str) -> None:
        """The second half: from one moment on the rows stand as `table`, and its version is this one."""
        ...

    def version(self, table: str) -> str:
        """Which version of `table` is there; "" where that is not known."""
        ...

    def drop(self, table: str) -> None:
        """Remove `table`, or the view of this name; nothing happens if it is not there."""
        ...

    def view(self, name: str, query: str) -> None:
        """Create or replace a view: another way to read tables, which queries may read once it is shown."""
        ...

    def tables(self) -> dict[str, tuple[str, ...]]:
        """The tables a query may read, each with its column names in order."""
        ...

    def held(self) -> tuple[str, ...]:
        """All tables and views that are there, shown or not."""
        ...

    def check(self, sql: str) -> None:
        """Guard and EXPLAIN without running.

        Raises QueryRefused, BadSyntax, UnknownName or QueryFailed.
        """
        ...

    def stopping(self, stop: threading.Event) -> SqlEngine:
        """The same engine, whose queries on a server are ended there once the question is stopped; Cancelled is then
        raised."""
        ...

    def own_sql(self, sql: str) -> str:
        """A query written for `dialect` as the engine itself is asked; nothing runs. Raises what `check` does."""
        ...

    def read(
        self,
        sql: str,
        parameters: Sequence[Value] = (),
        *,
        limit: int = 10_000,
        seconds: float = 20.0,
        effort: float = math.inf,
    ) -> Rows:
        """Run one guarded, read-only query; at most `limit` rows.

        `effort` bounds the work in millions of the engine's own steps, some ten for a million rows: however busy the
        machine is, a query stops at the same place. Raises what `check` raises, and QueryTimeout.
        """
        ...

    def index(self, keys: Mapping[str, Collection[tuple[str, ...]]]) -> None:
        """Make rows quick to find by these columns of each table, and by no others. Raises WorkspaceBusy, FileError."""
        ...

    def show_only(self, tables: Iterable[str]) -> None:
        """Name the tables that queries may read (the catalogue's ready ones); others are refused."""
        ...

    def close(self) -> None: ...
