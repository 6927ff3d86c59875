"""The fake workspace that pages are tested over answers to the names, and the arguments, of the real one."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from tests.pages import fake


def public(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")} - {"KNOBS"}


def is_method(thing: object, name: str) -> bool:
    """Whether it is called; otherwise it is a value: an attribute, or a property."""
    return inspect.isroutine(inspect.getattr_static(thing, name))


def differences(stand_in: Any, real: Any, place: str = "") -> Iterator[str]:
    """How a stand-in differs from what it stands in for, but for its class's KNOBS.

    Values that are stand-ins themselves (of a class in tests.pages.fake) are gone into, other values are of the real
    one's class. Signatures are equal to the last annotation.
    """
    knobs = getattr(type(stand_in), "KNOBS", frozenset())
    mine, theirs = public(stand_in), public(real)
    yield from (f"{place}{name}: a knob that is not there" for name in sorted(knobs - mine))
    yield from (f"{place}{name}: a knob that the real one has" for name in sorted(knobs & theirs))
    yield from (f"{place}{name}: the real one has none" for name in sorted(mine - theirs - knobs))
    for name in sorted(mine & theirs - knobs):
        if is_method(stand_in, name) != is_method(real, name):
            yield f"{place}{name}: {'a method' if is_method(stand_in, name) else 'a value'} on one side only"
        elif is_method(stand_in, name):
            ours, its = (str(inspect.signature(getattr(o, name))) for o in (stand_in, real))
            if ours != its:
                yield f"{place}{name}{ours}: the real one's is {its}"
        else:
            ours, its = getattr(stand_in, name), getattr(real, name)
            if type(ours).__module__.startswith(fake.__name__):
                yield from differences(ours, its, f"{place}{name}.")
            elif type(ours) is not type(its):
                yield f"{place}{name}: {type(ours).__name__}, the real one's is {type(its).__name__}"


def test_the_fake_has_nothing_that_the_real_workspace_has_not(tmp_path: Path) -> None:
    stand_in = fake.FakeWorkspace(Settings(workspace=tmp_path / "fake"))
    with open_workspace(Settings(workspace=tmp_path / "real"), embedder=NgramEmbedder()) as real:
        assert list(differences(stand_in, real)) == []
    stand_in.close()


def test_every_way_to_differ_is_found() -> None:
    class Real:
        size = 1
        stop = 2

        def load(self, path: str, *, limit: int = 5) -> int:
            return limit

        def close(self) -> None: ...

    class StandIn:
        KNOBS = frozenset({"asked", "gone", "stop"})
        asked = stop = 0
        size = "1"
        close = 3

        def load(self, path: str, *, limit: int = 6) -> int:
            return limit

        def remove(self) -> None: ...

    assert list(differences(StandIn(), Real(), "ws.")) == [
        "ws.gone: a knob that is not there",
        "ws.stop: a knob that the real one has",
        "ws.remove: the real one has none",
        "ws.close: a value on one side only",
        "ws.load(path: 'str', *, limit: 'int' = 6) -> 'int': the real one's is "
        "(path: 'str', *, limit: 'int' = 5) -> 'int'",
        "ws.size: str, the real one's is int",
    ]
