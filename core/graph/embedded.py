"""A graph in ladybug, an embedded Cypher database: one file, no server.

The file is only ever replaced whole: `put` makes a fresh one beside it, of nothing or of a copy in which it changes
what differs, and swaps, so a reader sees the old graph or the new one, a crash leaves one of the two, and the open
handle can be read-only. `ladybug_dialect` says which plain Cypher differs. A query's result is held in memory before
its first row is read.
"""

from __future__ import annotations

import glob
import hashlib
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from core.errors import QueryFailed, StoreRefused
from core.graph.base import GraphRows
from core.graph.build import records
from core.graph.changes import Changes, Records, changes
from core.graph.cypher import bound, parse
from core.graph.embedded_writing import fill, patch, prints
from core.graph.ladybug_dialect import MADE
from core.graph.models import SCHEMA, GraphModel
from core.graph.planning import NO_MEMORY, Planning
from core.graph.rw_lock import Turns
from core.graph.syntax import Query
from core.graph.values import cell, sendable
from core.model import SchemaGraph

MOST_BYTES = 1 << 33
"""Address space set aside for the file; the library's own default is 8 TB."""
_T = TypeVar("_T")
MOST_CHANGED = 0.5
"""Of a file's nodes; if more are touched, it is made anew, which takes no longer and leaves no holes."""


