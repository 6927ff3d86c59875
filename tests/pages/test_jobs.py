"""Following a job: nothing of it is lost, and a page is not drawn for each of many events."""

from __future__ import annotations

import threading
import time

from core.errors import Cancelled
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


def test_a_second_load_waits_for_the_first_and_each_person_gets_their_own_result() -> None:
    gate = threading.Event()
    jobs = Jobs()

    def first(job: Job) -> str:
        gate.wait(10)
        return "first"

    mine = jobs.queue("load", "Loading a.csv", first)
    theirs = jobs.queue("load", "Loading b.csv", lambda job: "second" if mine.done.is_set() else "too early")
    while not theirs.events:
        time.sleep(0.001)
    assert theirs.events == [("Waiting for the end of: Loading a.csv", 0.0)]
    gate.set()
    assert (mine.done.wait(10), theirs.done.wait(10)) == (True, True)
    assert (mine.result, theirs.result) == ("first", "second")
    jobs.take("load")
    assert jobs.get("load") is None


def test_one_that_waits_is_stopped_and_the_first_goes_on() -> None:
    gate = threading.Event()
    jobs = Jobs()

    def first(job: Job) -> bool:
        gate.wait(10)
        return job.stop.is_set()

    mine = jobs.queue("load", "Loading a.csv", first)
    theirs = jobs.queue("load", "Loading b.csv", lambda job: "loaded")
    theirs.stop.set()
    assert theirs.done.wait(10)
    assert isinstance(theirs.fault, Cancelled)
    assert not mine.done.is_set()
    gate.set()
    assert mine.done.wait(10)
    assert mine.result is False
