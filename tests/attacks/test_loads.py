"""Loads that follow each other faster than a clock tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace


@pytest.fixture
def ws(tmp_path: Path) -> Workspace:
    return open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder())


def test_two_loads_within_a_second_are_two(ws: Workspace, tmp_path: Path) -> None:
    """What was proven unique of the first is asked again of the second."""
    places, sales = tmp_path / "places.csv", tmp_path / "sales.csv"
    regions = ["North", "South", "East", "West"]
    head = "region,year,area\n"
    places.write_text(head + "".join(f"{r},{y},{y % 7 * 3}\n" for r in regions for y in range(2001, 2021)), "utf-8")
    rows = "".join(f"s{i},{regions[i % 4]},{2001 + i % 20},{i}\n" for i in range(400))
    sales.write_text("sale,region,year,amount\n" + rows, "utf-8")
    with ws:
        first = {t.name: t for t in ws.tables.load([places, sales]).tables}
        again = {t.name: t for t in ws.tables.load([places]).tables}
        assert first["places"].version != again["places"].version
        assert ws.tables.all()[0].version == again["places"].version  # it is kept
        assert {len(t.load_id) for t in first.values()} == {32}
