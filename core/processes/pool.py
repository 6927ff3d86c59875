"""The outer side: a few processes of one kind, asked one thing at a time each."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from core.errors import JoineryError
from core.processes.faults import heard
from core.processes.frames import receive, send
from core.processes.limits import OUT_OF_MEMORY
from core.processes.turns import Turn, Turns, asker

MOST_WORKERS = max(4, min(8, os.cpu_count() or 4))
"""At work at once, of one pool; who comes after waits for their turn (`core.processes.turns`). The system shares the
processors among them, so that a light request is soon over beside heavy ones."""
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

    ahead = True
    """Start processes before they are asked for. Without, each costs its start only when there is work for it."""

    def __init__(self, arguments: Callable[[], Sequence[str]], most: int = MOST_WORKERS) -> None:
        self._arguments = arguments
        self._most = most
        self._turns = Turns(most)
        self._changed = threading.Condition()
        self._idle: list[Worker] = []
        self._closed = False

    def start(self) -> None:
        """Have a process ready before the first request."""
        with self._changed:
            if self.ahead and not self._idle and not self._closed:
                self._one_more()

    def ask(
        self,
        request: object,
        seconds: float,
        waiting: float | None = None,
        check: Callable[[], None] | None = None,
    ) -> Any:
        """What the process makes of the request within so many seconds, begun after at most `waiting` (else as many).

        `check` is called now and then, from another thread; when it raises, the process is ended, and it is raised.
        Raises the JoineryError that the process meets, and Ended.
        """
        worker, turn = self._taken(seconds if waiting is None else waiting)
        try:
            with _watched(worker, check) if check else nullcontext():
                answer = worker.ask(request, seconds)
                if answer.get("spent"):
                    worker.kill()
        except Ended:
            if check:
                check()
            raise
        finally:
            self._put_back(worker, turn)
        if fault := answer.get("fault"):
            raise heard(fault)
        return answer["done"]

    def _taken(self, waiting: float) -> tuple[Worker, Turn]:
        """The first that waits for work: one that is starting, or one at work, whichever is there earlier.

        Another is started ahead where it was the last. Raises Ended.
        """
        with self._changed:
            turn = self._turns.wait(asker())
            try:
                worker = self._found(turn, waiting)
            except BaseException:
                self._turns.leave(turn)
                raise
            self._turns.begin(turn)
            self._changed.notify_all()
            return worker, turn

    def _found(self, turn: Turn, waiting: float) -> Worker:
        """An idle one, once it is that request's turn. Raises Ended."""
        begun, failed = time.monotonic(), 0
        while True:
            if broken := [w for w in self._idle if w.failed]:
                self._idle = [w for w in self._idle if w not in broken]
                failed += 1
                if failed > 1:  # once may be somebody who ended it
                    raise Ended("not started")
            self._idle = [w for w in self._idle if w.alive or not w.started]  # somebody ended them
            mine = self._turns.is_next(turn)
            found = next((w for w in self._idle if w.started), None) if mine else None
            if found is not None:
                self._idle.remove(found)
            wanted = mine and (found is None or (self.ahead and not self._closed))
            at_work = self._turns.working + (found is not None)
            if wanted and not self._idle and at_work < self._most:
                self._one_more()
            if found is not None:
                return found
            most = max(waiting, _START_SECONDS) if self._idle else waiting
            if time.monotonic() - begun > most:
                raise Ended("busy")
            self._changed.wait(_LOOK)

    def _one_more(self) -> None:
        self._idle.append(Worker(self._arguments(), self._tell))

    def _tell(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def let_go(self) -> None:
        """End those that are idle; the next request starts another."""
        with self._changed:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.end()

    def close(self) -> None:
        """End the processes; one at work ends with its request."""
        with self._changed:
            self._closed = True
        self.let_go()

    def _put_back(self, worker: Worker, turn: Turn) -> None:
        with self._changed:
            self._turns.end(turn)
            kept = worker.alive and not self._closed
            if kept:
                self._idle.append(worker)
            elif self.ahead and not self._idle and not self._closed:
                self._one_more()
            self._changed.notify_all()
        if not kept:
            worker.end()


@contextmanager
def _watched(worker: Worker, check: Callable[[], None]) -> Iterator[None]:
    """End the process once `check` raises."""
    over, ending = threading.Event(), threading.Lock()

    def watch() -> None:
        while not over.wait(_LOOK):
            try:
                check()
            except JoineryError:
                with ending:
                    if not over.is_set():  # by now it may work for somebody else
                        worker.kill()
                return

    threading.Thread(target=watch, name="joinery-watching", daemon=True).start()
    try:
        yield
    finally:
        with ending:
            over.set()


class Worker:
    """One process, asked one thing at a time."""

    def __init__(self, arguments: Sequence[str], tell: Callable[[], None] = lambda: None) -> None:
        """`tell` is called once it has started, or failed to."""
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-m", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        )
        self._ready = self._over = self._killed = False
        self._tell = tell
        self._starting = threading.Thread(target=self._start, name="joinery-starting", daemon=True)
        self._starting.start()

    def _start(self) -> None:
        with suppress(OSError, EOFError, ValueError):
            receive(cast(BinaryIO, self._process.stdout))
            self._ready = True
        self._over = True
        self._tell()

    @property
    def started(self) -> bool:
        """It waits for a request."""
        return self._ready

    @property
    def failed(self) -> bool:
        """It ended before it could take a request."""
        return self._over and not self._ready

    @property
    def alive(self) -> bool:
        """It may take a request: it has not ended, and nobody had it end, even if the system has yet to do so."""
        return not self._killed and self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, request: object, seconds: float) -> dict[str, Any]:
        """Its answer. Raises Ended; then the process has ended."""
        process = self._process
        requests, answers = cast(BinaryIO, process.stdin), cast(BinaryIO, process.stdout)
        late, over, ending = threading.Event(), threading.Event(), threading.Lock()

        def within(most: float, work: Callable[[], Any]) -> Any:
            def stop() -> None:
                with ending:
                    if not over.is_set():  # by now it may work for somebody else
                        late.set()
                        self.kill()

            timer = threading.Timer(most, stop)
            timer.daemon = True
            timer.start()
            try:
                return work()
            finally:
                timer.cancel()
                with ending:
                    over.set()

        def exchange() -> Any:
            send(requests, request)
            return receive(answers)

        try:
            self._starting.join(_START_SECONDS)
            if not self._ready:
                raise EOFError
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
        """Have it end at once; whoever waits for its answer hears of it, and nobody is given it any more."""
        self._killed = True
        self._process.kill()

    def end(self) -> int:
        """Kill it if need be; its exit code."""
        self._process.kill()
        code = self._process.wait()
        self._starting.join(_START_SECONDS)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        return code
