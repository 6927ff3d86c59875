"""Workspaces of the small worlds, each made once and only if asked for."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator

import pytest

from core.model import Answer
from core.workspace import Workspace
from tests.ask.worlds import DATA, WORLDS, ask, opened, plain

World = Callable[[str], Workspace]
Asked = Callable[..., Answer]


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The workspace of a world by name; all are closed at the end."""
    made: dict[str, Workspace] = {}

    def get(name: str) -> Workspace:
        if name not in made:
            made[name] = opened(sorted((DATA / name).iterdir()), tmp_path_factory.mktemp("world") / name)
        return made[name]

    yield get
    for workspace in made.values():
        workspace.close()


@pytest.fixture(scope="session")
def asked(world: World) -> Asked:
    """The answer of a world to a question, asked once."""
    known: dict[tuple[str, str, str], Answer] = {}

    def get(name: str, question: str, hint: str = "") -> Answer:
        if (name, question, hint) not in known:
            known[name, question, hint] = ask(world(name), question, hint)
        return known[name, question, hint]

    return get


@pytest.fixture(scope="session")
def databases() -> Iterator[dict[str, sqlite3.Connection]]:
    """The worlds' rows in plain SQLite."""
    found = {name: plain(sorted((DATA / name).glob("*.csv"))) for name in WORLDS}
    yield found
    for db in found.values():
        db.close()
