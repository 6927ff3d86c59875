"""A file becomes a table whole or not at all, and every row of it arrives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from core.config import Settings
from core.errors import Cancelled, FileMissing, NotATable, PartGone, RowsLost, TooLong, TooWide
from core.ingest import detect, encoding
from core.ingest.load import load_file
from core.ingest.names import find_files, name_tables
from core.ingest.parts import Part, source_of
from core.ingest.read import count_rows
from core.model import Table, Value
from core.sql.sqlite import SqliteEngine

Load = Callable[..., tuple[Table, list[tuple[Value, ...]]]]
WAYS = pytest.mark.parametrize("small", [1 << 30, 0], ids=["python", "duckdb"])


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[SqliteEngine]:
    made = SqliteEngine(tmp_path / "data.sqlite")
    yield made
    made.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(workspace=tmp_path / "workspace")


@pytest.fixture
def load(tmp_path: Path, engine: SqliteEngine, settings: Settings) -> Load:
    """Write a file, load it, and read back all its rows from the engine."""

    def run(content: str, small: int = 1 << 30, name: str = "t") -> tuple[Table, list[tuple[Value, ...]]]:
        path = tmp_path / "t.csv"
        path.write_text(content, encoding="utf-8", newline="")
        table = load_file(path, engine, label="t", name=name, settings=settings, small=small)
        return table, rows_of(engine, name)

    return run


def rows_of(engine: SqliteEngine, name: str) -> list[tuple[Value, ...]]:
    engine.show_only([name])
    return list(engine.read(f'SELECT * FROM "{name}"', limit=100_000).rows)


@WAYS
def test_a_plain_file_becomes_a_typed_table(load: Load, tmp_path: Path, small: int) -> None:
    table, rows = load("id,name,score,born\n1,Ann,2.5,2001-02-03\n2,,*,\n", small)
    assert rows == [(1, "Ann", 2.5, "2001-02-03"), (2, None, None, None)]
    assert [(c.id, c.label, c.type, c.position) for c in table.columns] == [
        ("t.id", "id", "integer", 0),
        ("t.name", "name", "text", 1),
        ("t.score", "score", "real", 2),
        ("t.born", "born", "date", 3),
    ]
    assert (table.rows, table.size, table.source, table.problems) == (2, 46, source_of(tmp_path / "t.csv"), ())
    assert table.columns[2].profile.missing == (("*", 1),)


@pytest.mark.sampled(6)
@WAYS
@pytest.mark.parametrize(
    ("content", "expected", "problems"),
    [
        ('a,b\n1,"x\ny"\r\n2,"z ""q"", w"\r\n', [(1, "x\ny"), (2, 'z "q", w')], []),
        ("a,b,c\n1,2\n3,4,5\n", [(1, 2, None), (3, 4, 5)], ["short_rows"]),
        ("a,b\n1,2\n3,4,5\n6\n", [(1, 2, None), (3, 4, 5), (6, None, None)], ["short_rows", "long_rows"]),
        ("a,b\n1,2\n\n3,4\n\r\n5,6", [(1, 2), (3, 4), (5, 6)], []),
        ("a,b\n1,2\n,\n3,4\n", [(1, 2), (3, 4)], ["blank_rows"]),
        ("a,b,\n1,x,\n2,y,\n", [(1, "x"), (2, "y")], []),
        ("a,b\n1,x,\n2,y,\n", [(1, "x"), (2, "y")], []),
        ('a,b\n1,5" pipe\n2,the "best" one\n', [(1, '5" pipe'), (2, 'the "best" one')], []),
        ('a,b,c\n1,"x,2\n3,y,"4\n5"\n6,z,7\n', [(1, '"x', "2"), (3, "y", "4\n5"), (6, "z", "7")], ["stray_quote"]),
        ('a,b\n1,"x\n2,y\n3,z\n', [(1, '"x'), (2, "y"), (3, "z")], ["stray_quote"]),
        (
            'a,b,c\n1,"5 in,2\n2,x,3\n3,"6 in,4\n4,y,5\n',
            [(1, '"5 in', 2), (2, "x", 3), (3, '"6 in', 4), (4, "y", 5)],
            ["stray_quote"],
        ),
        (
            'a,b\n1,"said ""no"", I think\nand left, I hear"\n2,"a ""b\nc"\n',
            [(1, 'said "no", I think\nand left, I hear'), (2, 'a "b\nc')],
            [],
        ),
        ('"a" "b" "c"\n"1" "x y" "2"\n"3" "z" "4"\n', [(1, "x y", 2), (3, "z", 4)], []),
        ("a,b\r1,x\r2,y\r", [(1, "x"), (2, "y")], []),
        ("a,b\n1,x\r\n2,y\n3,z\r\n", [(1, "x"), (2, "y"), (3, "z")], []),
        ('a,b\n1,""\n2,"  "\n', [(1, None), (2, "  ")], []),
        ('a, b\n1, "x, y"\n2, "z"\n', [(1, "x, y"), (2, "z")], []),
        ("a, b, c\n1, x y, 2.5\n2, , 3\n", [(1, "x y", 2.5), (2, None, 3.0)], []),
        ("a,b\n1, x\n2,y\n", [(1, " x"), (2, "y")], []),
        ("a^b\n1^x\n", [(1, "x")], []),
        ("\n\na,b\n\n1,x\n", [(1, "x")], []),
        ("#id,b\n1,x\n2,y\n", [(1, "x"), (2, "y")], []),
        ('id,long\n1,"a\r\n\r\nb"\n', [(1, "a\r\n\r\nb")], []),
        ("a;b\n1.234,50;2\n12,00;3\n", [(1234.5, 2), (12.0, 3)], []),
        ("a|b\n1|'x|y'\n2|'z\\'s'\n", [(1, "x|y"), (2, "z's")], []),
        ("\ufeffa,b\n1,x\n", [(1, "x")], []),
        ("\ufeff1,2024-01-02\n2,2024-01-03\n", [(1, "2024-01-02"), (2, "2024-01-03")], ["no_header"]),
        ("# by hand\na,b\n1,x\n# more\n2,y\n", [(1, "x"), (2, "y")], ["remarks"]),
        ("| a | b |\n|---|---|\n| 1 | x |\n", [(1, "x")], []),
        ("A report\n\na,b,c\n1,x,2\n3,y,4\n", [(1, "x", 2), (3, "y", 4)], ["preamble"]),
        ("a,d\n1,03/04/2024\n2,05/06/2024\n", [(1, "03/04/2024"), (2, "05/06/2024")], ["ambiguous_dates"]),
        (
            "d,e\n17/04/2024,03/04/2024\n05/06/2024,\n",
            [("2024-04-17", "2024-04-03"), ("2024-06-05", None)],
            ["dates_as_beside"],
        ),
        (
            "e,d\n03/04/2024,04/17/2024\n,05/06/2024\n",
            [("2024-03-04", "2024-04-17"), (None, "2024-05-06")],
            ["dates_as_beside"],
        ),
        (
            "d,e,f\n17/04/2024,03/04/2024,04/17/2024\n",
            [("2024-04-17", "03/04/2024", "2024-04-17")],
            ["ambiguous_dates"],
        ),
        ("a,d\n1,01/02/2023\n2,01/03/2024\n", [(1, "2023-02-01"), (2, "2024-03-01")], []),
        ("a,d\n1,2/1/2023\n2,3/1/2024\n", [(1, "2023-02-01"), (2, "2024-03-01")], []),
        ("a,d\n1,01/02/2024\n2,01/03/2024\n", [(1, "01/02/2024"), (2, "01/03/2024")], ["ambiguous_dates"]),
    ],
)
def test_odd_files_arrive_whole(
    load: Load, small: int, content: str, expected: list[tuple[Value, ...]], problems: list[str]
) -> None:
    table, rows = load(content, small)
    assert (rows, table.rows) == (expected, len(expected))
    assert [p.code for p in table.problems] == problems


@WAYS
def test_a_number_alone_in_a_wide_table_is_no_row(load: Load, small: int) -> None:
    line = "mill {0},east,{0},12,{1}\n"
    content = "name,area,staff,left,no\n" + "".join(line.format(i, 700 + i) for i in range(30))
    table, rows = load(content + ",,,,733\n" + line.format(30, 730), small)
    assert [r[4] for r in rows] == list(range(700, 731))
    assert [(p.code, p.message) for p in table.problems] == [
        ("numbers_alone", "1 row holds nothing but a number, as pages are numbered, and was left out.")
    ]
    kept = [",,,east,\n", "733,,,,\n", ",,,,7 rooms\n"]  # words, a key, words
    assert load(content + "".join(kept), small)[0].rows == 33
    assert load("name,area,no\n" + "mill,east,7\n" * 30 + ",,733\n", small)[0].rows == 31


def test_a_file_of_two_tables_is_none_by_itself(load: Load) -> None:
    with pytest.raises(PartGone) as caught:
        load("a,b\n1,2\n3,4\n\nRegion,Code\nx,7\ny,8\n")
    assert caught.value.titles == ("table 1", "table 2")


@pytest.mark.slow
def test_both_readers_agree_on_a_long_file(load: Load) -> None:
    lines = [f'{i},{i % 97:03d},"{"x" * (i % 5)}, y",{i / 4},{"" if i % 3 else "ä"}' for i in range(12_000)]
    content = "id,code,text,share,letter\n" + "\n".join(lines)
    (by_python, rows), (by_duckdb, same) = load(content), load(content, 0)
    assert rows == same
    assert len(rows) == 12_000
    assert [(c.type, c.profile) for c in by_python.columns] == [(c.type, c.profile) for c in by_duckdb.columns]


@WAYS
def test_a_ragged_row_far_down_loses_nothing(load: Load, small: int) -> None:
    content = "id,name\n" + "".join(f"{i},n{i}\n" for i in range(9_000)) + '9000,"a\nb",extra\n9001\n'
    table, rows = load(content, small)
    assert (table.rows, len(table.columns)) == (9_002, 3)
    assert rows[-3:] == [(8_999, "n8999", None), (9_000, "a\nb", "extra"), (9_001, None, None)]


@pytest.mark.parametrize(
    ("content", "skip", "rows"),
    [
        ("a\n1\n2", 1, 2),
        ("a\n1\n\n2\r\n\r\n", 1, 2),
        ('a\n"x\ny"\n2\n', 1, 2),
        ('a\n"x""\n""y"\n', 1, 1),
        ("", 0, 0),
        ("a\r1\r", 0, None),
    ],
)
def test_rows_are_counted_without_a_parser(tmp_path: Path, content: str, skip: int, rows: int | None) -> None:
    path = tmp_path / "t.csv"
    path.write_text(content, newline="")
    assert count_rows(path, skip) == rows


def test_labels_stay_and_names_are_made_to_differ(load: Load, engine: SqliteEngine) -> None:
    table, _ = load('select,Order,order,,"a""b"\n1,2,3,4,5\n6,7,8,9,0\n')
    assert [(c.label, c.name) for c in table.columns] == [
        ("select", "select"),
        ("Order", "Order"),
        ("order", "order_2"),
        ("", "column4"),
        ('a"b', 'a"b'),
    ]
    assert engine.tables() == {"t": ("select", "Order", "order_2", "column4", 'a"b')}


@pytest.mark.slow
def test_a_failed_or_stopped_replacement_leaves_the_old_table(
    load: Load, engine: SqliteEngine, settings: Settings, tmp_path: Path
) -> None:
    load("a,b\n1,x\n")
    page = tmp_path / "page.csv"
    page.write_text("<html><body>no</body></html>")
    with pytest.raises(NotATable):
        load_file(page, engine, label="t", name="t", settings=settings)
    other = tmp_path / "other.csv"
    other.write_text("a,b\n" + "2,y\n" * 60_000)
    seen: list[str] = []
    for last in ("reading", "profiling", "writing"):
        with pytest.raises(Cancelled):
            load_file(
                other,
                engine,
                label="t",
                name="t",
                settings=settings,
                progress=lambda what, share: seen.append(what),
                cancelled=lambda last=last: seen[-1:] == [last],  # type: ignore[misc]
            )
        seen.clear()
    assert rows_of(engine, "t") == [(1, "x")]
    assert list(settings.workspace.iterdir()) == []


def test_rows_that_the_engine_did_not_write_are_missed(settings: Settings, tmp_path: Path) -> None:
    class Careless:
        dropped: tuple[str, ...] = ()

        def write(self, table: str, batches: pa.RecordBatchReader) -> int:
            return int(batches.read_all().num_rows) - 1

        def drop(self, table: str) -> None:
            self.dropped += (table,)

    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,x\n2,y\n")
    engine = Careless()
    with pytest.raises(RowsLost, match="2 rows but only 1"):
        load_file(path, engine, label="t", name="t", settings=settings)  # type: ignore[arg-type]
    assert engine.dropped == ("t",)


@pytest.mark.slow
def test_lines_and_cells_beyond_measure_are_refused(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "LONGEST_LINE", 2 << 20)
    monkeypatch.setattr(detect, "LONGEST_CELL", 1 << 20)
    monkeypatch.setattr(detect, "LONGEST_TOP", 1 << 18)
    for content, said in (
        ("a,b\n1," + "x" * (5 << 20) + "\n", "A line"),
        ("a,b\n1," + "x" * (3 << 19) + "\n", "A cell"),
        ('a,b\n1,"' + "x y\n" * (1 << 19), "A cell"),
    ):
        with pytest.raises(TooLong, match=said):
            load(content)
    table, rows = load('a,b\n1,"x\n' + "2,y\n" * (1 << 19))
    assert (table.rows, rows[:2], [p.code for p in table.problems]) == (
        (1 << 19) + 1,
        [(1, '"x'), (2, "y")],
        ["stray_quote"],
    )


def test_a_quoted_cell_beyond_measure_is_refused_where_the_file_is_not_held_whole(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detect, "SAMPLE", 1 << 8)
    monkeypatch.setattr(detect, "LONGEST_CELL", 1 << 10)
    with pytest.raises(TooLong, match="A cell"):
        load('id,name\n1,a\n2,"' + "x\n" * (1 << 10) + '"\n3,c\n', small=0)


def test_too_many_columns_are_refused(load: Load) -> None:
    labels = ",".join(f"c{i}" for i in range(2_001))
    with pytest.raises(TooWide, match="2,001"):
        load(f"{labels}\n{'1,' * 2_000}1\n")


def test_files_are_found_in_folders_and_by_patterns(tmp_path: Path) -> None:
    for name in ("b.csv", "a.TSV", "deep/er/c.txt", ".hidden.csv", "~$b.csv", "x.pdf", "deep/.git/d.csv"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a\n1\n")
    here = tmp_path.resolve() / "in"
    found = [here / "a.TSV", here / "b.csv", here / "deep/er/c.txt"]
    assert find_files([here]) == found
    assert find_files([here / "b.csv", here / "x.pdf", here]) == [*found, here / "x.pdf"]
    assert find_files([str(here / "**/*.txt")]) == [here / "deep/er/c.txt"]
    for nothing in (here / "missing.csv", here / "*.parquet"):
        with pytest.raises(FileMissing):
            find_files([nothing])


def test_tables_are_called_after_their_files(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    old = Table("sales", "sales", source_of(root / "2022/sales.csv"), 0, ())
    paths = [root / p for p in ("2022/sales.csv", "2023/sales.csv", "x/2023/sales.csv", "Sales.csv", "sqlite_x.csv")]
    assert [(label, name) for _, label, name in name_tables([Part(p) for p in paths], [old])] == [
        ("sales", "sales"),
        ("2023/sales", "2023/sales"),
        ("x/2023/sales", "x/2023/sales"),
        ("Sales", "Sales_2"),
        ("sqlite_x", "table_sqlite_x"),
    ]
