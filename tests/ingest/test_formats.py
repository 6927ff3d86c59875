"""Archives, Parquet and JSON lines become the same tables that a CSV file of the same rows would."""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from random import Random

import duckdb
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from core.config import Settings
from core.errors import BrokenFile, EmptyFile, FileError, LockedFile, NotATable, TooBig, TooLittleMemory
from core.ingest import archive
from core.ingest.formats import read_part
from core.ingest.load import load_file
from core.ingest.names import find_files, name_tables
from core.ingest.parts import Part, part_from, parts_in, source_of
from core.sql.sqlite import SqliteEngine
from tests.ingest.files_made import CSV, ROWS, Loaded, book, labels, packed


def test_gzip_is_looked_through(load: Callable[..., Loaded], tmp_path: Path) -> None:
    path = tmp_path / "people.csv.gz"
    path.write_bytes(gzip.compress(CSV.encode("utf-16")))
    assert [label for _, label, _ in name_tables(parts_in(path))] == ["people"]
    table, rows = load(path)
    assert (rows, table.source) == (ROWS, source_of(path))


@pytest.mark.slow
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


def test_lists_of_a_parquet_file_that_would_swell_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.ingest.archive.ROOMY", 1 << 20)
    lists = pa.array([[0] * 200_000] * 10, pa.list_(pa.int8()))
    parquet.write_table(pa.table({"a": lists}), tmp_path / "lists.parquet")
    texts = pa.array([["x" * 50_000] * 5] * 10, pa.list_(pa.string()))
    parquet.write_table(pa.table({"a": texts}), tmp_path / "texts.parquet", compression="zstd")
    with duckdb.connect() as con:
        with pytest.raises(TooBig, match="would become more than 2,000,000"):
            read_part(con, Part(tmp_path / "lists.parquet"), tmp_path, lambda: None, 0)
        with pytest.raises(TooBig, match=r"would become more than 2,500,\d+"):
            read_part(con, Part(tmp_path / "texts.parquet"), tmp_path, lambda: None, 0)


def test_an_archive_whose_files_lie_over_each_other_is_refused(tmp_path: Path) -> None:
    """Each may be unpacked to all that a file's size allows, thousands of times."""
    one = packed(tmp_path / "one.zip", {"a.csv": Random(1).randbytes(4_000)}).read_bytes()
    entry = one[one.index(b"PK\x01\x02") : one.index(b"PK\x05\x06")]
    start = one[: one.index(b"PK\x01\x02")]
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 50, 50, 50 * len(entry), len(start), 0)
    (tmp_path / "over.zip").write_bytes(start + entry * 50 + end)
    with pytest.raises(BrokenFile, match="lie over each other"):
        parts_in(tmp_path / "over.zip")


def test_a_label_without_end_is_cut_and_told(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_text(f"ward,{'b' * 30_000}\n" + "W1,2\n" * 4, encoding="utf-8")
    with duckdb.connect() as con:
        found = read_part(con, Part(tmp_path / "long.csv"), tmp_path, lambda: None, 1 << 20)
    assert found.labels == ("ward", "b" * 999 + "…")
    assert [p.message for p in found.problems if p.code == "long_header"] == [
        "1 label of a column has more than 1,000 characters, up to 30,000; each was cut at 1,000."
    ]
