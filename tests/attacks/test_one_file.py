"""What goes wrong with one file of a load is one problem of that file; those beside it load."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.documents import loading
from core.index.embed import NgramEmbedder
from core.processes.pool import GRACE
from core.workspace import Workspace, open_workspace

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
