"""Files that are more than rows: names that are patterns, files that take the machine."""

from __future__ import annotations

import gzip
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from core.config import Settings
from core.errors import Cancelled
from core.index.embed import NgramEmbedder
from core.ingest.confined import ConfinedReader
from core.ingest.families.forms import form_of
from core.ingest.formats import read_part
from core.workspace import Workspace, open_workspace
from tests.attacks.packed import book

NAMES = ("*", "[s]*", "s?", "{a,b}", "[[]s]")


@pytest.fixture
def ws(tmp_path: Path) -> Workspace:
    return open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder())


@pytest.mark.slow
@pytest.mark.sampled(2)
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


def slow(path: Path, rows: int = 1_500_000) -> Path:
    """JSON lines that take a second or more to read."""
    path.write_bytes(gzip.compress(b'{"a":1}\n' * rows, compresslevel=1))
    return path


@pytest.mark.slow
def test_a_file_that_takes_too_long_is_one_problem(
    ws: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.ingest.confined.seconds_for", lambda path: 0.0 if path.stem.startswith("slow") else 60.0)
    (tmp_path / "plain.csv").write_text("code,figure\na,1\n", encoding="utf-8")
    (tmp_path / "packed.csv.gz").write_bytes(gzip.compress(b"code,weight\na,1\nb,2\n"))
    slow(tmp_path / "slow.jsonl.gz")
    with ws:
        report = ws.tables.load([tmp_path / "*"])
        assert sorted((t.label, t.rows) for t in report.tables) == [("packed", 2), ("plain", 1)]
        assert [(Path(p.file).name, p.code) for p in report.problems] == [("slow.jsonl.gz", "reading_stopped")]
        assert list((tmp_path / "ws").glob("load-*")) == []


def test_a_file_that_is_read_ends_with_the_load(ws: Workspace, tmp_path: Path) -> None:
    stop = threading.Event()

    def progress(what: str, share: float) -> None:
        threading.Timer(0.2, stop.set).start()

    begun = time.monotonic()
    with ws, pytest.raises(Cancelled):
        ws.tables.load([slow(tmp_path / "slow.jsonl.gz", 12_000_000)], progress=progress, stop=stop)
    assert time.monotonic() - begun < 5.0


@pytest.mark.slow
def test_rows_read_elsewhere_are_the_same_rows(tmp_path: Path) -> None:
    """By the process and here: the same tables, remarks and cells, rows that were set apart among them."""
    ragged = "".join(f"{i},x{i},{i % 7}\n" for i in range(400)) + "9,8\n1,2,3,4\n"
    (tmp_path / "ragged.csv.gz").write_bytes(gzip.compress(b"a,b,c\n" + ragged.encode()))
    (tmp_path / "lines.jsonl").write_text('{"a": 1, "b": [1, 2]}\n\n{"b": null, "c": "x"}\n', encoding="utf-8")
    duckdb.sql("SELECT i AS n, 'v' || i AS v, [i] AS l FROM range(50) t(i)").write_parquet(str(tmp_path / "p.parquet"))
    check: Callable[[], None] = lambda: None  # noqa: E731
    with ConfinedReader(Settings(workspace=tmp_path / "ws"), check) as reader:
        for path in sorted(p for p in tmp_path.iterdir() if p.is_file()):
            (part,) = [replace(p, look=None) for p in reader.parts_in(path)]
            found = []
            for read in (reader.read_part, read_part):
                con = duckdb.connect()
                scratch = tmp_path / "scratch"
                scratch.mkdir(exist_ok=True)
                seen = read(con, part, scratch, check, 100)
                rows = con.execute("FROM raw").fetchall()
                odd = con.execute("FROM odd").fetchall() if seen.reading.apart else []
                found.append((seen, rows, odd))
            assert found[0] == found[1]
            assert reader.form_of(part) == form_of(part)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the system's own limit of memory")
def test_a_file_that_swells_in_memory_is_one_problem(ws: Workspace, tmp_path: Path) -> None:
    (tmp_path / "swollen.jsonl.gz").write_bytes(gzip.compress(b'{"a":[' + b"[[]]," * 12_000_000 + b"1]}\n", 1))
    (tmp_path / "plain.csv").write_text("code,figure\na,1\n", encoding="utf-8")
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with ws:
        report = ws.tables.load([tmp_path / "*"])
        assert [t.label for t in report.tables] == ["plain"]
        (problem,) = report.problems
        assert problem.code in ("too_little_memory", "too_long")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 500_000  # kB; it asks for gigabytes


@pytest.mark.slow
def test_no_workbook_is_opened_by_the_app_itself(
    ws: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to load it, nor to show its lines, to read a column otherwise, or to take another file in its place."""

    def refused(*args: object) -> None:
        raise AssertionError("opened in the app's own process")

    for name in ("names", "opened", "is_workbook"):
        monkeypatch.setattr(f"core.ingest.sheets.{name}", refused)
    text = '<c r="{2}{0}" t="inlineStr"><is><t>{1}</t></is></c>'
    for name in ("a", "b"):
        rows = [("code", "figure"), *((f"{name}{n}", f"0{n}") for n in range(1, 9))]
        lines = [
            f'<row r="{n}">{text.format(n, a, "A")}{text.format(n, b, "B")}</row>'
            for n, (a, b) in enumerate(rows, start=1)
        ]
        (tmp_path / f"{name}.xlsx").write_bytes(book("".join(lines)))
    with ws:
        (table,) = ws.tables.load([tmp_path / "a.xlsx"]).tables
        assert ws.tables.file_as_found(table.name) is not None
        assert ws.tables.layout_override(table.name) is None
        assert ws.tables.set_type(table.name, "figure", "text").rows == 8
        assert ws.tables.replace(table.name, tmp_path / "b.xlsx").rows == 8
        assert ws.questions.sql(f'SELECT min(code) FROM "{table.name}"').rows == (("b1",),)
