"""Remarks say on which line of the file they can be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest.load import load_file
from core.sql.sqlite import SqliteEngine

ROWS = "".join(f"mill {i},{i},east,12,{700 + i}\n" for i in range(25))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"name,a,b,c,no\n{ROWS},,,,733\nx,1,y,2,3\n", {"numbers_alone": 27}),
        ("a,b\n1,2\n\n,\n3,4\n", {"blank_rows": 4}),
        ("a,b,c\n1,2,3\n\n4,5\n6,7,8\n", {"short_rows": 4}),
        ("a,b\n1,2\n3,4,5\n6,7\n", {"long_rows": 3}),
        ("2024-01-02,1\n2024-01-03,2\n", {"no_header": 1}),
        ("a,d\n1,\n1,03/04/2024\n2,05/06/2024\n", {"ambiguous_dates": 3}),
        ("a,b\n,\n" + "".join(f"{i},x\n" for i in range(200)) + "about 7,x\n", {"blank_rows": 2, "stray_cells": 203}),
        ("a,b\nx,1\n\ny,2\nz,3\nv,4\nw,10\n\nSource: here\n", {"total_row": 7, "notes": 9}),
    ],
)
def test_a_remark_knows_its_line(tmp_path: Path, text: str, said: dict[str, int]) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    engine = SqliteEngine(tmp_path / "data.sqlite")
    table = load_file(path, engine, label="t", name="t", settings=Settings(workspace=tmp_path / "ws"))
    engine.close()
    assert {p.code: p.line for p in table.problems} == said
