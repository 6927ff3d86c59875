"""Workbooks, archives, Parquet and JSON lines become the same tables that a CSV file of the same rows would."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from core.config import Settings
from core.errors import BrokenFile, EmptyFile, FileError, LockedFile, NotATable, TooBig, TooLittleMemory
from core.ingest import archive
from core.ingest.formats import read_part
from core.ingest.load import load_file
from core.ingest.looking import tables_in
from core.ingest.names import find_files, name_tables
from core.ingest.parts import Part, part_from, parts_in, source_of
from core.model import Table, TotalRow, Value
from core.sql.sqlite import SqliteEngine

Loaded = tuple[Table, list[tuple[Value, ...]]]
CSV = "id,name\n1,Ann\n2,Bo\n"
ROWS = [(1, "Ann"), (2, "Bo")]


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Callable[..., Loaded]]:
    """Load a file or a part of one, and read its rows back."""
    engine = SqliteEngine(tmp_path / "data.sqlite")

    def run(path: Path | Part, **how: Any) -> Loaded:
        settings = Settings(workspace=tmp_path / "workspace")
        table = load_file(path, engine, label="t", name="t", settings=settings, **how)
        engine.show_only(["t"])
        return table, list(engine.read('SELECT * FROM "t"').rows)

    yield run
    engine.close()


def book(path: Path, sheets: dict[str, Sequence[Sequence[object]]], merged: Sequence[str] = ()) -> Path:
    """A workbook of these sheets; `merged` are blocks of the first."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    for block in merged:
        made.worksheets[0].merge_cells(block)
    made.save(path)
    return path


