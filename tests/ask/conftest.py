"""Workspaces of the small worlds, each made once and only if asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import DATA, opened

World = Callable[[str], Workspace]


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The workspace of a world by name; all are closed at the end."""
    made: dict[str, Workspace] = {}

    def get(name: str) -> Workspace:
        if name not in made:
            files = sorted((DATA / name).glob("*.csv"))
            made[name] = opened(files, tmp_path_factory.mktemp("world") / name)
        return made[name]

    yield get
    for workspace in made.values():
        workspace.close()
