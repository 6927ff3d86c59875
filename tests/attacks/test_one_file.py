"""What goes wrong with one file of a load is one problem of that file; those beside it load."""

from __future__ import annotations

import importlib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.config import Settings
from core.documents import loading
from core.index.embed import NgramEmbedder
from core.ingest.parts import Part
from core.processes.pool import GRACE, Pool
from core.workspace import Workspace, open_workspace
from core.workspace.sync import Sync

ROWS = "depot,figure\nOst,7\nWest,8\n"
KEY = "field,meaning\ndepot,where the buses stand at night\nfigure,how many of them there are in the morning\n"


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as made:
        yield made


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, text in {"a.csv": ROWS, "key.csv": KEY, "notes.md": "depot: where the buses stand\n"}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_documents_whose_reading_is_ended_are_problems_of_theirs(
    ws: Workspace, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.documents.confined.seconds_for", lambda path: -GRACE)
    report = ws.tables.load([files])
    assert {t.name for t in report.tables} == {"a", "key"}
    assert [(Path(p.file).name, p.code) for p in report.problems] == [("notes.md", "reading_stopped")]
    assert report.documents == ()


@pytest.mark.parametrize("most", [loading._SHORT_FILE, 0])
def test_a_long_dictionary_is_seen_without_reading_it_here(
    most: int, ws: Workspace, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "_SHORT_FILE", most)
    assert set(ws.tables.load([files]).documents) == {"key.csv", "notes.md"}


def mistaken(where: str, patch: pytest.MonkeyPatch) -> None:
    """A function of the reader with a mistake in it that `bad.csv` meets."""
    module, _, name = where.rpartition(".")
    real: Callable[..., Any] = getattr(importlib.import_module(module), name)

    def work(*given: Any, **named: Any) -> Any:
        paths = [g.path if isinstance(g, Part) else g for g in given if isinstance(g, Part | Path)]
        if any(p.name == "bad.csv" for p in paths):
            raise ValueError("Ost")
        return real(*given, **named)

    patch.setattr(where, work)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "where",
    [
        "core.ingest.confined.parts_in",
        "core.ingest.confined.looked_into",
        "core.ingest.confined.read_part",
        "core.ingest.load.typed_columns",
    ],
)
def test_a_mistake_of_ours_is_one_problem_of_the_file(
    where: str, ws: Workspace, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (files / "bad.csv").write_text("town,visits,fee\nOst,7,1\nWest,8,2\n", encoding="utf-8")
    mistaken(where, monkeypatch)
    report = ws.tables.load([files])
    assert {t.name for t in report.tables} == {"a", "key"}
    (told,) = report.problems
    assert (Path(told.file).name, told.code) == ("bad.csv", "our_mistake")
    assert "mistake while it loaded the file (ValueError, test_one_file.py, line " in told.message
    assert "Ost" not in told.message + told.hint
    monkeypatch.undo()
    assert [t.name for t in ws.tables.load([files / "bad.csv"]).tables] == ["bad"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("step", "there"), [("add_pending", False), ("make_ready", True), ("put_values", True)])
def test_a_mistake_while_a_table_is_put_in_its_place_leaves_it_absent_or_whole(
    step: str, there: bool, ws: Workspace, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (files / "bad.csv").write_text("town,visits,fee\nOst,7,1\nWest,8,2\n", encoding="utf-8")
    real = getattr(Sync, step)

    def work(sync: Sync, *given: Any) -> None:
        if any(getattr(g, "name", g) in ("bad", ["bad"]) for g in given):
            raise ValueError("Ost")
        real(sync, *given)

    monkeypatch.setattr(Sync, step, work)
    report = ws.tables.load([files])
    assert [(Path(p.file).name, p.code) for p in report.problems] == [("bad.csv", "our_mistake")]
    assert {t.name for t in report.tables} == {"a", "key"}
    assert {t.name: t.rows for t in ws.tables.all()} == {"a": 2, "key": 2} | ({"bad": 2} if there else {})
    monkeypatch.undo()
    assert [t.rows for t in ws.tables.load([files / "bad.csv"]).tables] == [2]
    assert [tuple(r) for r in ws.tables.preview("bad").rows] == [("Ost", 7, 1), ("West", 8, 2)]


def test_of_a_family_the_files_without_the_mistake_are_loaded(
    ws: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "years"
    folder.mkdir()
    for name in ("2021.csv", "2022.csv", "bad.csv"):
        (folder / name).write_text(ROWS, encoding="utf-8")
    mistaken("core.ingest.confined.form_of", monkeypatch)
    assert sum(t.rows for t in ws.tables.load([folder]).tables) == 6  # it is a table by itself
    monkeypatch.undo()
    mistaken("core.ingest.confined.read_part", monkeypatch)
    report = ws.tables.load([folder])
    assert sum(t.rows for t in report.tables) == 4
    assert [(Path(p.file).name, p.code) for p in report.problems if p.code == "our_mistake"] == [
        ("bad.csv", "our_mistake")
    ]


@pytest.mark.parametrize(
    ("kind", "hit"), [("core.documents.confined", "notes.md"), ("core.ingest.confined", "packed.zip")]
)
def test_a_mistake_in_the_process_that_reads_is_told_as_one(
    kind: str, hit: str, ws: Workspace, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(files / "packed.zip", "w") as packed:
        packed.writestr("rows.csv", ROWS)

    def pool(arguments: Callable[[], Sequence[str]], most: int) -> Pool:
        return Pool(lambda: ("tests.attacks.mistaken", *arguments()), most)

    monkeypatch.setattr(f"{kind}.Pool", pool)
    report = ws.tables.load([files])
    (told,) = report.problems
    assert (Path(told.file).name, told.code) == (hit, "our_mistake")
    assert {t.label for t in report.tables} == {"a", "key", "packed/rows"} - {hit.replace(".zip", "/rows")}
    assert set(report.documents) == ({"key.csv", "notes.md"} if hit == "packed.zip" else set())


def written_while(where: str, files: Path, patch: pytest.MonkeyPatch) -> None:
    """Somebody writes `a.csv` after it was looked into, or while its rows are read."""
    module, _, name = where.rpartition(".")
    real: Callable[..., Any] = getattr(importlib.import_module(module), name)

    def work(*given: Any, **named: Any) -> Any:
        found = real(*given, **named)
        if any(g.path.name == "a.csv" for g in given if isinstance(g, Part)):
            (files / "a.csv").write_text(ROWS + "Ufer,9\n", encoding="utf-8")
        return found

    patch.setattr(where, work)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "where", ["core.ingest.confined.looked_into", "core.ingest.confined.read_part", "core.ingest.load.typed_columns"]
)
def test_a_file_that_is_written_while_it_is_read_is_told(
    where: str, ws: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "written"
    folder.mkdir()
    (folder / "a.csv").write_text(ROWS, encoding="utf-8")
    (folder / "b.csv").write_text("town,visits\nOst,7\n", encoding="utf-8")
    before = {t.label: t for t in ws.tables.load([folder]).tables}
    written_while(where, folder, monkeypatch)
    report = ws.tables.load([folder])
    assert [(Path(p.file).name, p.code) for p in report.problems] == [("a.csv", "file_changed")]
    assert [t.label for t in report.tables] == ["b"]
    now = {t.label: t for t in ws.tables.all()}
    assert (now["a"], now["a"].rows) == (before["a"], 2)
    monkeypatch.undo()
    assert {t.label: t.rows for t in ws.tables.load([folder]).tables} == {"a": 3, "b": 1}


@pytest.mark.parametrize("where", ["core.ingest.confined.looked_into", "core.ingest.confined.read_part"])
def test_of_a_family_a_file_that_is_written_meanwhile_is_left_out(
    where: str, ws: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "years"
    folder.mkdir()
    for name in ("2021.csv", "2022.csv", "a.csv"):
        (folder / name).write_text(ROWS, encoding="utf-8")
    written_while(where, folder, monkeypatch)
    report = ws.tables.load([folder])
    assert [(Path(p.file).name, p.code) for p in report.problems] == [("a.csv", "file_changed")]
    assert [t.rows for t in report.tables] == [4]
