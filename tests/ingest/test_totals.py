"""A last row that is the sum of the others is kept apart where its label says so too, and told where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest.layout.words import is_total
from core.ingest.load import load_file
from core.sql.sqlite import SqliteEngine

ROWS = [f"s{i},{i},{i * 3 % 7}.10" for i in range(1, 9)]


@pytest.mark.parametrize(
    ("rows", "columns", "apart"),
    [
        ([*ROWS, "Total,36,24.80"], [], 1),
        ([*ROWS, "Sum,,24.80"], [], 1),
        ([*ROWS, "All shops-Total,36,24.80"], [], 1),
        ([*ROWS, "s9,,1985.00", "s10,,2012.50", "TOTAL,,4022.30"], [], 1),
        ([*ROWS, "s9,36,7"], ["n"], 0),
        (ROWS, [], 0),
        ([*ROWS, "Average,4.5,3.6"], [], 0),
        (["a,1,0.5", "b,2,0.5", "c,3,1.0"], [], 0),
        ([*(f"s{i},0,0" for i in range(9))], [], 0),
        ([*ROWS, "s9,n/a,7", "s10,36,n/a"], ["n"], 0),
        ([*ROWS, "s9,36,n/a"], ["n"], 0),
        ([*ROWS, '"s9","1,036",7', '"s10","1,072",7'], ["n"], 0),
    ],
)
def test_a_total_is_known_by_its_sum(tmp_path: Path, rows: list[str], columns: list[str], apart: int) -> None:
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["shop,n,cost", *rows]), encoding="utf-8")
    engine = SqliteEngine(tmp_path / "data.sqlite")
    table = load_file(path, engine, label="t", name="t", settings=Settings(workspace=tmp_path / "ws"))
    engine.close()
    assert table.rows == len(rows) - apart
    totals = table.layout.totals if table.layout else ()
    assert [t.cells for t in totals] == [tuple(r.split(",")) for r in rows[len(rows) - apart :]]
    assert [p.column for p in table.problems if p.code == "total_row"] == columns


@pytest.mark.parametrize(
    ("label", "total"),
    [("Total", True), ("Wales total", True), ("Wales-Total", True), ("Sum: total", True), ("Totally-new", False)],
)
def test_labels_of_totals(label: str, total: bool) -> None:
    assert is_total(label) is total
