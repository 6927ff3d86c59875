"""Long work in a thread of its own, so that Stop works at once and a page change or a reload loses nothing.

A job never touches Streamlit. It leaves events behind; a page follows them and draws. Between two drawings the page
looks into the session's state often, and there Streamlit ends the page's run when a person clicks something; the job
goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from core.catalogue.transaction import disk_fault
from core.errors import Cancelled, JoineryError
from pages._ui.faults import MISTAKE

TURN_SECONDS = 0.25
_CLICK_SECONDS = 0.05


@dataclass
class Job:
    """One piece of long work. `events` only grows, so a page that comes late sees all of them."""

    title: str
    events: list[object] = field(default_factory=list)
    result: object = None
    fault: JoineryError | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)
    began: float = field(default_factory=time.monotonic)
    place: int | None = None
    """Where on the page it belongs, if it is about something there."""
    then: Callable[[object], None] | None = None
    """What the page that takes the job does with its result."""
    _settled: threading.Lock = field(default_factory=threading.Lock)

    def settle(self) -> bool:
        """True once: for whoever may say how the job ended."""
        return self._settled.acquire(blocking=False)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def follow(self) -> Iterator[Sequence[object]]:
        """The events since the last turn, oldest first, or none; ends with the work.

        A turn each `TURN_SECONDS`: a browser that is sent more drawings than it has time for shows none of them, and
        what stands above them neither.
        """
        seen, turn = 0, 0.0
        while True:
            over = self.done.wait(_CLICK_SECONDS)
            if over or time.monotonic() >= turn:
                new = self.events[seen:]
                seen += len(new)
                yield new
                turn = time.monotonic() + TURN_SECONDS
            if over:
                return
            _ = "clicked" in st.session_state  # where Streamlit ends a run

    def progress(self) -> Iterator[tuple[Any, Any] | None]:
        """The last of each turn's events, where these are pairs that say how far the work is; else None."""
        for events in self.follow():
            last = events[-1] if events else None
            yield last if isinstance(last, tuple) else None


class Jobs:
    """The jobs of this server, by key: one at a time for each."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> Job | None:
        return self._jobs.get(key)

    def start(
        self,
        key: str,
        title: str,
        work: Callable[[Job], object],
        *,
        place: int | None = None,
        then: Callable[[object], None] | None = None,
    ) -> Job:
        """Start `work`, unless a job of this key is under way: then that one is given."""
        with self._lock:
            under_way = self._jobs.get(key)
            if under_way is not None and not under_way.done.is_set():
                return under_way
            return self._begin(key, Job(title, place=place, then=then), work)

    def queue(self, key: str, title: str, work: Callable[[Job], object]) -> Job:
        """Start `work`, at once or when the job of this key that is under way has ended. Pages that follow that one
        go on following it."""
        with self._lock:
            before = self._jobs.get(key)

            def in_turn(job: Job) -> object:
                if before is not None and not before.done.is_set():
                    job.events.append((f"Waiting for the end of: {before.title}", 0.0))
                    while not before.done.wait(_CLICK_SECONDS):
                        if job.stop.is_set():
                            raise Cancelled
                return work(job)

            return self._begin(key, Job(title), in_turn)

    def _begin(self, key: str, job: Job, work: Callable[[Job], object]) -> Job:
        self._jobs[key] = job
        own = copy_context()  # who asks goes with the work
        threading.Thread(target=own.run, args=(_run, job, work), name=f"joinery-{key}", daemon=True).start()
        return job

    def stop(self, key: str) -> None:
        if job := self._jobs.get(key):
            job.stop.set()

    def drop(self, key: str) -> Job | None:
        """Stop a job and forget it at once; it may still come to its end, unseen."""
        with self._lock:
            job = self._jobs.pop(key, None)
        if job is not None:
            job.stop.set()
        return job

    def take(self, key: str) -> None:
        """Forget a job that is done."""
        with self._lock:
            if (job := self._jobs.get(key)) is not None and job.done.is_set():
                del self._jobs[key]


def _run(job: Job, work: Callable[[Job], object]) -> None:
    try:
        job.result = work(job)
    except JoineryError as error:
        job.fault = error
    except Exception as error:  # a thread has no caller to tell; the page tells the person
        logging.getLogger("joinery").exception("A job failed: %s", job.title)
        job.fault = disk_fault(error) or JoineryError(MISTAKE, "Try again. The program's log says more.")
    finally:
        job.done.set()


@st.cache_resource(show_spinner=False)
def jobs() -> Jobs:
    """The one register of jobs, for all sessions."""
    return Jobs()
