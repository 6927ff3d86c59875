"""A workspace that holds the files of a small shop."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace
from tests.workspace.shop import Open, make


@pytest.fixture(scope="package")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("made")
    return make(base, cache=base)  # where the key of the seals lies; it is copied as well


@pytest.fixture
def base(made: Path, tmp_path: Path) -> Path:
    """A copy of its own: moving a workspace is part of every test."""
    shutil.copytree(made, tmp_path / "copy")
    return tmp_path / "copy"


@pytest.fixture
def opened(base: Path) -> Iterator[Open]:
    """Opens the workspace; whatever was opened is closed at the end."""
    open_ones: list[Workspace] = []

    def opening(read_only: bool | None = None, folder: Path | None = None, **settings: str) -> Workspace:
        found = Settings.read({"workspace": folder or base / "ws", "cache": base, **settings}, {})
        open_ones.append(open_workspace(found, read_only=read_only, embedder=NgramEmbedder()))
        return open_ones[-1]

    yield opening
    for ws in open_ones:
        ws.close()
