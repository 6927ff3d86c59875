"""Queries that people and models write, run in processes that can be ended (`core.sql.worker`)."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

import core.errors
from core.errors import QueryError, QueryFailed, QueryTimeout, UnknownName
from core.model import Rows, Value
from core.sql.base import SqlEngine
from core.sql.frames import receive, send
from core.sql.limits import OUT_OF_MEMORY
from core.sql.sandbox import out_of_memory

MOST_WORKERS = max(2, min(4, os.cpu_count() or 2))
"""At work at once, for one workspace; who comes after waits for one."""
GRACE = 0.5
"""Seconds beyond a query's own in which it may end itself and hand over its rows."""
_CHECK_SECONDS = 5.0
_START_SECONDS = 60.0
_ROOT = Path(__file__).resolve().parent.parent.parent
_PASSED_ON = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "SQLITE_TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH")
"""What of the environment the process sees: no keys."""


class ConfinedQueries:
    """`check` and `read` of the file at `path`, as `SqlEngine` has them, in processes of their own.

    A process lives on from query to query; one that was ended, or ended itself, is replaced at once, so that the next
    query need not wait for a start (about 0.3 s).
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._free = threading.Semaphore(MOST_WORKERS)
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._closed = False

    def start(self) -> None:
        """Have a process ready before the first query."""
        with self._lock:
            if not self._idle and not self._closed:
                self._idle.append(_Worker(self._path))

    def check(self, sql: str, shown: Iterable[str]) -> None:
        """As `SqlEngine.check`, on the tables `shown`."""
        self._ask({"check": True, "sql": sql, "shown": list(shown), "seconds": _CHECK_SECONDS}, _CHECK_SECONDS)

    def read(
        self,
        sql: str,
        shown: Iterable[str],
        parameters: Sequence[Value] = (),
        *,
        limit: int = 10_000,
        seconds: float = 20.0,
        effort: float = math.inf,
    ) -> Rows:
        """As `SqlEngine.read`, on the tables `shown`."""
        request = {
            "check": False,
            "sql": sql,
            "shown": list(shown),
            "parameters": list(parameters),
            "limit": limit,
            "seconds": seconds,
            "effort": None if effort == math.inf else effort,
        }
        found = self._ask(request, seconds)
        return Rows(tuple(found["columns"]), tuple(map(tuple, found["rows"])), found["truncated"])

    def close(self) -> None:
        """End the processes; one at work ends with its query."""
        with self._lock:
            self._closed, idle, self._idle = True, self._idle, []
        for worker in idle:
            worker.end()

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if not self._free.acquire(timeout=seconds):
            raise QueryFailed("Other queries take up all there is to run them.", "Run it again when they have ended.")
        try:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            worker = worker or _Worker(self._path)
            try:
                answer = worker.ask(request, seconds)
            finally:
                self._put_back(worker)
        finally:
            self._free.release()
        if fault := answer.get("fault"):
            raise _fault(fault)
        return answer

    def _put_back(self, worker: _Worker) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(worker if worker.alive else _Worker(self._path))
                return
        worker.end()


class ConfinedEngine:
    """A `SqlEngine` whose `check` and `read` happen in processes of their own; all else is the `inner` engine's."""

    def __init__(self, inner: SqlEngine, queries: ConfinedQueries) -> None:
        self._inner = inner
        self._queries = queries
        self.name, self.dialect = inner.name, inner.dialect
        self.write, self.amend, self.drop, self.view = inner.write, inner.amend, inner.drop, inner.view
        self.index, self.show_only, self.tables = inner.index, inner.show_only, inner.tables

    def check(self, sql: str) -> None:
        """As `SqlEngine.check`."""
        self._queries.check(sql, self._inner.tables())

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
        return self._queries.read(sql, self._inner.tables(), parameters, limit=limit, seconds=seconds, effort=effort)

    def close(self) -> None:
        """Nothing: whoever opened the inner engine and the processes closes them."""


class _Worker:
    """One process, asked one thing at a time."""

    def __init__(self, path: Path) -> None:
        self._ready = False
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-m", "core.sql.worker", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Its answer, or why there is none: late, or more than it may take. Raises QueryError; then it has ended."""
        process = self._process
        requests, answers = cast(BinaryIO, process.stdin), cast(BinaryIO, process.stdout)
        late = threading.Event()

        def within(most: float, work: Callable[[], Any]) -> Any:
            def stop() -> None:
                late.set()
                process.kill()

            timer = threading.Timer(most, stop)
            timer.daemon = True
            timer.start()
            try:
                return work()
            finally:
                timer.cancel()

        def exchange() -> Any:
            send(requests, request)
            return receive(answers)

        try:
            if not self._ready:
                within(_START_SECONDS, lambda: receive(answers))
                self._ready = True
            return cast("dict[str, Any]", within(seconds + GRACE, exchange))
        except (OSError, EOFError) as error:
            code = self.end()
            if not self._ready:
                raise QueryFailed("The process that runs queries did not start.", "Start the program again.") from error
            if late.is_set():
                raise QueryTimeout(seconds) from error
            if code == OUT_OF_MEMORY:
                raise out_of_memory() from error
            raise QueryFailed(
                "The query was stopped: it took more than a query may.", "Ask for less at a time."
            ) from error
        except BaseException:
            self.end()  # what it would still answer is nobody's
            raise

    def end(self) -> int:
        """Kill it if need be; its exit code."""
        self._process.kill()
        code = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        return code


def _fault(found: Mapping[str, Any]) -> QueryError:
    """The fault that the process met."""
    kind = getattr(core.errors, found["kind"])
    if kind is UnknownName:
        fault: QueryError = UnknownName(found["name"], found["close"])
        fault.args = (found["message"],)
    else:
        fault = kind.__new__(kind, found["message"])
    fault.message, fault.hint = found["message"], found["hint"]
    return fault
