"""Killed at any point of a load, a reload, a removal, a verdict or a switch of stores, the workspace stays whole.

After each kill: whoever only reads sees each table as it was or as it is to be, its rows and its profile of one load;
opening it mends it, `check` finds nothing that it cannot mend, and the same work then ends as if nothing had happened.
`python -m pytest -n 0 -m chaos --chaos --kills 200`
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.workspace.shop import make

pytestmark = [
    pytest.mark.chaos,
    pytest.mark.skipif(sys.platform == "win32", reason="forks"),
]
if sys.platform != "win32":
    from tests.chaos import victim


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chaos")
    code, _ = victim.in_child(lambda: str(make(folder)))
    assert code == 0
    return folder


def copy(base: Path, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(base, to)
    return to


def parts(found: dict[str, Any]) -> dict[str, str]:
    """Each table as one text, to be compared."""
    return {name: json.dumps([t["columns"], t["rows"]]) for name, t in found["tables"].items()}


def looked_at(at: Path, before: dict[str, Any], after: dict[str, Any], operation: str) -> list[str]:
    """What is wrong with the workspace that a kill left; nothing, it is to be hoped."""
    wrong: list[str] = []
    code, read = victim.in_child(lambda: victim.state(at, True))
    if code:
        return [f"a reader cannot open it: {read}"]
    code, made = victim.in_child(lambda: victim.mended(at, operation))
    if code:
        return [f"it cannot be mended, or the work not be done again: {made}"]
    for who, found in (("reader", read), ("writer", made["seen"])):
        wrong += [f"{who}: {n} has another load's profile" for n, t in found["tables"].items() if not t["agrees"]]
        for name in {*parts(before), *parts(after)}:
            allowed = {parts(before).get(name), parts(after).get(name)}
            if parts(found).get(name) not in allowed:
                wrong.append(f"{who}: {name} is neither old nor new")
        wrong += [f"{who}: {n} is unknown" for n in parts(found) if n not in {*parts(before), *parts(after)}]
    wrong += [f"not mended: {f}" for f in made["found"] if not f[2]]
    wrong += [f"found again: {f}" for f in made["again"]]
    wrong += [f"left behind: {f}" for f in made["left"]]
    ended = made["ended"]
    if parts(ended["seen"]) != parts(after) or ended["seen"]["joins"] != after["joins"]:
        wrong.append("done again, it ends otherwise")
    wrong += [f"at last: {f}" for f in ended["found"]]
    wrong += [f"{f.name} is damaged" for f in (at / "ws").glob("*.sqlite") if not victim.whole(f)]
    return wrong


def test_kills(base: Path, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> None:
    most = int(request.config.getoption("--kills"))
    picked = random.Random(request.config.getoption("--kills"))
    code, before = victim.in_child(lambda: victim.state(base, True))
    assert code == 0
    plans: list[tuple[str, int, float]] = []
    ends: dict[str, tuple[dict[str, Any], float]] = {}
    for operation in victim.OPERATIONS:
        at = copy(base, tmp_path / "ws")
        begun = time.monotonic()
        code, passed = victim.in_child(lambda at=at, operation=operation: victim.operate(at, operation))  # type: ignore[misc]
        assert code == 0, passed
        took = time.monotonic() - begun
        code, after = victim.in_child(lambda at=at: victim.state(at, True))  # type: ignore[misc]
        assert code == 0, after
        ends[operation] = (after, took)
        plans += [(operation, n, 0.0) for n in range(len(passed))]
        plans += [(operation, -1, took * picked.random()) for _ in range(len(passed) // 2)]
    plans = picked.sample(plans, min(most, len(plans)))
    killed, wrong, mended = 0, [], 0
    for operation, point, seconds in plans:
        at = copy(base, tmp_path / "ws")
        code, said = victim.in_child(
            lambda at=at, operation=operation, point=point: victim.operate(at, operation, point),  # type: ignore[misc]
            kill_after=None if point >= 0 else seconds,
        )
        killed += code == -9
        assert code in (0, -9), said
        found = looked_at(at, before, ends[operation][0], operation)
        mended += not found
        wrong += [f"{operation} at {point if point >= 0 else f'{seconds:.2f} s'}: {f}" for f in found]
    with capsys.disabled():
        sys.stderr.write(f"\n{len(plans)} times, {killed} killed before the end, {mended} whole afterwards\n")
    assert wrong == []