def packed(path: Path, files: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


def labels(table: Table) -> list[str]:
    return [c.label for c in table.columns]


# --- workbooks


def test_each_sheet_is_a_table_with_typed_columns(load: Callable[..., Loaded], tmp_path: Path) -> None:
    rows = [
        ["id", "code", "score", "born", "seen", "at", "ok"],
        [1, "007", 2.5, date(2001, 2, 3), datetime(2024, 1, 2, 3, 4, 5), time(9, 30), True],
        [2, "042", None, datetime(1999, 12, 31), datetime(2024, 1, 3), time(18, 0, 5), False],
    ]
    path = book(tmp_path / "b.xlsx", {"People": rows, "Empty": [], "Ünits #2": [["a"], ["x"], ["y"]]})
    people, units = parts_in(path)
    assert [people.sheet, units.sheet] == ["People", "Ünits #2"]
    table, found = load(people)
    assert found == [
        (1, "007", 2.5, "2001-02-03", "2024-01-02 03:04:05", "09:30:00", "TRUE"),
        (2, "042", None, "1999-12-31", "2024-01-03", "18:00:05", "FALSE"),
    ]
    assert [c.type for c in table.columns] == ["integer", "text", "real", "date", "datetime", "time", "boolean"]
    assert (table.source, table.problems) == (f"{source_of(path)}#People", ())
    assert part_from(table.source) == people
    assert load(units)[1] == [("x",), ("y",)]
    assert [label for _, label, _ in name_tables([people, units])] == ["b/People", "b/Ünits #2"]


def test_titles_blank_rows_and_unused_columns_are_no_data(load: Callable[..., Loaded], tmp_path: Path) -> None:
    rows = [
        [None, "Report of 2023"],
        [],
        [None, "id", "name", None, "sum"],
        [None, 1, "Ann", None, 10],
        [],
        [None, 2, "Bo", None, 1e-7],
    ]
    table, found = load(Part(book(tmp_path / "b.xlsx", {"S": rows}), "", "S"))
    assert (labels(table), found) == (["id", "name", "sum"], [(1, "Ann", 10.0), (2, "Bo", 1e-7)])
    assert [p.message for p in table.problems] == ["1 line above the table was left out: Report of 2023"]


@pytest.mark.parametrize(
    ("rows", "merged", "header", "data"),
    [
        pytest.param(
            [["id", 2022, None, 2023, None], [None, "sales", "cost", "sales", "cost"], [1, 2, 3, 4, 5]],
            ["A1:A2", "B1:C1", "D1:E1"],
            ["id", "2022 sales", "2022 cost", "2023 sales", "2023 cost"],
            [(1, 2, 3, 4, 5)],
            id="groups over columns",
        ),
        pytest.param(
            [["A report"], ["id", "who", None], [None, "first", "last"], [1, "Ann", "Lee"], [2, "Bo", "Ray"]],
            ["A1:C1", "A2:A3", "B2:C2"],
            ["id", "who first", "who last"],
            [(1, "Ann", "Lee"), (2, "Bo", "Ray")],
            id="under a title",
        ),
        pytest.param(
            [["x", "who", None], ["r", "a", "b"], ["s", "c", "d"]],
            ["B1:C1"],
            ["x r", "who a", "who b"],
            [("s", "c", "d")],
            id="words only",
        ),
        pytest.param(
            [["who", None, "n"], ["Ann", "Lee", 1], ["Bo", "Ray", 2]],
            ["A1:B1"],
            ["who", "", "n"],
            [("Ann", "Lee", 1), ("Bo", "Ray", 2)],
            id="one line of header",
        ),
        pytest.param(
            [["region", "city", "n"], ["North", "Oslo", 1], [None, "Bodø", 2], ["South", "Rome", 3]],
            ["A2:A3"],
            ["region", "city", "n"],
            [("North", "Oslo", 1), ("North", "Bodø", 2), ("South", "Rome", 3)],
            id="merged data",
        ),
    ],
)
def test_merged_cells_are_told_apart(
    load: Callable[..., Loaded],
    tmp_path: Path,
    rows: Sequence[Sequence[object]],
    merged: list[str],
    header: list[str],
    data: list[tuple[Value, ...]],
) -> None:
    table, found = load(Part(book(tmp_path / "b.xlsx", {"S": rows}, merged), "", "S"))
    assert (labels(table), found) == (header, data)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        pytest.param(
            [["id", "n"], [1, 2], [2, 3], [], ["Region", "Total"], ["North", 5]],
            [[(1, 2), (2, 3)], [("North", 5)]],
            id="below",
        ),
        pytest.param(
            [["id", "n", None, "code", "name"], [1, 2, None, "a", "Ann"], [2, 3, None, "b", "Bo"], [3, 4]],
            [[(1, 2), (2, 3), (3, 4)], [("a", "Ann"), ("b", "Bo")]],
            id="beside",
        ),
        pytest.param(
            [["id", "n"], [1, 2], [], [3, 4], [], ["North", 5]],
            [[("1", 2), ("3", 4), ("North", 5)]],
            id="gaps between rows",
        ),
        pytest.param(
            [["id", "n", None, "a", "b"], [1, 2, None, 3, 4], [5, 6, None, 7, 8]],
            [[(1, 2, 3, 4), (5, 6, 7, 8)]],
            id="a gap for looks",
        ),
        pytest.param([["who", "what"], ["a", "b"], [], ["c", "d"]], [[("a", "b"), ("c", "d")]], id="words"),
        pytest.param(
            [["who", "n"], ["a", 1], [], ["b", None], ["c", 2]],
            [[("a", 1), ("b", None), ("c", 2)]],
            id="a gap and a missing figure",
        ),
    ],
)
def test_several_tables_on_a_sheet_are_parted(
    load: Callable[..., Loaded],
    tmp_path: Path,
    rows: Sequence[Sequence[object]],
    found: list[list[tuple[Value, ...]]],
) -> None:
    assert [load(part)[1] for part in tables_in(book(tmp_path / "b.xlsx", {"S": rows}))] == found


def test_titles_and_notes_of_a_sheet_are_kept_apart(load: Callable[..., Loaded], tmp_path: Path) -> None:
    rows = [["Pools"], [], ["pool", "visits"], ["Abbey", 10], ["Hill", 20], ["Total", 30], [], ["Source: returns"]]
    table, found = load(Part(book(tmp_path / "b.xlsx", {"S": rows}), "", "S"))
    assert found == [("Abbey", 10), ("Hill", 20)]
    assert table.layout is not None
    assert [(n.line, n.text, n.role) for n in table.layout.notes] == [
        (1, "Pools", "title"),
        (8, "Source: returns", "source"),
    ]
    assert table.layout.totals == (TotalRow(6, "Total", ("Total", "30")),)