class EmbeddedGraph:
    """A `GraphStore` in the file `path`, made when it is not there; `model` says which graph it holds.

    One object per file and process; threads may share it. `buffer_mb` bounds the memory of the page cache,
    `most_bytes` (a power of two) the file, `threads` those of one query (0: as many as there are processors). With
    `read_only` nothing is written, and the file must exist. `before_swap` is called when the file is about to be
    replaced: systems that keep open files in place (Windows) want other processes to let go of it. `written` is told
    the SHA-256 of a file before it is put in place, and no file is opened whose SHA-256 `trusts` does not know: the
    library takes what is in a file for right, and a damaged one can end the whole process.
    Raises StoreRefused when the file is missing, not trusted, damaged or held by another program.
    """

    name = "embedded graph"

    def __init__(
        self,
        path: Path,
        *,
        buffer_mb: int,
        model: GraphModel = SCHEMA,
        read_only: bool = False,
        most_bytes: int = MOST_BYTES,
        threads: int = 0,
        before_swap: Callable[[], None] = lambda: None,
        written: Callable[[str], None] = lambda digest: None,
        trusts: Callable[[str], bool] = lambda digest: True,
    ) -> None:
        self.path = path
        self._model = model
        self._parsed = lru_cache(maxsize=16)(partial(parse, model=model))  # checked, then run
        self._buffer = buffer_mb << 20
        self._most = most_bytes
        self._threads = threads
        self._before_swap = before_swap
        self._written, self._trusts = written, trusts
        self._read_only = read_only
        self._writing = threading.Lock()
        self._turns = Turns()
        self._idle: list[Planning] = []
        self._database: Any = None
        if not path.exists():
            if read_only:
                raise StoreRefused(f"There is no graph at {path}.", "Load files first.")
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(Records(model, {}, {}))
            self._written(digest_of(self._fresh))
            self._fresh.replace(path)
        self._open()

    # -- writing

    def put(self, graph: SchemaGraph | Records, tell: Callable[[float], None] = lambda share: None) -> None:
        if self._read_only:
            raise StoreRefused("The graph is open for reading only.", "Close the other Joinery and open this again.")
        with self._writing:
            due = None
            if isinstance(graph, Records):
                with self._connection() as connection:
                    due = changes(prints(connection.connection, self._model), graph)
                if not due.size:
                    return
                due = due if due.size <= MOST_CHANGED * graph.size else None
            self._write(graph if isinstance(graph, Records) else records(graph), due)
            tell(1.0)
            self._written(digest_of(self._fresh))
            with self._turns.writing():
                self._shut()
                self._before_swap()
                try:
                    _beside(self.path, ".wal").unlink(missing_ok=True)
                    self._fresh.replace(self.path)
                except PermissionError as fault:
                    raise StoreRefused(
                        f"The graph {self.path} is open in another program.", "Close it there and load again."
                    ) from fault
                finally:
                    self._open()

    @property
    def _fresh(self) -> Path:
        return _beside(self.path, ".new")

    def _write(self, graph: Records, due: Changes | None = None) -> None:
        """Make the file of `graph` beside the one in use: anew, or of that one by the changes that are `due`. Raises
        StoreRefused: a full disk."""
        self._clear()  # what an interrupted writing left
        try:
            if due is not None:
                shutil.copyfile(self.path, self._fresh)
            self._build(graph, due)
        except OSError as fault:
            self._clear()
            raise StoreRefused(f"The graph cannot be written: {fault.strerror}.", "Is the disk full?") from fault
        except RuntimeError as fault:
            self._clear()
            if "Buffer manager exception" in str(fault):
                raise StoreRefused(
                    "The graph needs more memory to be written than it may take.", "Raise graph_buffer_mb."
                ) from fault
            if "IO exception" not in str(fault):
                raise
            said = str(fault).rpartition("IO exception:")[2].partition(" path:")[0].strip(" .")[:200].lower()
            raise StoreRefused(f"The graph cannot be written: {said}.", "Is the disk full?") from fault

    def _clear(self) -> None:
        """Delete the fresh file, its log, its locks."""
        for leftover in self.path.parent.glob(f"{glob.escape(self._fresh.name)}*"):
            leftover.unlink(missing_ok=True)

    def _build(self, graph: Records, due: Changes | None) -> None:
        import ladybug

        database = ladybug.Database(self._fresh, buffer_pool_size=self._buffer, max_db_size=MOST_BYTES)
        connection = ladybug.Connection(database)
        try:
            connection.execute("BEGIN TRANSACTION")
            if due is None:
                fill(connection, graph)
            else:
                patch(connection, self._model, due)
            connection.execute("COMMIT")
        finally:
            connection.close()
            database.close()

    # -- reading

    def check(self, cypher: str, parameters: Mapping[str, object] | None = None) -> None:
        query = self._parsed(cypher)
        anything = dict.fromkeys(query.parameters) | dict.fromkeys(query.counts, 1)
        given = _given(query, anything if parameters is None else parameters)
        self._asked(lambda connection: connection.plan(query, given))

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 1_000,
        seconds: float = 5.0,
    ) -> GraphRows:
        query = self._parsed(cypher)
        given = _given(query, parameters)

        def rows_of(connection: Planning) -> tuple[list[str], list[list[Any]]]:
            result = connection.run(query, given, seconds)
            names, rows = result.get_column_names(), result.get_n(limit + 1)
            result.close()
            return names, rows

        names, rows = self._asked(rows_of)
        kept = [i for i, name in enumerate(names) if not name.startswith(MADE)]
        plain = tuple(tuple(cell(row[i], _entity) for i in kept) for row in rows[:limit])
        return GraphRows(query.columns or tuple(names[i] for i in kept), plain, len(rows) > limit)

    # -- the handle

    def close(self) -> None:
        """Wait for running reads and let the file go. Closing twice is harmless."""
        with self._turns.writing():
            self._shut()

    def _open(self) -> None:
        import ladybug

        if not self._trusts(digest_of(self.path)):
            raise StoreRefused(
                f"The graph {self.path} is damaged, or was written elsewhere.", "Delete it, and it is built anew."
            )
        try:
            self._database = ladybug.Database(
                self.path,
                buffer_pool_size=self._buffer,
                max_db_size=self._most,
                max_num_threads=self._threads,
                read_only=True,
            )
        except RuntimeError as fault:
            raise StoreRefused(
                f"The graph {self.path} cannot be opened: {fault}",
                "Close other programs that use it; if there are none, delete it and it is built anew.",
            ) from fault

    def _shut(self) -> None:
        self._let_go()
        if self._database is not None:
            self._database.close()
            self._database = None

    def _asked(self, ask: Callable[[Planning], _T]) -> _T:
        """What `ask` gets of a connection; where memory is short, of another one, once the plans of all are let go."""
        try:
            with self._connection() as connection:
                return ask(connection)
        except QueryFailed as fault:
            if fault.message != NO_MEMORY:
                raise
        with self._turns.reading():
            self._let_go()
        with self._connection() as connection:
            return ask(connection)

    def _let_go(self) -> None:
        """Close the connections that are idle."""
        while self._idle:
            with suppress(IndexError):  # another thread took it
                self._idle.pop().close()

    @contextmanager
    def _connection(self) -> Iterator[Planning]:
        """A connection of the pool; never while the file is being swapped."""
        import ladybug

        with self._turns.reading():
            if self._database is None:
                raise StoreRefused("The graph is closed.", "Open the workspace again.")
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = Planning(ladybug.Connection(self._database))
            try:
                yield connection
            finally:
                if connection.full:
                    connection.close()
                else:
                    self._idle.append(connection)


def load_library() -> None:
    """Import what the first use would import: half of what it takes."""
    import ladybug  # noqa: F401


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, as hexadecimal digits. Raises StoreRefused where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as fault:
        raise StoreRefused(f"The graph {path} cannot be read: {fault.strerror}.", "Look at the file.") from fault


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _given(query: Query, parameters: Mapping[str, object] | None) -> dict[str, object]:
    return {f"p_{name}": value for name, value in sendable(bound(query.parameters, parameters)).items()}


def _entity(value: object) -> Any:
    if isinstance(value, dict):
        if "_NODES" in value:
            nodes, rels = value["_NODES"], value["_RELS"]
            return [x for pair in zip(nodes, [*rels, None], strict=True) for x in pair if x is not None]
        if "_SRC" in value:
            return value.get("join_id") or value["_LABEL"]
        if "_LABEL" in value:
            return value["id"]
    return None
