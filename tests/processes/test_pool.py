"""A pool of processes: who waits, for what, and what a killed or late one leaves."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from core.errors import Cancelled, JoineryError
from core.processes import pool as module
from core.processes.pool import GRACE, Ended, Pool, Worker


@pytest.fixture(autouse=True)
def ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pool, "ahead", True)


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(lambda: ("tests.processes.echo",), most=2)
    yield made
    made.close()


def test_answers_faults_and_ends(pool: Pool) -> None:
    assert pool.ask({"say": [1, "ä", None]}, 5.0) == [1, "ä", None]
    with pytest.raises(JoineryError, match="so it is"):
        pool.ask({"fail": "so it is"}, 5.0)
    with pytest.raises(Ended) as late:
        pool.ask({"sleep": 60}, 0.1)
    with pytest.raises(Ended) as died:
        pool.ask({"die": 3}, 5.0)
    assert (late.value.why, died.value.why) == ("late", "ended")
    assert pool.ask({"say": "again"}, 5.0) == "again"


def test_without_a_start_ahead_there_is_one_for_each_that_works(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pool, "ahead", False)
    pool.start()
    assert not pool._idle
    assert pool.ask({"say": 1}, 5.0) == 1
    assert len(pool._idle) == 1


def test_one_that_somebody_killed_is_not_asked(pool: Pool) -> None:
    pool.ask({"say": 1}, 5.0)
    for worker in pool._idle:
        worker.kill()
        worker._process.wait()
    assert pool.ask({"say": 2}, 5.0) == 2


def test_one_that_is_killed_as_its_answer_comes_works_for_nobody_else(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the time is over in that very moment: the system has yet to end it."""
    real = module.receive
    asked: list[int] = []

    def receive(pipe: BinaryIO) -> object:
        answer = real(pipe)
        for worker in [w for w in at_work if w._process.stdout is pipe and answer != "ready"]:
            asked.append(worker.pid)
            if len(asked) == 1:
                worker.kill()
        return answer

    at_work: list[Worker] = []
    begin = Worker.ask
    monkeypatch.setattr(module, "receive", receive)
    monkeypatch.setattr(Worker, "ask", lambda self, *given: (at_work.append(self), begin(self, *given))[1])
    assert [pool.ask({"say": n}, 5.0) for n in range(3)] == [0, 1, 2]
    assert asked[0] not in asked[1:]


@pytest.mark.parametrize(("how", "said"), [("told", "too large"), ("met", "out of memory")])
def test_one_whose_memory_was_too_little_is_replaced(how: str, said: str) -> None:
    pool = Pool(lambda: ("tests.processes.echo",), most=1)  # of two, either may be asked
    before = pool.ask({"pid": True}, 5.0)
    with pytest.raises(JoineryError, match="so it is"):
        pool.ask({"fail": "so it is"}, 5.0)
    assert pool.ask({"pid": True}, 5.0) == before
    with pytest.raises(JoineryError, match=said):
        pool.ask({"swell": how}, 5.0)
    assert pool.ask({"pid": True}, 5.0) != before
    pool.close()


@pytest.mark.slow
def test_a_light_request_does_not_wait_for_a_heavy_one(pool: Pool) -> None:
    pool.ask({"say": 1}, 5.0)
    heavy = threading.Thread(target=lambda: pool.ask({"sleep": 3.0}, 9.0))
    heavy.start()
    until = time.monotonic() + 60.0
    while not any(w.started for w in pool._idle) and time.monotonic() < until:
        time.sleep(0.01)  # the other one, started ahead
    assert pool.ask({"say": 2}, 5.0) == 2
    assert heavy.is_alive()
    heavy.join()


@pytest.mark.slow
def test_who_waits_too_long_is_told(pool: Pool) -> None:
    pool.ask({"say": 1}, 5.0)
    threads = [threading.Thread(target=lambda: pool.ask({"sleep": 1.0}, 5.0)) for _ in range(2)]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 60.0
    while pool._turns.working < 2 and time.monotonic() < until:
        time.sleep(0.01)
    with pytest.raises(Ended) as busy:
        pool.ask({"say": 2}, 0.1)
    assert busy.value.why == "busy"
    for thread in threads:
        thread.join()


def test_a_process_is_ended_when_the_work_is(pool: Pool) -> None:
    begun = time.monotonic()

    def check() -> None:
        if time.monotonic() - begun > 0.2:
            raise Cancelled

    with pytest.raises(Cancelled):
        pool.ask({"sleep": 60}, 60.0, check=check)
    assert time.monotonic() - begun < 60.0 - GRACE


def test_what_cannot_start_is_told() -> None:
    pool = Pool(lambda: ("tests.processes.not_there",))
    with pytest.raises(Ended) as end:
        pool.ask({}, 5.0)
    assert end.value.why == "not started"
    pool.close()
    assert not Path("tests/processes/not_there.py").exists()
