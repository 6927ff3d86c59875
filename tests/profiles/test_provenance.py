"""Where a table's rows came from, in fields and in words."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from core.__main__ import main
from core.catalogue.file_origins import FileOrigin, keep_origin, origin_of
from core.catalogue.serialise import dump_table, parse_table
from core.catalogue.store import Catalogue
from core.config import Settings
from core.export import gather
from core.export.base import facts
from core.index.embed import NgramEmbedder
from core.model import Answer, Layout, LineRange
from core.profiles.provenance import lines_said, provenance, rows_in, said, short
from core.workspace import open_workspace

TEXT = "Pool visits\n\npool,kind,visits\nAbbey,indoor,10\nHill,outdoor,20\nTotal,,30\n\nSource: council\n"


def test_the_rows_are_the_lines_of_data() -> None:
    layout = Layout(
        (LineRange(1, 1, "header"), LineRange(2, 3, "data"), LineRange(4, 4, "data"), LineRange(6, 6, "data"))
    )
    assert rows_in(layout) == ((2, 4), (6, 6))
    assert lines_said(((2, 4), (6, 6))) == "lines 2–4, 6"
    assert lines_said(((7, 7),)) == "line 7"


@pytest.mark.slow
def test_a_table_knows_its_file_and_tells_it_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pools.csv"
    path.write_text(TEXT, encoding="utf-8")
    sha = hashlib.sha256(TEXT.encode()).hexdigest()
    folder = tmp_path / "ws"
    with open_workspace(Settings(workspace=folder), embedder=NgramEmbedder()) as ws:
        (table,) = ws.tables.load([path]).tables
        assert parse_table(dump_table(table)) == table
        (one,) = provenance(table)
        assert (one.file, one.lines, one.rows, one.size, one.sha256) == (path.as_posix(), ((4, 5),), 2, len(TEXT), sha)
        assert short(table) == "pools.csv, lines 4–5"
        answer = Answer("q", "a", sql='SELECT * FROM "pools"', tables=("pools",))
        listed = dict(facts(gather(answer, ws.questions, ws.tables.all(), ws.folder)))
        assert listed["File"] == f"{path.as_posix()}, lines 4–5, {len(TEXT)} bytes, of {one.changed}, SHA-256 {sha}"
    assert main(["tables", "--workspace", str(folder)]) == 0
    (shown,) = json.loads(capsys.readouterr().out)["tables"]
    assert (shown["files"][0]["sha256"], shown["files"][0]["lines"]) == (sha, [[4, 5]])


@pytest.mark.slow
def test_a_family_names_each_of_its_files(tmp_path: Path) -> None:
    for year in (2020, 2021):
        (tmp_path / f"pools {year}.csv").write_text(TEXT.replace("10", str(year % 100)), encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        (table,) = ws.tables.load([tmp_path / "pools 2020.csv", tmp_path / "pools 2021.csv"]).tables
        assert parse_table(dump_table(table)) == table
        assert [(one.name, one.lines) for one in provenance(table)] == [
            ("pools 2020.csv", ((4, 5),)), ("pools 2021.csv", ((4, 5),)),
        ]  # fmt: skip
        assert [n.text for n in table.family.members[0].notes] == ["Pool visits", "Source: council"]  # type: ignore[union-attr]


@pytest.mark.slow
def test_address_and_licence_of_a_fetched_file(tmp_path: Path) -> None:
    path = tmp_path / "pools.csv"
    path.write_text(TEXT, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.fetched(path, "https://example.org/pools.csv", "OGL 3")
        (table,) = ws.tables.load([path]).tables
        assert said(provenance(table)[0]).endswith(", from https://example.org/pools.csv, licence OGL 3")


def test_what_was_fetched_is_kept_by_path(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "state.sqlite")
    keep_origin(catalogue, "/a/b.zip", FileOrigin("https://x.example/b.zip", ""))
    assert origin_of(catalogue, "/a/b.zip#c.csv") == FileOrigin("https://x.example/b.zip")
    assert origin_of(catalogue, "/a/c.csv") == FileOrigin()
