"""Following a job: nothing of it is lost, and a page is not drawn for each of many events."""

from __future__ import annotations

import threading
import time

from pages._ui.jobs import Job, Jobs


def test_all_events_come_in_order_in_fewer_turns_than_there_are_events() -> None:
    def work(job: Job) -> str:
        for n in range(400):
            job.events.append(n)
            time.sleep(0.001)
        return "made"

    job = Jobs().start("a", "Counting", work)
    turns = [list(events) for events in job.follow()]
    assert [n for turn in turns for n in turn] == list(range(400))
    assert len(turns) < 40
    assert job.result == "made"


def test_a_page_that_comes_late_sees_what_was_before() -> None:
    gate = threading.Event()

    def work(job: Job) -> None:
        job.events.append("first")
        gate.wait(10)
        job.events.append("last")

    job = Jobs().start("a", "Waiting", work)
    while not job.events:
        time.sleep(0.001)
    following = job.follow()
    assert list(next(following)) == ["first"]
    gate.set()
    assert [e for events in following for e in events] == ["last"]
