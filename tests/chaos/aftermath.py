"""What a trouble left behind: each file wholly there or absent, all stores agree, and the next work ends as ever."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from tests.chaos import victim


def copy(base: Path, to: Path) -> Path:
    """The same files and workspace there, instead of what is."""
    to.mkdir(parents=True, exist_ok=True)
    for left in to.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    shutil.copytree(base, to, dirs_exist_ok=True)
    return to


def parts(found: dict[str, Any]) -> dict[str, str]:
    """Each table as one text, to be compared."""
    return {name: json.dumps([t["columns"], t["rows"]]) for name, t in found["tables"].items()}


def disagreeing(who: str, found: dict[str, Any], *allowed: dict[str, Any]) -> list[str]:
    """What is wrong with what somebody sees, where each table may be as in one of `allowed`."""
    wrong = [f"{who}: {n} has another load's profile" for n, t in found["tables"].items() if not t["agrees"]]
    for name in {n for a in (found, *allowed) for n in parts(a)}:
        if parts(found).get(name) not in {parts(a).get(name) for a in allowed}:
            wrong.append(f"{who}: {name} is neither old nor new")
    return wrong


def looked_at(at: Path, before: dict[str, Any], after: dict[str, Any], operation: str) -> list[str]:
    """What is wrong with the workspace that a trouble left; nothing, it is to be hoped."""
    code, read = victim.in_child(lambda: victim.state(at, True))
    if code:
        return [f"a reader cannot open it: {read}"]
    code, made = victim.in_child(lambda: victim.mended(at, operation))
    if code:
        return [f"it cannot be mended, or the work not be done again: {made}"]
    wrong = [
        *disagreeing("reader", read, before, after),
        *disagreeing("writer", made["seen"], before, after),
        *(f"not mended: {f}" for f in made["found"] if not f[2]),
        *(f"found again: {f}" for f in made["again"]),
        *(f"left behind: {f}" for f in made["left"]),
    ]
    ended = made["ended"]
    if parts(ended["seen"]) != parts(after) or ended["seen"]["joins"] != after["joins"]:
        wrong.append("done again, it ends otherwise")
    wrong += [f"at last: {f}" for f in ended["found"]]
    wrong += [f"{f.name} is damaged" for f in (at / "ws").glob("*.sqlite") if not victim.whole(f)]
    return wrong


def ends_of(operation: str, base: Path, at: Path) -> dict[str, Any]:
    """What people see once it was done without trouble."""
    copy(base, at)
    code, said = victim.in_child(lambda: [victim.operate(at, operation), victim.state(at, True)])
    assert code == 0, said
    return dict(said[1])
