"""A workspace to be hurt, made once."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.aftermath import copy
from tests.workspace.shop import make

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="package")
def quick() -> Iterator[Path]:
    """A folder in memory where there is such a thing: what a process leaves that is killed is the same there, and a
    disk takes ten times as long."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="package")
def at(quick: Path) -> Path:
    """Where workspaces are hurt, always in the same place: a file of the same path is the same file."""
    return quick / "hurt"


@pytest.fixture(scope="package")
def base(quick: Path, at: Path) -> Path:
    """A copy of files and of the closed workspace that holds them, made `at` that place. What it takes to make it is
    imported from here on, so that the children that are forked need not."""
    from tests.chaos import victim

    at.mkdir()

    def made() -> list[str]:
        make(at)
        victim.checked(at)
        return sorted(sys.modules)

    code, names = victim.in_child(made)
    assert code == 0, names
    victim.have(names)
    return copy(at, quick / "base")
