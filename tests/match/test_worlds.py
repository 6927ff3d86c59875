"""Each kind of join that people leave undocumented is found, and nothing else is used."""

from __future__ import annotations

import pytest

from core.match import discover
from tests.match.worlds import World, worlds


@pytest.mark.parametrize("world", worlds(), ids=lambda world: world.name)
def test_what_is_meant_is_used_and_what_may_be_is_asked(world: World) -> None:
    found = discover(world.made(), unique=world.unique)
    pairs = {
        f"{j.child_table}.{a}={j.parent_table}.{b}": j
        for j in reversed(found)
        for a, b in zip(j.child, j.parent, strict=True)
    }
    assert {name for name, join in pairs.items() if join.state != "rejected"} == world.meant
    assert {name for name in world.asked if pairs[name].offered} == world.asked
