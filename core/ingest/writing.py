"""Typed rows into the engine, in the file's order, and what is done meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import TYPE_CHECKING, TypeVar

from core.errors import Cancelled
from core.ingest.batches import rows_at_once
from core.model import Progress
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_BATCH = 50_000
_LOOK = 0.05
"""Seconds between two looks at whether to go on."""

T = TypeVar("T")
Check = Callable[[], None]
Share = Callable[[float], None]
"""Is told what part of the work is done, from 0 to 1."""


def write(
    con: duckdb.DuckDBPyConnection,
    engine: SqlEngine,
    name: str,
    cells: Sequence[tuple[str, str]],
    rows: int,
    tell: Share,
    check: Check,
    agreed: Check = lambda: None,
    mean: float | None = None,
) -> int:
    """Write the table `raw` as `name`, a column for each (name, SQL for its value); return the rows written.

    `check` is called between batches and `agreed` after the last; if they raise, nothing is written. `mean`: the bytes
    of a row, on average; None: not known.
    """
    import pyarrow as pa

    typed = ", ".join(f'{value} AS "{_escape(column)}"' for column, value in cells)
    mean = _mean(con) if mean is None else mean
    source = con.sql(f"SELECT {typed} FROM raw").to_arrow_reader(rows_at_once(_BATCH, mean))
    stopped: list[Cancelled] = []

    def look(at: Check) -> None:
        try:
            at()
        except Cancelled as stop:
            stopped.append(stop)
            raise

    def batches() -> Iterator[pa.RecordBatch]:
        done = 0
        for batch in source:
            look(check)
            yield batch
            done += batch.num_rows
            tell(done / max(1, rows))
        look(agreed)

    try:
        return engine.write(name, pa.RecordBatchReader.from_batches(source.schema, batches()))
    finally:
        # The engine wraps what its reader raises in an error of its own.
        if stopped:
            raise stopped[0]


def _mean(con: duckdb.DuckDBPyConnection) -> float:
    """Bytes of the texts of a row of `raw`, on average."""
    texts = " + ".join(f"coalesce(strlen(c.{raw}), 0)" for raw in _texts(con))
    return float(con.execute(f"SELECT avg({texts}) FROM raw AS c").fetchall()[0][0] or 0) if texts else 0.0


def _texts(con: duckdb.DuckDBPyConnection) -> list[str]:
    """The columns of `raw` that hold texts."""
    raw = con.table("raw")
    return [f'"{name}"' for name, kind in zip(raw.columns, raw.types, strict=True) if str(kind) == "VARCHAR"]


def meanwhile(writing: Callable[[Check, Check], int], rest: Callable[[Check], T], check: Check) -> tuple[T, int]:
    """Do `rest` here while `writing(check, agreed)` runs in a thread of its own; what both return.

    What is staged is put in place only once `rest` is done: if that raises, nothing is written. Each is given a
    `check` to call now and then, which raises when the other has failed.
    """
    halted, done = Event(), Event()

    def go_on() -> None:
        if halted.is_set():
            raise Cancelled
        check()

    def agreed() -> None:
        while not done.wait(_LOOK):
            go_on()
        go_on()

    with ThreadPoolExecutor(1, thread_name_prefix="joinery-writing") as pool:
        written = pool.submit(writing, go_on, agreed)

        def both_well() -> None:
            check()
            if written.done():
                written.result()

        try:
            found = rest(both_well)
        except BaseException:
            halted.set()
            raise
        finally:
            done.set()
        return found, written.result()


class Shares:
    """One progress of two things that are done at the same time, from `begin` to the end."""

    def __init__(self, tell: Progress, begin: float) -> None:
        self._tell = tell
        self._begin = begin
        self._done = {"profiling": 0.0, "writing": 0.0}
        self._lock = Lock()

    def of(self, what: str) -> Share:
        """To be told how far `what` is: "profiling" or "writing"."""

        def report_share(done: float) -> None:
            with self._lock:
                self._done[what] = done
                self._tell(what, self._begin + (1 - self._begin) * sum(self._done.values()) / len(self._done))

        return report_share

    def each(self, what: str, items: Iterable[T], number: int, check: Check) -> Iterator[T]:
        """The items, told and checked one by one."""
        tell = self.of(what)
        for done, item in enumerate(items, start=1):
            yield item
            tell(done / number)
            check()


def _escape(name: str) -> str:
    return name.replace('"', '""')
