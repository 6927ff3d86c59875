"""The outer side: a few processes of one kind, asked one thing at a time each."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from core.errors import JoineryError
from core.processes.faults import heard
from core.processes.frames import receive, send
from core.processes.limits import OUT_OF_MEMORY

MOST_WORKERS = max(2, min(4, os.cpu_count() or 2))
"""At work at once, of one pool; who comes after waits for one."""
GRACE = 0.5
"""Seconds beyond a request's own in which the process may end its work itself and hand over what it has."""
_START_SECONDS = 60.0
_LOOK = 0.1
"""Seconds between two looks at whether to go on."""
_ROOT = Path(__file__).resolve().parent.parent.parent
_PASSED_ON = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "SQLITE_TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH")
"""What of the environment the process sees: no keys."""


class Ended(Exception):
    """The process gave no answer. `why`: it was "late" and killed, took too much "memory", "ended" of itself, was "not
    started", or all were "busy"."""

    def __init__(self, why: Literal["late", "memory", "ended", "not started", "busy"]) -> None:
        super().__init__(why)
        self.why = why


class Pool:
    """Processes that run the module `arguments[0]` with the other arguments.

    A process lives on from request to request; one that was ended, or ended itself, is replaced at once, so that the
    next request need not wait for a start (about 0.3 s).
    """

    def __init__(self, arguments: Callable[[], Sequence[str]], most: int = MOST_WORKERS) -> None:
        self._arguments = arguments
        self._free = threading.Semaphore(most)
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._closed = False

    def start(self) -> None:
        """Have a process ready before the first request."""
        with self._lock:
            if not self._idle and not self._closed:
                self._idle.append(Worker(self._arguments()))

    def ask(
        self,
        request: object,
        seconds: float,
        waiting: float | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> Any:
        """What the process makes of the request within so many seconds, begun after at most `waiting` (else as many).

        `check` is called now and then, from another thread; when it raises, the process is ended, and it is raised.
        Raises the JoineryError that the process meets, and Ended.
        """
        if not self._free.acquire(timeout=seconds if waiting is None else waiting):
            raise Ended("busy")
        try:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            worker = worker or Worker(self._arguments())
            try:
                with _watched(worker, check):
                    answer = worker.ask(request, seconds)
            except Ended:
                check()
                raise
            finally:
                self._put_back(worker)
        finally:
            self._free.release()
        if fault := answer.get("fault"):
            raise heard(fault)
        return answer["done"]

    def let_go(self) -> None:
        """End those that are idle; the next request starts another."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.end()

    def close(self) -> None:
        """End the processes; one at work ends with its request."""
        with self._lock:
            self._closed = True
        self.let_go()

    def _put_back(self, worker: Worker) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(worker if worker.alive else Worker(self._arguments()))
                return
        worker.end()


@contextmanager
def _watched(worker: Worker, check: Callable[[], None]) -> Iterator[None]:
    """End the process once `check` raises."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_LOOK):
            try:
                check()
            except JoineryError:
                worker.kill()
                return

    threading.Thread(target=watch, name="joinery-watching", daemon=True).start()
    try:
        yield
    finally:
        over.set()


class Worker:
    """One process, asked one thing at a time."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._ready = False
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-m", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, request: object, seconds: float) -> dict[str, Any]:
        """Its answer. Raises Ended; then the process has ended."""
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
                raise Ended("not started") from error
            if late.is_set():
                raise Ended("late") from error
            raise Ended("memory" if code == OUT_OF_MEMORY else "ended") from error
        except BaseException:
            self.end()  # what it would still answer is nobody's
            raise

    def kill(self) -> None:
        """Have it end at once; whoever waits for its answer hears of it."""
        self._process.kill()

    def end(self) -> int:
        """Kill it if need be; its exit code."""
        self._process.kill()
        code = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        return code
