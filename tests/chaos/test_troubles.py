"""A full disk, one that takes no writing, a clock set back, signals, two at once: the workspace stays whole.

What a person is told is a sentence; what is there can be asked meanwhile; afterwards it is as after a kill
(`test_kills`). `python -m pytest -n 0 -m chaos --chaos --kills 200 tests/chaos`, of which each trouble takes its share.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from signal import SIGINT, SIGTERM
from typing import Any

import pytest

pytestmark = [
    pytest.mark.chaos,
    pytest.mark.skipif(sys.platform != "linux", reason="forks, and mounts a disk"),
]
if sys.platform == "linux":
    from tests.chaos import troubles, victim
    from tests.chaos.aftermath import copy, disagreeing, ends_of, looked_at

Seen = dict[str, Any]
NO_ROOM = 1 << 16
"""Bytes; with fewer on the disk a question may be answered with a sentence that says so, and with nothing else."""
CHANGES = ("load_more", "reload", "reload_two", "remove", "switch")


@pytest.fixture(scope="module")
def before(base: Path) -> Seen:
    code, found = victim.in_child(lambda: victim.state(base, True))
    assert code == 0, found
    return dict(found)


@pytest.fixture(scope="module")
def ends(base: Path, at: Path) -> dict[str, Seen]:
    """By operation what people see afterwards."""
    return {name: ends_of(name, base, at) for name in victim.OPERATIONS}


@pytest.fixture
def times(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """How often a trouble befalls whom, given how often of a hundred."""
    return lambda of: max(2, int(request.config.getoption("--kills")) * of // 100)


@pytest.fixture
def disk(base: Path, at: Path, ends: dict[str, Seen]) -> Iterator[Path]:
    """A small disk in the place of the workspace and its files."""
    if not troubles.own_mounts() or not troubles.small_disk(at):
        pytest.skip("only root may mount a disk")
    yield at
    troubles.taken_out(at)


def test_a_full_disk(
    base: Path, at: Path, disk: Path, before: Seen, ends: dict[str, Seen], times: Callable[[int], int]
) -> None:
    picked, wrong, full = random.Random(1), [], 0
    for n in range(times(30)):
        operation, free = CHANGES[n % len(CHANGES)], int(2 ** picked.uniform(0, 21))
        copy(base, at)
        ballast = troubles.filled(disk, free)
        code, said = victim.in_child(lambda operation=operation: troubles.operated(at, operation), 60.0)  # type: ignore[misc]
        found = [] if code == 0 else [f"it ended with {code}: {said}"]
        full += bool(said and (said.get("fault") or said.get("problems")))
        code, seen = victim.in_child(lambda: troubles.asked(at))
        if code == 0 and "fault" in seen and free < NO_ROOM:
            assert seen["fault"] == "workspace_unwritable", seen
            seen = before
        elif (
            code == 0
            and "orders" in seen["tables"]
            and seen["answer"] != [[40]]
            and not (free < NO_ROOM and seen["answer"] == [])
        ):
            found.append(f"the answer is {seen['answer']}")
        found += disagreeing("who asks", seen, before, ends[operation]) if code == 0 else [f"cannot ask: {seen}"]
        ballast.unlink()
        found += looked_at(at, before, ends[operation], operation)
        wrong += [f"{operation} with {free} bytes: {f}" for f in found]
    assert wrong == []
    assert full >= times(30) // 4


def test_files_that_cannot_grow(
    base: Path, at: Path, before: Seen, ends: dict[str, Seen], times: Callable[[int], int]
) -> None:
    picked, wrong = random.Random(2), []
    for n in range(times(10)):
        operation, size = CHANGES[n % len(CHANGES)], int(2 ** picked.uniform(12, 20))
        copy(base, at)

        def work(operation: str = operation, size: int = size) -> Seen:
            troubles.no_longer_files(size)
            return troubles.operated(at, operation)

        code, said = victim.in_child(work, 60.0)
        found = [] if code == 0 else [f"it ended with {code}: {said}"]
        found += looked_at(at, before, ends[operation], operation)
        wrong += [f"{operation} with files of {size} bytes: {f}" for f in found]
    assert wrong == []


def test_a_disk_that_takes_no_writing(base: Path, at: Path, disk: Path, before: Seen, ends: dict[str, Seen]) -> None:
    wrong = []
    copy(base, at)
    troubles.only_reading(disk, True)
    try:
        for operation in CHANGES:
            code, said = victim.in_child(lambda operation=operation: troubles.operated(at, operation), 60.0)  # type: ignore[misc]
            if code or said.get("fault") != "workspace_unwritable":
                wrong.append(f"{operation}: {code}, {said}")
        code, seen = victim.in_child(lambda: troubles.asked(at))
        assert (code, seen.get("answer")) == (0, [[40]]), seen
        wrong += disagreeing("who asks", seen, before)
    finally:
        troubles.only_reading(disk, False)
    wrong += looked_at(at, before, ends["reload"], "reload")
    assert wrong == []


def test_a_clock_set_back(base: Path, at: Path, before: Seen, ends: dict[str, Seen]) -> None:
    """By a day, to before there were computers, and one that stands still over two loads."""
    wrong = []
    for shift, frozen in ((-86_400.0, False), (-1.7e9, False), (0.0, True)):
        copy(base, at)

        def work(shift: float = shift, frozen: bool = frozen) -> list[Seen]:
            troubles.clock(shift, frozen)
            return [troubles.operated(at, operation) for operation in ("reload", "load_more", "remove")]

        code, said = victim.in_child(work)
        assert (code, [s.get("fault") for s in said]) == (0, [None] * 3), said
        code, seen = victim.in_child(lambda: victim.checked(at))
        assert code == 0, seen
        wrong += [f"{shift}: {f}" for f in (*seen["found"], *seen["left"])]
        wanted = {"customers": ends["reload"], "guests": ends["load_more"]}
        for name, end in wanted.items():
            if seen["seen"]["tables"][name]["rows"] != end["tables"][name]["rows"]:
                wrong.append(f"{shift}: {name} is not as loaded")
        if set(seen["seen"]["tables"]) != set(wanted):
            wrong.append(f"{shift}: {set(seen['seen']['tables'])}")
    assert wrong == []


def test_signals(base: Path, at: Path, before: Seen, ends: dict[str, Seen], times: Callable[[int], int]) -> None:
    """Ctrl-C and SIGTERM during `python -m core load`, once and twice: it ends within seconds, by one JSON object."""
    picked, wrong = random.Random(3), []
    for n in range(times(20)):
        copy(base, at)
        operation = ("load_more", "reload_two")[n % 2]
        number, first = (SIGINT, SIGTERM)[n // 2 % 2], picked.uniform(0.0, 1.2)
        signals = [(first, number)] + [(first + picked.uniform(0.0, 0.5), number)] * (n % 5 == 0)

        def work(operation: str = operation) -> Seen:
            victim.prepare(operation, at / "files")
            return troubles.command(at, "load", str(at / "files"))

        code, said = victim.Child(work).end(first + 20.0, signals)
        found = [] if code in (0, -SIGINT, -SIGTERM) or "KeyboardInterrupt" in str(said) else [f"{code}: {said}"]
        if code == 0 and said["status"] not in (0, 1):
            found.append(f"it says {said}")
        found += looked_at(at, before, ends[operation], operation)
        wrong += [f"{operation}, signal {number} after {first:.2f} s: {f}" for f in found]
    assert wrong == []


@pytest.mark.parametrize(("one", "other"), [("reload", "load_more"), ("reload_two", "remove"), ("reload", "ask")])
def test_two_at_once(
    base: Path,
    at: Path,
    before: Seen,
    ends: dict[str, Seen],
    times: Callable[[int], int],
    one: str,
    other: str,
) -> None:
    """One of them is told that the other has the workspace, or both are done; who asks sees the old or the new."""
    picked, wrong = random.Random(4), []
    for _ in range(times(6)):
        copy(base, at)
        first = victim.Child(lambda: troubles.operated(at, one))
        wait = picked.uniform(0.0, 0.6)

        def work(wait: float = wait) -> Seen:
            troubles.pause(wait)
            return troubles.asked(at) if other == "ask" else troubles.operated(at, other)

        second = victim.Child(work)
        told = [second.end(), first.end()]
        found = [f"{code}: {said}" for code, said in told if code]
        if not found:
            faults = [said.get("fault") for _, said in told]
            found += [f"told {f}" for f in faults if f not in (None, "workspace_busy")]
            if other == "ask":
                found += disagreeing("who asks", told[0][1], before, ends[one])
                found += [] if told[0][1]["answer"] == [[40]] else [f"the answer is {told[0][1]['answer']}"]
            again = [name for name, fault in zip((other, one), faults, strict=True) if fault]
            for name in again:
                code, said = victim.in_child(lambda name=name: troubles.operated(at, name))  # type: ignore[misc]
                found += [f"{name} again: {said}"] if code or said.get("fault") else []
            code, seen = victim.in_child(lambda: victim.checked(at))
            if code:
                found.append(str(seen))
            else:
                found += [str(f) for f in (*seen["found"], *seen["left"])]
                found += disagreeing("at last", seen["seen"], *(ends[n] for n in (one, other) if n != "ask"))
        wrong += [f"{other} {wait:.2f} s after {one}: {f}" for f in found]
    assert wrong == []
