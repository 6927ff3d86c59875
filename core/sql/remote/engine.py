"""A database that is there already, as the `SqlEngine`: read only, in its own SQL, never longer than a query may take.

Queries come written as for SQLite, pass our guard, and are translated (`translate`), which knows every function that it
lets through. The database enforces the rest: read-only sessions, a time limit for each statement, its users' rights.
"""

from __future__ import annotations

import datetime
import math
import threading
import time
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from copy import copy
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from core.errors import Cancelled, QueryError, QueryTimeout, UnknownName
from core.model import Rows, Value
from core.sql.guard import parse
from core.sql.names import close_names, key, quote
from core.sql.remote import reflect
from core.sql.remote.address import Address
from core.sql.remote.faults import fault_of, named_faults
from core.sql.remote.kinds import Kind
from core.sql.remote.names import RemoteTable, quoted
from core.sql.remote.read_only import ReadOnlyTables
from core.sql.remote.reflect import Place
from core.sql.remote.translate import translate

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


CONNECTIONS = 8
"""At once, of one workspace."""
TOGETHER = 4
"""Queries of an attaching at once."""
PATIENCE = 15.0
"""Seconds to wait for one of them."""
MOST_TEXT = 64_000_000
"""Characters of text that one answer holds."""
_POOL: dict[str, Any] = {
    "pool_size": CONNECTIONS,
    "max_overflow": 0,
    "pool_timeout": PATIENCE,
    "pool_pre_ping": True,
}
CHECK_SECONDS = 5.0
EFFORT_SECONDS = 0.4
"""Seconds that a unit of effort may take: other engines do not count their steps."""
_LOOK = 0.1
"""Seconds between two looks whether a question was stopped."""
_AT_ONCE = 500
"""Rows that are asked for at a time."""