def test_formulas_without_results_are_told(load: Callable[..., Loaded], tmp_path: Path) -> None:
    rows = [["a", "b"], [1, "=A2*2"], [2, "=A3*2"], [3, 7]]
    table, found = load(Part(book(tmp_path / "b.xlsx", {"S": rows}), "", "S"))
    assert found == [(1, None), (2, None), (3, 7)]
    assert [p.message for p in table.problems] == ["2 cells hold formulas without results; they are empty."]


def test_what_is_no_workbook_to_read_is_refused(tmp_path: Path) -> None:
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    cases: list[tuple[str, bytes, type[FileError], str]] = [
        ("old.xls", old, NotATable, "old Excel workbook"),
        ("locked.xlsx", old + "EncryptedPackage".encode("utf-16-le"), LockedFile, "password"),
        ("cut.xlsx", book(tmp_path / "b.xlsx", {"S": [["a"], [1]]}).read_bytes()[:-300], BrokenFile, "damaged"),
    ]
    for name, content, fault, said in cases:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(fault, match=said):
            parts_in(tmp_path / name)
    with pytest.raises(NotATable, match="Word"):
        parts_in(packed(tmp_path / "w.docx", {"[Content_Types].xml": "", "word/document.xml": ""}))
    with pytest.raises(BrokenFile, match="workbook"):
        parts_in(packed(tmp_path / "x.xlsx", {"[Content_Types].xml": "<x", "xl/workbook.xml": "<x"}))
    with pytest.raises(EmptyFile):
        parts_in(book(tmp_path / "e.xlsx", {"S": []}))


# --- archives


def test_gzip_is_looked_through(load: Callable[..., Loaded], tmp_path: Path) -> None:
    path = tmp_path / "people.csv.gz"
    path.write_bytes(gzip.compress(CSV.encode("utf-16")))
    assert [label for _, label, _ in name_tables(parts_in(path))] == ["people"]
    table, rows = load(path)
    assert (rows, table.source) == (ROWS, source_of(path))


def test_each_table_in_a_zip_archive_is_loaded(load: Callable[..., Loaded], tmp_path: Path) -> None:
    inner = book(tmp_path / "inner.xlsx", {"One": [["id", "name"], [1, "Ann"], [2, "Bo"]]})
    path = packed(
        tmp_path / "all.zip",
        {
            "a.csv": CSV,
            "y1/b.tsv": CSV.replace(",", "\t"),
            "y2/b.csv.gz": gzip.compress(CSV.encode()),
            "book.xlsx": inner.read_bytes(),
            "c.jsonl": '{"id": 1, "name": "Ann"}\n{"id": 2, "name": "Bo"}\n',
            "photo.png": b"\x89PNG",
            "__MACOSX/._a.csv": "no",
        },
    )
    named = name_tables(parts_in(path))
    assert [label for _, label, _ in named] == ["all/a", "all/b", "all/y2/b", "all/book/One", "all/c"]
    for part, _, _ in named:
        table, rows = load(part)
        assert (rows, labels(table)) == (ROWS, ["id", "name"])
        assert part_from(table.source) == part
    assert load(named[3][0])[0].source == f"{source_of(path)}#book.xlsx#One"


def test_broken_locked_and_swelling_archives_are_refused(
    load: Callable[..., Loaded], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = gzip.compress(b"a,b\n" + b"1,2\n" * 50_000)
    path = tmp_path / "cut.csv.gz"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BrokenFile, match="gzip"):
        load(path)
    good = packed(tmp_path / "good.zip", {"a.csv": CSV * 100})
    content = bytearray(good.read_bytes())
    content[40] ^= 0xFF
    (tmp_path / "bad.zip").write_bytes(content)
    with pytest.raises(BrokenFile, match="zip"):
        load(Part(tmp_path / "bad.zip", "a.csv"))
    (tmp_path / "cut.zip").write_bytes(good.read_bytes()[:-10])
    with pytest.raises(BrokenFile):
        parts_in(tmp_path / "cut.zip")
    locked = bytearray(good.read_bytes())
    locked[6] |= 1
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "locked.zip").write_bytes(locked)
    with pytest.raises(LockedFile, match="password"):
        parts_in(tmp_path / "locked.zip")
    with pytest.raises(NotATable, match="without tables"):
        parts_in(packed(tmp_path / "none.zip", {"b.png": b""}))
    (inner,) = parts_in(packed(tmp_path / "outer.zip", {"a.zip": good.read_bytes(), "b.png": b""}))
    with pytest.raises(NotATable, match="an archive in an archive"):
        load(inner)
    with pytest.raises(NotATable, match="an archive in an archive"):
        load(Part(packed(tmp_path / "two.zip", {"a.csv": good.read_bytes()}), "a.csv"))
    monkeypatch.setattr(archive, "ROOMY", 1 << 20)
    (tmp_path / "bomb.csv.gz").write_bytes(gzip.compress(bytes(8 << 20)))
    with pytest.raises(TooBig, match="swollen"):
        load(tmp_path / "bomb.csv.gz")
    with pytest.raises(TooBig, match="swollen"):
        load(Part(packed(tmp_path / "bomb.zip", {"a.csv": bytes(8 << 20)}), "a.csv"))


