"""Texts of thousands of characters: the same table comes of them, in memory that is bounded by bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.config import Settings
from core.ingest import profile, texts
from core.ingest.batches import pieces, rows_at_once
from core.ingest.load import load_file
from core.model import Table
from core.sql.sqlite import SqliteEngine


def loaded(tmp_path: Path, file: Path, name: str) -> tuple[Table, object]:
    settings = Settings(workspace=tmp_path / name)
    settings.workspace.mkdir()
    engine = SqliteEngine(tmp_path / name / "data.sqlite")
    table = load_file(file, engine, label="long", name="long", settings=settings)
    engine.show_only(["long"])
    rows = engine.read("SELECT * FROM long ORDER BY 1", limit=10_000).rows
    engine.close()
    return replace(table, loaded_at="", load_id=""), rows


def test_what_is_read_in_pieces_is_what_is_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "long.csv"
    lines = [f"{n},{n * 1.5},Report {n % 40} {'Äx ' * (n % 50)},{'' if n % 3 else n % 7}" for n in range(2_600)]
    file.write_text("id,share,text,code\n" + "\n".join(lines) + "\n", encoding="utf-8")
    whole = loaded(tmp_path, file, "whole")
    monkeypatch.setattr(texts, "AT_ONCE", 0)
    monkeypatch.setattr(texts, "_MOST_HELD", 0)
    monkeypatch.setattr(texts, "_LONG", -1)
    monkeypatch.setattr(profile, "rows_at_once", lambda most, mean: min(most, 7))
    assert loaded(tmp_path, file, "pieces") == whole


def test_a_piece_is_bounded_by_bytes_and_by_items() -> None:
    assert list(pieces(["aaaa", "b", "cc", "d"], 3, len, 5)) == [["aaaa", "b"], ["cc", "d"]]
    assert list(pieces("abcde", 2, len, 100)) == [["a", "b"], ["c", "d"], ["e"]]
    assert list(pieces([], 2, len)) == []
    assert [rows_at_once(1_000, n) for n in (0.0, 1 << 20, 1 << 30)] == [1_000, 16, 1]
