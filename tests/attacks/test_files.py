"""Files that are more than rows: names that are patterns."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace

NAMES = ("*", "[s]*", "s?", "{a,b}", "[[]s]")


@pytest.fixture
def ws(tmp_path: Path) -> Workspace:
    return open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder())


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows allows no such names")
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_name_is_a_name_and_no_pattern(ws: Workspace, tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for n, name in enumerate((*NAMES, "s1", "a", "[s]1")):
        path = folder / f"{name}.{ending}"
        if ending == "csv":
            path.write_text(f"code,figure\nk{n},{n}\nl{n},{n}\n", encoding="utf-8")
        else:
            plain = tmp_path / "plain.parquet"
            duckdb.sql(f"SELECT 'k{n}' AS code, {n} AS figure").write_parquet(str(plain))
            plain.rename(path)
    with ws:
        for n, name in enumerate(NAMES):
            report = ws.tables.load([folder / f"{name}.{ending}"])
            (table,) = report.tables
            assert (table.label, report.problems) == (name, ())
            rows = ws.questions.sql(f'SELECT DISTINCT figure FROM "{table.name}"').rows
            assert rows == ((n,),)