class RemoteEngine(ReadOnlyTables):
    """Tables of one database, by the names that queries call them; `show_only` must name them first."""

    dialect = "sqlite"
    """How queries are written for it."""

    def __init__(self, address: Address, password: str, tables: Mapping[str, tuple[str, str]]) -> None:
        """`tables`: name to schema and table. Nothing is contacted before the first use."""
        from sqlalchemy import NullPool, create_engine, event

        self.address = address
        self.password = password
        """As it was given: to open the same database again."""
        self.name = address.shown
        self._target = address.target
        self._places = dict(tables)
        self._shown: dict[str, None] = {}
        self._lock = threading.Lock()
        self._known: dict[str, RemoteTable] | None = None
        self._stop: threading.Event | None = None
        self._engine: Engine = create_engine(
            address.url(password),
            connect_args={**self._target.connecting, **(self._target.with_password if password else {})},
            hide_parameters=True,
            **({**_POOL, "pool_pre_ping": self._target.pings} if self._target.pooled else {"poolclass": NullPool}),
        )

        @event.listens_for(self._engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            for statement in self._target.session:
                cursor.execute(statement)
            cursor.close()
            connection.commit()

        if self._target.keeps_cursor:

            @event.listens_for(self._engine, "before_cursor_execute")
            def keep(connection: Any, cursor: Any, *_: Any) -> None:
                connection.connection.driver_connection.last_cursor = cursor

    # --- what is there

    @property
    def far(self) -> bool:
        """As `Attached.far`."""
        return not self._target.is_file

    @property
    def shares(self) -> bool:
        """As `Attached.shares`."""
        return self._target.shares

    @property
    def places(self) -> Mapping[str, tuple[str, str]]:
        """Name to schema and table."""
        return self._places

    def there(self, schemas: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
        """Schema and name of every table of the database, of these schemas or of all of the user's.

        Raises StoreError, UnknownName for a schema that is not there.
        """
        if self._target.by_catalogue:
            places = [p for p in self.catalogued() if p[0].rpartition("/")[2] not in self._target.hidden]
            known = tuple(dict.fromkeys(s for s, _ in places))
        else:
            places, known = [], reflect.schemas(self._engine, self._target.hidden, self.name)
        for schema in schemas or known:
            if schema not in known:
                raise UnknownName(schema, close_names(schema, known), "schema")
            listed = [p for p in places if p[0] == schema]
            yield from listed or ((schema, t) for t in reflect.tables(self._engine, schema, self.name))

    def catalogued(self) -> dict[Place, tuple[tuple[str, Kind], ...]]:
        """The columns of all that is there, by schema and table, where there is a catalogue. Raises StoreError."""
        return reflect.catalogued(self._engine, self.name, self.address.catalogues)

    def references(self) -> tuple[reflect.Declared, ...]:
        """The keys that the database declares among the attached tables. Raises StoreError."""
        return self.references_among(set(self._places.values()))

    def references_among(self, places: Collection[Place]) -> tuple[reflect.Declared, ...]:
        """The keys that the database declares among these tables. Raises StoreError."""
        find = reflect.catalogued_references if self._target.by_catalogue else reflect.references
        return find(self._engine, places, self.name)

    def tables(self) -> dict[str, tuple[str, ...]]:
        """The shown tables that exist, in the order they were named, each with its column names in order."""
        return {name: tuple(c for c, _ in table.columns) for name, table in self.readable().items()}

    def held(self) -> tuple[str, ...]:
        """All attached tables that are there, shown or not."""
        return tuple(sorted(self._all()))

    def kinds(self, table: str) -> tuple[tuple[str, Kind], ...]:
        """The columns of a table with their kinds. Raises StoreError."""
        return self._all()[table].columns

    def place(self, table: str) -> str:
        """As `Attached.place`."""
        return self._whole(table).sql(dialect="postgres")

    def sample(self, table: str, share: float, rows: int) -> str:
        """As `Attached.sample`."""
        return self._target.sample.format(table=self.place(table), share=share, rows=rows)

    def _whole(self, table: str) -> exp.Expr:
        schema, name = self._places[table]
        return exp.Table(this=quoted(name), db=quoted(schema) if schema else None)

    def writable(self) -> tuple[str, ...]:
        """The tables that the user of this connection may change, were it not read-only. Raises StoreError."""
        found: list[str] = []
        if self._target.tries_write:
            with ThreadPoolExecutor(TOGETHER) as pool:
                names = tuple(self._all())
                return tuple(n for n, may in zip(names, pool.map(self._may_write, names), strict=True) if may)
        if not self._target.can_write:
            return ()
        with self.connection(CHECK_SECONDS) as connection:
            for table in self._all():
                parts = (self._target.sql(self._whole(table)), *self._places[table])
                whole, schema, name = (exp.Literal.string(p).sql(dialect=self._target.dialect) for p in parts)
                asked = self._target.can_write.format(table=whole, schema=schema, name=name)
                answer = connection.exec_driver_sql(asked).scalar()
                found += [table] if answer else []
        return tuple(found)

    def _may_write(self, table: str) -> bool:
        tried = self._target.tries_write.format(table=self._target.sql(self._whole(table)))
        try:
            with named_faults(self.name), self._engine.connect() as connection:
                connection.exec_driver_sql(tried).fetchall()
        except QueryError:
            return False
        return True

    def show_only(self, tables: Iterable[str]) -> None:
        """Name the tables that queries may read. Until then there are none."""
        with self._lock:
            self._shown = dict.fromkeys(tables)

    def version(self, table: str) -> str:
        """A fingerprint of the table's columns: what was found out about others does not hold."""
        found = self._all().get(table)
        return fingerprint(found) if found is not None else ""

    def look_again(self) -> None:
        """Forget what is known of the tables' columns."""
        with self._lock:
            self._known = None

    # --- queries

    def own_sql(self, sql: str) -> str:
        """A query in the engine's own SQL, as it is shown. Raises what `check` does."""
        return self._target.sql(translate(parse(sql, self.dialect), self.readable()).query, pretty=True)

    def check(self, sql: str) -> None:
        """Guard, translate and EXPLAIN without running."""
        query = parse(sql, self.dialect)
        holes = sum(1 for n in query.walk() if n.key == "placeholder")
        self.explain(self._target.sql(translate(query, self.readable(), [None] * holes).query))

    def explain(self, own: str) -> None:
        """Have the database plan SQL of our own making, without running it."""
        with self.connection(CHECK_SECONDS) as connection:
            connection.execution_options(stream_results=False).exec_driver_sql(f"EXPLAIN {own}").close()

    def read(
        self,
        sql: str,
        parameters: Sequence[Value] = (),
        *,
        limit: int = 10_000,
        seconds: float = 20.0,
        effort: float = math.inf,
    ) -> Rows:
        """Run one guarded query. Raises what `check` does, QueryTimeout, and StoreError when the database does not
        serve."""
        made = translate(parse(sql, self.dialect), self.readable(), parameters)
        seconds = min(seconds, max(1.0, effort * EFFORT_SECONDS))
        return self.run(self._target.sql(made.query), made.columns, limit, seconds)

    def stopping(self, stop: threading.Event) -> RemoteEngine:
        """The same engine, whose queries the server ends when a person stops the question: Cancelled is raised."""
        made = copy(self)
        made._stop = stop
        return made

    def ask(self, ours: str, columns: Sequence[tuple[str, Kind]], limit: int, seconds: float) -> Rows:
        """As `Attached.ask`."""
        return self.run(self._target.said(ours), columns, limit, seconds)

    def run(self, own: str, columns: Sequence[tuple[str, Kind]], limit: int, seconds: float) -> Rows:
        """Run SQL of our own making. `columns` are the names and kinds of what it gives."""
        rows: list[tuple[Value, ...]] = []
        text, truncated = 0, False
        kinds = [kind for _, kind in columns]
        with self.connection(seconds) as connection:
            result = connection.exec_driver_sql(own)
            while not truncated and (some := result.fetchmany(min(_AT_ONCE, limit + 1 - len(rows)))):
                for row in some:
                    if len(rows) >= limit or text > MOST_TEXT:
                        truncated = True
                        break
                    rows.append(tuple(value(cell, kind) for cell, kind in zip(row, kinds, strict=True)))
                    text += sum(len(v) for v in rows[-1] if isinstance(v, str))
            if truncated and self._target.abandon is not None:
                self._target.abandon(result.cursor)
                connection.invalidate()
            else:
                result.close()
        return Rows(tuple(name for name, _ in columns), tuple(rows), truncated)

    def stream(self, table: str, most: int, seconds: float) -> Generator[Sequence[tuple[Value, ...]], None, None]:
        """As `Attached.stream`: by one query, so that all rows are of one moment."""
        query = parse(f"SELECT * FROM {quote(table)} LIMIT {int(most)}", self.dialect)
        made = translate(query, self.readable())
        kinds = [kind for _, kind in made.columns]
        with self.connection(seconds) as connection:
            result, whole = connection.exec_driver_sql(self._target.sql(made.query)), False
            try:
                while some := result.fetchmany(_AT_ONCE):
                    yield [tuple(value(cell, kind) for cell, kind in zip(row, kinds, strict=True)) for row in some]
                whole = True
            finally:
                if not whole and self._target.abandon is not None:
                    self._target.abandon(result.cursor)
                    connection.invalidate()
                else:
                    result.close()

    @contextmanager
    def connection(self, seconds: float) -> Iterator[Connection]:
        """A connection in a read-only transaction whose statements may take so long; rows come as asked for."""
        with named_faults(self.name, seconds), self._engine.connect() as plain:
            connection = plain.execution_options(stream_results=True, no_parameters=True)
            try:
                self._begin(connection, seconds)
                for statement in self._target.transaction:
                    cursor = connection.execution_options(stream_results=False)
                    cursor.exec_driver_sql(statement.format(ms=max(1, int(seconds * 1000))))
                connection.execution_options(stream_results=True)
                with self._watched(connection, seconds):
                    yield connection
            finally:
                _end(connection)

    def _begin(self, connection: Connection, seconds: float) -> None:
        if self._target.begin is None:
            return
        try:
            self._target.begin(connection.connection.driver_connection, seconds)
        except self._engine.dialect.loaded_dbapi.Error as error:  # SQLAlchemy does not see what is said past it
            connection.invalidate()
            raise fault_of(error, self.name, seconds) from error

    @contextmanager
    def _watched(self, connection: Connection, seconds: float) -> Iterator[None]:
        """Have the database end the block's queries once the question is stopped, or when it does not by itself."""
        stop, done = self._stop, threading.Event()
        if stop is None and self._target.ends_itself:
            yield
            return
        end = math.inf if self._target.ends_itself else time.monotonic() + seconds
        driver = connection.connection.driver_connection
        late = threading.Event()

        def watch() -> None:
            while not done.wait(min(_LOOK, max(0.001, end - time.monotonic()))):
                if (stop is not None and stop.is_set()) or time.monotonic() > end:
                    late.set()
                    with suppress(Exception):  # the server is gone, or has ended it by itself
                        self._target.cancel(driver)

        thread = threading.Thread(target=watch, name="stopping-query", daemon=True)
        thread.start()
        try:
            yield
        except Exception:
            if stop is not None and stop.is_set():
                raise Cancelled() from None
            if late.is_set():
                raise QueryTimeout(seconds) from None
            raise
        finally:
            done.set()
            thread.join()

    def close(self) -> None:
        self._engine.dispose()

    def _all(self) -> dict[str, RemoteTable]:
        with self._lock:
            known = self._known
        if known is None:
            if self._target.by_catalogue:
                found = self.catalogued()
            else:
                found = reflect.columns_of(self._engine, set(self._places.values()), self.name)
            known = {
                name: RemoteTable(place[0], place[1], found[place])
                for name, place in self._places.items()
                if place in found
            }
            with self._lock:
                self._known = known
        return known

    def readable(self) -> dict[str, RemoteTable]:
        """The shown tables that exist, by name."""
        known = {key(name): (name, table) for name, table in self._all().items()}
        with self._lock:
            shown = tuple(self._shown)
        return {known[key(n)][0]: known[key(n)][1] for n in shown if key(n) in known}


def _end(connection: Connection) -> None:
    """End what only read. Where the server is gone, that is told by what was asked of it, if anything was lost."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        connection.rollback()
    except (SQLAlchemyError, OSError):
        connection.invalidate()


def fingerprint(table: RemoteTable) -> str:
    return sha256(repr(table).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def value(cell: object, kind: Kind) -> Value:
    """A cell as SQLite would give it: a date as text, a truth of a column as `true`, a decimal as a number."""
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return int(cell) if kind in ("integer", "condition") else str(cell).lower()
    if isinstance(cell, int):
        return float(cell) if kind == "real" else cell
    if isinstance(cell, float):
        return cell if math.isfinite(cell) else None
    if isinstance(cell, Decimal):
        if not cell.is_finite():
            return None
        return int(cell) if kind == "integer" and cell == cell.to_integral_value() else float(cell)
    if isinstance(cell, datetime.datetime):
        return cell.replace(tzinfo=None).isoformat(sep=" ")
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    if isinstance(cell, bytes | bytearray | memoryview):
        return f"<{len(cell):,} bytes>"
    return str(cell)
