"""Files of several tables, and columns kept as text, in a workspace: what is loaded, replaced and remembered."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest

from core.__main__ import main
from core.config import Settings
from core.errors import NotATable
from core.index.embed import NgramEmbedder
from core.ingest.detect import Dialect
from core.ingest.layout.long import LongLook, look_at_long
from core.ingest.parts import source_of
from core.workspace import Workspace, open_workspace


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as opened:
        yield opened


def write_book(path: Path, sheets: dict[str, int]) -> Path:
    """A workbook with so many rows in each sheet."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in [("id", "word"), *((i, f"w{i}") for i in range(rows))]:
            sheet.append(row)
    book.save(path)
    return path


def write_prices(path: Path) -> Path:
    path.write_text('item,price,code\na,"$1,200.50",12\nb,$3,7\n', encoding="utf-8")
    return path


def shape(ws: Workspace) -> dict[str, int]:
    return {t.label: t.rows for t in ws.tables.all()}


def prices(ws: Workspace) -> list[object]:
    return [row[0] for row in ws.questions.sql("SELECT price FROM prices").rows]


@pytest.mark.slow
def test_a_file_of_several_tables_replaces_each(ws: Workspace, tmp_path: Path) -> None:
    path = write_book(tmp_path / "book.xlsx", {"One": 2, "Two": 3})
    ws.tables.load([path])
    ws.tables.describe("book/One", "The first.")
    write_book(path, {"One": 5, "Three": 1})
    report = ws.tables.load([path])
    assert shape(ws) == {"book/One": 5, "book/Two": 3, "book/Three": 1}
    assert [(p.file, p.code) for p in report.problems] == [(f"{source_of(path)}#Two", "part_gone")]
    table = ws.tables.get("book/One")
    assert table is not None
    assert (table.source, table.description) == (f"{source_of(path)}#One", "The first.")


@pytest.mark.slow
def test_what_fails_in_an_archive_leaves_the_rest(ws: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("good.csv", "a,b\n1,x\n")
        archive.writestr("page.csv", "<html><body>no</body></html>")
        archive.writestr("empty.csv", "")
    report = ws.tables.load([path])
    assert shape(ws) == {"all/good": 1}
    assert [(p.file, p.code) for p in report.problems] == [
        (f"{path}#page.csv", "not_a_table"),
        (f"{path}#empty.csv", "file_empty"),
    ]


@pytest.mark.slow
def test_a_file_that_cannot_be_looked_into_is_a_problem(ws: Workspace, tmp_path: Path) -> None:
    (tmp_path / "old.xls").write_bytes(b"\xd0\xcf\x11\xe0" + bytes(100))
    write_prices(tmp_path / "prices.csv")
    report = ws.tables.load([tmp_path])
    assert (shape(ws), [p.code for p in report.problems]) == ({"prices": 2}, [NotATable.code])


@pytest.mark.slow
def test_plain_numbers_are_a_setting(tmp_path: Path) -> None:
    settings = Settings.read({"workspace": tmp_path / "ws"}, {"JOINERY_PLAIN_NUMBERS": "yes"})
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.tables.load([write_prices(tmp_path / "prices.csv")])
        assert prices(ws) == ["$1,200.50", "$3"]


def test_the_command_line_says_what_was_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_book(tmp_path / "b.xlsx", {"S": 1}), write_prices(tmp_path / "prices.csv")
    assert main(["load", "--workspace", str(tmp_path / "ws"), str(tmp_path / "*.*")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [t["label"] for t in said["tables"]] == ["b/S", "prices"]
    assert said["tables"][1]["columns"] == [
        {"name": "item", "label": "item", "type": "text"},
        {
            "name": "price",
            "label": "price",
            "type": "real",
            "unit": "$",
            "converted": "“$1,200.50” became 1200.5 (thousands separators taken out, $ taken off)",
        },
        {"name": "code", "label": "code", "type": "integer"},
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_no_text_is_told_and_the_other_files_are_loaded(ws: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "plain.csv").write_text("id,word\n1,a\n2,b\n", encoding="utf-8")
    for name in (b"caf\xe9.csv", b"caf\xe9.md"):
        (folder / os.fsdecode(name)).write_text("id,word\n1,a\n2,b\n", encoding="utf-8")
    report = ws.tables.load([folder])
    assert [t.label for t in report.tables] == ["plain"]
    assert [(Path(p.file).name, p.message) for p in report.problems] == [
        ("caf?.csv", "The file's name is not readable as text."),
        ("caf?.md", "The file's name is not readable as text."),
    ]


@pytest.mark.slow
def test_a_big_file_is_looked_at_once(ws: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Path] = []

    def counted(path: Path, text: Path, dialect: Dialect) -> LongLook:
        looks.append(text)
        return look_at_long(path, text, dialect)

    monkeypatch.setattr("core.ingest.looking.look_at_long", counted)
    monkeypatch.setattr("core.ingest.formats.look_at_long", counted)
    monkeypatch.setattr("core.workspace.find_parts.KEPT_BYTES", 0)
    monkeypatch.setattr("core.ingest.confined.LONG_TEXT", 1 << 30)  # looked into here, where it is counted
    path = tmp_path / "big.csv"
    path.write_text("id,word\n" + "".join(f"{n},{'w' * 200}{n % 7}\n" for n in range(22_000)), encoding="utf-8")
    ws.tables.load([path])
    assert (shape(ws), looks) == ({"big": 22_000}, [path])


def test_days_that_can_be_read_both_ways_are_read_as_those_of_the_files_beside_them(tmp_path: Path) -> None:
    folder, apart = tmp_path / "files", tmp_path / "apart"
    folder.mkdir()
    apart.mkdir()
    lent = "".join(f"{n},{1 + n % 12:02}/{1 + n % 28:02}/2024\n" for n in range(60))
    (folder / "b loans.csv").write_text("loan,lent\n" + lent, encoding="utf-8")
    (folder / "a stock.csv").write_text(
        "book,seen\n" + "".join(f"B{n},09/01/2024\n" for n in range(9)), encoding="utf-8"
    )
    (apart / "c shelves.csv").write_text(
        "shelf,seen\n" + "".join(f"S{n},09/01/2024\n" for n in range(9)), encoding="utf-8"
    )
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([folder, apart])
        seen = {t.label: (t.columns[1].type, t.columns[1].profile.minimum) for t in ws.tables.all()}
        assert ws.tables.all()[0].columns[1].type_override == ""
    assert seen["a stock"] == ("date", "2024-09-01")
    assert seen["c shelves"] == ("text", "09/01/2024")
    told = {p.code: p.message for p in report.problems}
    assert "as in “b loans.lent”" in told["dates_as_beside"]
    assert "ambiguous_dates" in told
