"""A folder where nothing can be written, and a disk that is full: what is there is asked as ever."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from core.catalogue.pending_work import PendingWork
from core.catalogue.store import Catalogue
from core.config import Settings
from core.errors import FileError, WorkspaceUnwritable
from core.graph.embedded import EmbeddedGraph
from core.model import Answer, Table
from core.sql.sqlite import SqliteEngine
from core.storage import sqlite_files
from core.workspace import open_workspace
from tests.workspace.shop import Open, graph_tables, write_guests


@pytest.fixture
def protected(monkeypatch: pytest.MonkeyPatch, base: Path) -> Path:
    """A workspace's folder as it is on a disk that only reads."""

    def refused(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("filelock.FileLock.acquire", refused)
    monkeypatch.setattr(sqlite_files.os, "access", lambda path, mode: False)
    return base / "ws"


def held(folder: Path) -> dict[Path, int]:
    """All files and when they changed, but for what the processes leave that do not know of the protection."""
    files = (p for p in folder.rglob("*") if not p.name.startswith("data.sqlite-"))
    return {p: p.stat().st_mtime_ns for p in files if p.is_file()}


@pytest.mark.slow
def test_a_protected_folder_is_asked_and_looked_at(opened: Open, protected: Path) -> None:
    before = held(protected)
    ws = opened()
    assert ws.read_only
    assert graph_tables(ws) == ["customers", "orders"]
    assert ws.questions.sql("SELECT COUNT(*) FROM customers").rows == ((12,),)
    chat = ws.chats.new("First")
    *_, answer = ws.questions.ask("How many customers are there?", chat=chat)
    assert isinstance(answer, Answer)
    assert answer.rows == ((12,),)
    ws.chats.add(chat, answer)
    assert [c.title for c in ws.chats.chats()] == ["First"]
    assert not ws.chats.lasts
    with pytest.raises(WorkspaceUnwritable, match="Read-only file system"):
        ws.tables.remove("customers")
    assert all(p.ok for p in ws.settings.health())
    ws.close()
    assert held(protected) == before
    assert opened().chats.chats() == ()  # what was said there is not kept


def test_who_must_write_is_told_of_the_disk_and_not_of_another_app(protected: Path) -> None:
    with pytest.raises(WorkspaceUnwritable, match="Read-only file system"):
        open_workspace(Settings(workspace=protected), read_only=False)


def test_a_log_that_was_left_is_read_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state.sqlite"
    Catalogue(path).close()
    monkeypatch.setattr(sqlite_files.os, "access", lambda path, mode: False)
    assert sqlite_files.reading_uri(path).endswith("?immutable=1")
    (tmp_path / "state.sqlite-wal").write_bytes(b"x")
    assert sqlite_files.reading_uri(path).endswith("?mode=ro")


@pytest.mark.slow
def test_a_disk_that_fills_up_loses_neither_the_report_nor_the_answers(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "more"
    files.mkdir()
    write_guests(files)
    (files / "zebras.csv").write_text("stripe,width\na,1\n", encoding="utf-8")
    (files / "zoo.csv").write_text("cage;animal\nx;1\n", encoding="utf-8")
    ws = opened()
    real = Catalogue.stage

    def stage(catalogue: Catalogue, table: Table) -> None:
        if table.name == "zebras":
            raise WorkspaceUnwritable(ws.folder, "database or disk is full")
        real(catalogue, table)

    with monkeypatch.context() as patch:
        patch.setattr(Catalogue, "stage", stage)
        report = ws.tables.load([files])
    assert [t.name for t in report.tables] == ["guests", "zoo"]
    assert [(Path(p.file).name, p.code) for p in report.problems] == [("zebras.csv", "workspace_unwritable")]
    ws.close()

    def note(*_: object) -> None:
        raise WorkspaceUnwritable(ws.folder, "database or disk is full")

    monkeypatch.setattr(PendingWork, "mark_done", note)
    assert opened().questions.sql("SELECT COUNT(*) FROM guests").rows == ((12,),)


@pytest.mark.slow
def test_what_the_disk_has_no_room_for_at_the_end_of_a_load_is_told(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise RuntimeError("The checkpoint failed: IO exception: Cannot write to file. path: graph.lbug.new")

    files = tmp_path / "more"
    files.mkdir()
    write_guests(files)
    ws = opened()
    with monkeypatch.context() as patch:
        patch.setattr(EmbeddedGraph, "_build", full)
        report = ws.tables.load([files])
    assert [t.name for t in report.tables] == ["guests"]
    assert [(p.file, p.code, p.message) for p in report.problems] == [
        (
            "",
            "store_refused",
            "The schema graph does not yet know all that was loaded. "
            "The graph cannot be written: cannot write to file.",
        )
    ]

    def no_index(*_: object) -> None:
        raise FileError("the joins", "The table could not be written: database or disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteEngine, "index", no_index)
        report = ws.tables.load([files])
    assert [(len(report.tables), p.file, p.code) for p in report.problems[:1]] == [(1, "", "file")]
    assert ws.tables.load([files]).problems == ()
