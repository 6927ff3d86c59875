"""A last row that is the sum of the others is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest.load import load_file
from core.sql.sqlite import SqliteEngine

ROWS = [f"s{i},{i},{i * 3 % 7}.10" for i in range(1, 9)]


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([*ROWS, "Total,36,24.80"], ["n", "cost"]),
        ([*ROWS, "Sum,,24.80"], ["cost"]),
        ([*ROWS, "s9,36,7"], ["n"]),
        (ROWS, []),
        ([*ROWS, "Average,4.5,3.6"], []),
        (["a,1,0.5", "b,2,0.5", "c,3,1.0"], []),
        ([*(f"s{i},0,0" for i in range(9))], []),
    ],
)
def test_a_total_is_known_by_its_sum(tmp_path: Path, rows: list[str], columns: list[str]) -> None:
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["shop,n,cost", *rows]), encoding="utf-8")
    engine = SqliteEngine(tmp_path / "data.sqlite")
    table = load_file(path, engine, label="t", name="t", settings=Settings(workspace=tmp_path / "ws"))
    engine.close()
    assert table.rows == len(rows)
    assert [p.column for p in table.problems if p.code == "total_row"] == columns
