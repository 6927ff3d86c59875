"""Plain texts that keep whoever looks into them busy: short ones are looked into in a moment, long ones elsewhere."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import pytest

from core.config import Settings
from core.documents.codes import codes
from core.documents.match import Found, entries
from core.documents.read import read_document
from core.errors import FileError
from core.index.embed import NgramEmbedder
from core.ingest import confined
from core.ingest.formats import read_part
from core.ingest.layout import look
from core.ingest.load import load_file
from core.ingest.looking import looked_into
from core.ingest.parts import Part
from core.sql.sqlite import SqliteEngine
from core.workspace import open_workspace
from tests.documents.test_codes import holding
from tests.graph.graphs import table

CELLS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cells.toml").read_text("utf-8"))["cell"]
ROW = "depot,figure\nOst,7\nWest,8\n"


def pumped(cell: dict[str, Any], signs: int) -> str:
    """A cell of about so many signs."""
    again = str(cell["again"])
    return str(cell.get("before", "")) + again * (signs // len(again)) + str(cell.get("behind", ""))


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteEngine]:
    made = SqliteEngine(tmp_path_factory.mktemp("rows") / "data.sqlite")
    yield made
    made.close()


@pytest.mark.sampled(30)
@pytest.mark.parametrize("signs", [150, 60_000])
@pytest.mark.parametrize("cell", [pytest.param(c, id=c["name"]) for c in CELLS])
def test_a_cell_keeps_no_pattern_busy(cell: dict[str, Any], signs: int, engine: SqliteEngine, tmp_path: Path) -> None:
    """As a cell, as a label, as a line of its own above the table and below it; what is endless would take hours."""
    text = pumped(cell, signs).replace('"', '""')
    path = tmp_path / "a.csv"
    settings = Settings(workspace=tmp_path / "ws")
    for lines in (
        f'depot,figure\n"{text}",7\nWest,"{text}"\n',
        f'"{text}",figure\nOst,7\nWest,8\n',
        f'"{text}"\n\n{ROW}\n"{text}"\n',
    ):
        path.write_bytes(lines.encode("utf-8", "replace"))
        begun = time.process_time()
        with suppress(FileError):
            for part in looked_into(Part(path)):
                load_file(part, engine, label="a", name="a", settings=settings)
        assert time.process_time() - begun < 5.0


@pytest.mark.sampled(30)
@pytest.mark.parametrize("signs", [150, 60_000])
@pytest.mark.parametrize("cell", [pytest.param(c, id=c["name"]) for c in CELLS])
def test_a_line_of_a_document_keeps_no_pattern_busy(cell: dict[str, Any], signs: int, tmp_path: Path) -> None:
    """As a line of its own, as a heading, as what a column means."""
    text = pumped(cell, signs)
    path = tmp_path / "a.md"
    lines = f"{text}\n\n# {text}\n\ndepot: {text}\n\n{text}: x\n\nO = {text}\n\n| depot | {text} |\n| kind | {text} |\n"
    path.write_bytes(lines.encode("utf-8", "replace"))
    named = holding(table("depots", ["depot", "kind"]), kind="O W")
    begun = time.process_time()
    found = [Found("a.md", p.place, p.text, p.cells) for p in read_document(path)]
    assert entries(found, [named]) is not None
    assert codes(found, [named]) is not None
    assert time.process_time() - begun < 5.0


def long_texts() -> dict[str, str]:
    some = "".join(f"{n},depot {n},{n % 7}\n" for n in range(70_000))
    return {
        "one table": "code,depot,figure\n" + some,
        "two tables": "code,depot,figure\n" + some + "\nOther figures\n\nyear,visits\n2001,5\n2002,6\n",
        "a title above": "Figures of all depots\n\ncode,depot,figure\n" + some,
        "notes below": "code,depot,figure\n" + some + "\nNote: preliminary\nSource: the depots\n",
        "western letters": "code,depot,figure\n" + some.replace("depot 7", "dépôt 7"),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", long_texts())
def test_a_long_text_is_looked_into_elsewhere_and_is_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.csv"
    path.write_bytes(long_texts()[name].encode("cp1252"))
    assert path.stat().st_size > confined.LONG_TEXT
    here = looked_into(Part(path))

    def refused(*args: object, **named: object) -> None:
        raise AssertionError("looked into in the app's own process")

    check: Callable[[], None] = lambda: None  # noqa: E731
    with confined.ConfinedReader(Settings(workspace=tmp_path / "ws"), check) as reader:
        expected = []
        for part in here:
            with duckdb.connect() as con:
                (tmp_path / "scratch").mkdir(exist_ok=True)
                found = read_part(con, part, tmp_path / "scratch", check, 1 << 20)
                expected.append((found, con.execute("FROM raw").fetchall()))
        monkeypatch.setattr(confined, "looked_into", refused)
        monkeypatch.setattr(confined, "form_of", refused)
        parts = reader.parts_in(path)
        there = [p for part in parts for p in reader.looked_into(part)]
        assert [(p.source, p.long) for p in there] == [(p.source, p.long) for p in here]
        assert all(reader.form_of(p) for p in there if not p.look)
        for part, rows in zip(there, expected, strict=True):
            with duckdb.connect() as con:
                assert (
                    reader.read_part(con, part, tmp_path, check, 1 << 20),
                    con.execute("FROM raw").fetchall(),
                ) == rows


def test_a_text_of_very_many_blocks_is_one_table_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look, "MOST_BLOCKS", 50)
    path = tmp_path / "blocks.csv"
    path.write_text("depot,figure\n" + "Ost,7\n\nWest,8,9\n\n" * 60, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([path])
        (table,) = report.tables
        assert table.rows == 120
        (told,) = [p.message for p in report.problems if p.code == "not_cut"]
        assert told.startswith("The file has 120 blocks of lines")
        path.write_text("depot,figure\n\n" + "Ost,7\n\n" * 60, encoding="utf-8")
        report = ws.tables.load([path])
        assert (report.tables[0].rows, [p for p in report.problems if p.code == "not_cut"]) == (60, [])


def test_a_text_of_very_many_cells_is_not_held_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that would have to be cut is read as its lines stand there, and that is told."""
    monkeypatch.setattr(look, "MOST_CELLS", 1_000)
    path = tmp_path / "cells.csv"
    lines = "".join(f"{n},{n % 7}\n" for n in range(400))
    path.write_text(f"code,figure\n{lines}\nyear,visits\n{lines}", encoding="utf-8")
    (part,) = looked_into(Part(path), small=100)
    assert part.look is None
    assert part.long is not None
    assert part.long.several
    with duckdb.connect() as con:
        found = read_part(con, part, tmp_path, lambda: None, 100)
    assert [p.code for p in found.problems if p.code == "not_cut"] == ["not_cut"]
