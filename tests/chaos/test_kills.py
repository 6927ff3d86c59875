"""Killed, or without power, at any point of a load, a reload, a removal, a verdict or a switch of stores, the
workspace stays whole.

A power cut takes more than a kill: of each log that SQLite and the graph write ahead, what was not yet on the disk,
whatever the other logs keep (sqlite.org/pragma.html#pragma_synchronous tells what SQLite waits for).

After each: whoever only reads sees each table as it was or as it is to be, its rows and its profile of one load;
opening it mends it, `check` finds nothing that it cannot mend, and the same work then ends as if nothing had happened.
`python -m pytest -n 0 -m chaos --chaos --kills 200 tests/chaos`
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = [
    pytest.mark.chaos,
    pytest.mark.skipif(sys.platform == "win32", reason="forks"),
]
if sys.platform != "win32":
    from tests.chaos import victim
    from tests.chaos.aftermath import copy, looked_at


def test_kills(base: Path, at: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> None:
    assert _befall(base, at, request, capsys, lambda _: None) == []


def test_power_cuts(base: Path, at: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> None:
    picked = random.Random(int(request.config.getoption("--kills")) + 1)
    assert _befall(base, at, request, capsys, lambda folder: victim.cut(folder, picked)) == []


def _befall(
    base: Path,
    at: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    more: Callable[[Path], object],
) -> list[str]:
    """Kill at `--kills` points, and do `more` to what is left; what was wrong afterwards."""
    most = int(request.config.getoption("--kills"))
    picked = random.Random(request.config.getoption("--kills"))
    code, before = victim.in_child(lambda: victim.state(base, True))
    assert code == 0
    plans: list[tuple[str, int, float]] = []
    ends: dict[str, tuple[dict[str, Any], float]] = {}
    for operation in victim.OPERATIONS:
        copy(base, at)
        begun = time.monotonic()
        code, passed = victim.in_child(lambda operation=operation: victim.operate(at, operation))  # type: ignore[misc]
        assert code == 0, passed
        took = time.monotonic() - begun
        code, after = victim.in_child(lambda: victim.state(at, True))
        assert code == 0, after
        ends[operation] = (after, took)
        plans += [(operation, n, 0.0) for n in range(len(passed))]
        plans += [(operation, -1, took * picked.random()) for _ in range(len(passed) // 2)]
    plans = picked.sample(plans, min(most, len(plans)))
    killed, wrong, mended = 0, [], 0
    for operation, point, seconds in plans:
        copy(base, at)
        code, said = victim.in_child(
            lambda operation=operation, point=point: victim.operate(at, operation, point),  # type: ignore[misc]
            kill_after=None if point >= 0 else seconds,
        )
        killed += code == -9
        assert code in (0, -9), said
        more(at)
        found = looked_at(at, before, ends[operation][0], operation)
        mended += not found
        wrong += [f"{operation} at {point if point >= 0 else f'{seconds:.2f} s'}: {f}" for f in found]
    with capsys.disabled():
        sys.stderr.write(f"\n{len(plans)} times, {killed} killed before the end, {mended} whole afterwards\n")
    return wrong
