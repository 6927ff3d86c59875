"""What a load takes of files that hold more than it takes, and what is told of it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace


def test_the_first_sheets_of_many_are_read_and_the_rest_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.workspace.find_parts.MOST_SHEETS", 2)
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, label in (("Wards", "beds"), ("Staff", "nurses"), ("Cars", "plates"), ("Beds", "made")):
        sheet = made.create_sheet(name)
        for row in ((f"{name} no", label), (1, 2), (2, 5), (3, 4)):
            sheet.append(row)
    made.save(tmp_path / "many.xlsx")
    settings = Settings.read({"workspace": tmp_path / "ws", "cache": tmp_path}, {})
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([tmp_path / "many.xlsx"])
    assert sorted(Path(t.source).name for t in report.tables) == ["many.xlsx#Staff", "many.xlsx#Wards"]
    assert [p.message for p in report.problems if p.code == "many_sheets"] == [
        "The workbook has 4 sheets: the first 2 were read."
    ]
