"""Workspace folders that are damaged or come from a stranger: what is wrong is told or built anew, and nothing ends."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.catalogue.store import Catalogue
from core.config import Settings
from core.errors import WorkspaceDamaged
from core.graph import embedded
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace
from tests.workspace.shop import graph_tables, make

Open = Callable[..., Workspace]
TABLES = ["customers", "orders"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("made"))


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A workspace that was made on this machine, by a person whose own folder is `tmp_path`."""
    shutil.copytree(made / "ws", tmp_path / "ws")
    with open_workspace(Settings(workspace=tmp_path / "ws", cache=tmp_path), embedder=NgramEmbedder()) as ws:
        assert graph_tables(ws) == TABLES
    return tmp_path / "ws"


@pytest.fixture
def opened(folder: Path) -> Iterator[Open]:
    """Opens the workspace as a person with this folder of their own."""
    open_ones: list[Workspace] = []

    def opening(own: Path | None = None, read_only: bool | None = None) -> Workspace:
        settings = Settings(workspace=folder, cache=own or folder.parent)
        open_ones.append(open_workspace(settings, read_only=read_only, embedder=NgramEmbedder()))
        return open_ones[-1]

    yield opening
    for ws in open_ones:
        ws.close()


def refuse_to_open(monkeypatch: pytest.MonkeyPatch, forbidden: bytes) -> None:
    """Fail where the graph's library is given the file with these bytes."""
    real = embedded.EmbeddedGraph._open

    def opening(graph: embedded.EmbeddedGraph) -> None:
        real(graph)
        assert graph.path.read_bytes() != forbidden

    monkeypatch.setattr(embedded.EmbeddedGraph, "_open", opening)


@pytest.mark.slow
@pytest.mark.parametrize("read_only", [False, True])
def test_a_graph_with_a_flipped_bit_is_not_opened(
    opened: Open, folder: Path, monkeypatch: pytest.MonkeyPatch, read_only: bool
) -> None:
    data = bytearray((folder / "graph.lbug").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "graph.lbug").write_bytes(data)
    refuse_to_open(monkeypatch, bytes(data))
    assert graph_tables(opened(read_only=read_only)) == TABLES
    assert ((folder / "graph.lbug").read_bytes() == data) == read_only


@pytest.mark.slow
@pytest.mark.parametrize("read_only", [False, True])
def test_a_strangers_graph_is_not_opened(
    opened: Open, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_only: bool
) -> None:
    refuse_to_open(monkeypatch, (folder / "graph.lbug").read_bytes())
    assert graph_tables(opened(tmp_path / "other", read_only)) == TABLES


@pytest.mark.slow
def test_the_graph_of_this_machine_is_taken_as_it_is(opened: Open, folder: Path) -> None:
    before = (folder / "graph.lbug").stat()
    assert graph_tables(opened()) == TABLES
    assert (folder / "graph.lbug").stat().st_mtime_ns == before.st_mtime_ns


ENDLESS = "WITH RECURSIVE r(name, body, ready) AS (SELECT '', '', 1 UNION ALL SELECT name, body, ready FROM r)"


@pytest.mark.parametrize(
    "hostile",
    [
        f"ALTER TABLE tables RENAME TO old; CREATE VIEW tables AS {ENDLESS} SELECT * FROM r",
        "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM tables; END",
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_catalogue_that_does_something_by_itself_is_refused(tmp_path: Path, hostile: str, read_only: bool) -> None:
    Catalogue(tmp_path / "state.sqlite").close()
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as db:
        db.executescript(hostile)
    with pytest.raises(WorkspaceDamaged, match="triggers or views"):
        Catalogue(tmp_path / "state.sqlite", read_only=read_only)


@pytest.mark.parametrize("body", ["X'7b22ff'", "'{\"name\": '", "'{}'", "'[]'", '\'{"name": 1, "columns": [7]}\''])
def test_a_catalogue_with_a_torn_table_is_damaged(tmp_path: Path, body: str) -> None:
    Catalogue(tmp_path / "state.sqlite").close()
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as db, db:
        db.execute(f"INSERT INTO tables VALUES ('t', 1, CAST({body} AS TEXT))")
    with closing(Catalogue(tmp_path / "state.sqlite")) as catalogue:
        with pytest.raises(WorkspaceDamaged, match="is damaged"):
            catalogue.tables()
        catalogue.set_meta("a", "b")
        assert catalogue.meta("a") == "b"