# --- Parquet and JSON lines


def test_parquet_keeps_its_values(load: Callable[..., Loaded], tmp_path: Path) -> None:
    moment = datetime(2024, 1, 2, 3, 4, 5)
    columns = {
        "n": pa.array([1, None], pa.int32()),
        'x "y"': pa.array([2.5, 1e-7]),
        "code": ["007", ""],
        "day": [date(2024, 1, 31), None],
        "at": pa.array([moment, None], pa.timestamp("us", tz="UTC")),
        "list": [[1, 2], None],
        "ok": [True, False],
    }
    parquet.write_table(pa.table(columns), tmp_path / "t.parquet")
    table, rows = load(tmp_path / "t.parquet")
    assert rows == [
        (1, 2.5, "007", "2024-01-31", "2024-01-02 03:04:05Z", "[1,2]", "true"),
        (None, 1e-07, None, None, None, None, "false"),
    ]
    assert labels(table) == list(columns)
    assert [c.type for c in table.columns] == ["integer", "real", "text", "date", "datetime", "text", "boolean"]
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "t.parquet").read_bytes()[:-100])
    with pytest.raises(BrokenFile, match="Parquet"):
        load(tmp_path / "cut.parquet")


@pytest.mark.slow
def test_whatever_is_broken_in_a_file_it_is_a_named_problem(load: Callable[..., Loaded], tmp_path: Path) -> None:
    parquet.write_table(pa.table({"a": list(range(50)), "s": ["x", "y"] * 25}), tmp_path / "t.parquet")
    packed(tmp_path / "t.zip", {"a.csv": CSV})
    refused: list[FileError] = []
    for name in ("t.parquet", "t.zip"):
        whole = (tmp_path / name).read_bytes()
        for at in range(4, len(whole), 1 + len(whole) // 60):
            broken = bytearray(whole)
            broken[at] ^= 0xFF
            (tmp_path / f"x{name}").write_bytes(broken)
            try:
                for part in parts_in(tmp_path / f"x{name}"):
                    load(part)
            except FileError as fault:
                refused.append(fault)
    assert len(refused) > 30
    assert all(fault.message and fault.hint for fault in refused)


def test_too_little_memory_is_said(load: Callable[..., Loaded], tmp_path: Path) -> None:
    import duckdb

    def scarce(what: str, share: float) -> None:
        if what == "profiling":
            raise duckdb.OutOfMemoryException("could not allocate block of size 256.0 KiB")

    (tmp_path / "t.csv").write_text(CSV)
    with pytest.raises(TooLittleMemory, match="memory"):
        load(tmp_path / "t.csv", progress=scarce)


def test_what_needs_too_much_memory_with_several_threads_is_read_with_one(
    load: Callable[..., Loaded], tmp_path: Path
) -> None:
    tried: list[str] = []

    def scarce(what: str, share: float) -> None:
        if what == "writing" and not tried:
            tried.append(what)
            raise OSError("Out of Memory Error: failed to allocate data of size 32.0 KiB (381.4 MiB/381.4 MiB used)")

    (tmp_path / "t.csv").write_text(CSV)
    assert load(tmp_path / "t.csv", progress=scarce)[1] == ROWS
    assert tried


@pytest.mark.slow
def test_many_columns_with_missing_value_tokens_need_little_memory(tmp_path: Path) -> None:
    width = 300
    lines = [",".join(f"n{i}" for i in range(width)), *(",".join(["*", *["7"] * (width - 1)]) for _ in range(20))]
    lines += [",".join(["7"] * i + ["n/a"] + ["7"] * (width - 1 - i)) for i in range(width)]
    (tmp_path / "wide.csv").write_text("\n".join(lines))
    engine = SqliteEngine(tmp_path / "data.sqlite")
    settings = Settings(workspace=tmp_path / "workspace", ingest_memory_mb=64)
    table = load_file(tmp_path / "wide.csv", engine, label="wide", name="wide", settings=settings)
    engine.close()
    assert table.rows == 20 + width
    assert {(c.type, c.profile.nulls > 0) for c in table.columns} == {("integer", True)}


def test_json_lines_give_a_column_for_every_key(load: Callable[..., Loaded], tmp_path: Path) -> None:
    items = [
        {"id": 12345678901234567, "name": "Ann\nLee", "tags": ["a", "ü"]},
        {"name": None, "id": 2, "more": {"x": 1.5}, "ok": True},
    ]
    path = tmp_path / "t.ndjson"
    path.write_text("\n\n".join(map(json.dumps, items)) + "\n", encoding="utf-8-sig")
    table, rows = load(path)
    assert labels(table) == ["id", "name", "tags", "more", "ok"]
    assert rows == [
        (12345678901234567, "Ann\nLee", '["a", "ü"]', None, None),
        (2, None, None, '{"x": 1.5}', "true"),
    ]
    path.write_text('{"a": 1}\n[2]\n')
    with pytest.raises(NotATable, match="line 2"):
        load(path)
    path.write_text("\n")
    with pytest.raises(EmptyFile):
        load(path)


# --- all of them


def test_columns_are_kept_as_text_on_demand(load: Callable[..., Loaded], tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text('zip,price,price\n12345,"$1,200.50",$2\n6789,$3,$4\n', encoding="utf-8")
    table, rows = load(path)
    assert rows == [(12345, 1200.5, 2), (6789, 3.0, 4)]
    assert [(c.unit, bool(c.converted)) for c in table.columns] == [("", False), ("$", True), ("$", True)]
    table, rows = load(path, type_overrides={"zip": "text", "price": "text"})
    assert rows == [("12345", "$1,200.50", 2), ("6789", "$3", 4)]
    assert [(c.type, c.unit) for c in table.columns] == [("text", ""), ("text", ""), ("integer", "$")]


def test_all_kinds_are_found_in_folders(tmp_path: Path) -> None:
    for name in (
        "a.csv.gz",
        "b.XLSX",
        "c.parquet",
        "d.jsonl",
        "e.zip",
        "f.xls",
        "g.gz",
        "h.json",
        "i.docx",
        "j.tar.gz",
    ):
        (tmp_path / name).touch()
    assert [p.name for p in find_files([tmp_path])] == ["a.csv.gz", "b.XLSX", "c.parquet", "d.jsonl", "e.zip", "f.xls"]


def test_a_parquet_file_that_would_swell_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.ingest.archive.ROOMY", 1 << 20)
    same = pa.DictionaryArray.from_arrays(pa.array([0] * 20_000, pa.int8()), pa.array(["x" * 200]))
    parquet.write_table(pa.table({"a": same}), tmp_path / "same.parquet")
    with duckdb.connect() as con, pytest.raises(TooBig, match="would become more than 4,020,000"):
        read_part(con, Part(tmp_path / "same.parquet"), tmp_path, lambda: None, 0)


def test_a_label_without_end_is_cut_and_told(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_text(f"ward,{'b' * 30_000}\n" + "W1,2\n" * 4, encoding="utf-8")
    with duckdb.connect() as con:
        found = read_part(con, Part(tmp_path / "long.csv"), tmp_path, lambda: None, 1 << 20)
    assert found.labels == ("ward", "b" * 999 + "…")
    assert [p.message for p in found.problems if p.code == "long_header"] == [
        "1 label of a column has more than 1,000 characters, up to 30,000; each was cut at 1,000."
    ]
