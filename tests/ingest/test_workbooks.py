"""Workbooks become the same tables that a CSV file of the same rows would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from pathlib import Path

import pytest

from core.errors import BrokenFile, EmptyFile, FileError, LockedFile, NotATable, TooBig
from core.ingest.looking import tables_in
from core.ingest.names import name_tables
from core.ingest.parts import Part, part_from, parts_in, source_of
from core.model import TotalRow, Value
from tests.ingest.files_made import Loaded, book, labels, packed


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


@pytest.mark.parametrize(
    ("limit", "merged", "said"),
    [
        ("core.ingest.sheet_xml.MOST_MERGED", ["A2:A3", "A4:A5", "A6:A7"], "more than 2 blocks of merged cells"),
        ("core.ingest.sheets.MOST_FILLED", ["A2:A9"], "merged cells hold for more than 2 others"),
    ],
)
def test_merged_cells_without_end_are_refused(
    load: Callable[..., Loaded],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    merged: list[str],
    said: str,
) -> None:
    monkeypatch.setattr(limit, 2)
    rows = [["region", "city", "n"], *(["R", f"C{i}", i] for i in range(9))]
    with pytest.raises(TooBig, match=said):
        load(Part(book(tmp_path / "m.xlsx", {"S": rows}, merged), "", "S"))


def test_a_cover_is_no_table(load: Callable[..., Loaded], tmp_path: Path) -> None:
    cover = [
        ["Quarterly statistics"],
        [],
        ["Published 12 May 2023"],
        ["Contents"],
        ["Table 1"],
        ["Table 2", "Applications"],
    ]
    path = book(tmp_path / "b.xlsx", {"Cover": cover, "T": [["a", "n"], ["x", 1]]})
    first, second = parts_in(path)
    with pytest.raises(NotATable, match="a cover or a list of contents"):
        load(first)
    assert load(second)[1] == [("x", 1)]


def test_a_total_below_labels_that_stand_for_groups_is_kept_apart(load: Callable[..., Loaded], tmp_path: Path) -> None:
    rows = [[g if not n else None, f"{g}{n}", n + 3, 7] for g in ("Roads", "Bridges") for n in range(3)]
    sheet = [["Budget, million"], ["Programme", "Code", "Plan", "Actual"], *rows, ["Total", None, 99, 98]]
    table, found = load(parts_in(book(tmp_path / "b.xlsx", {"S": sheet, "T": [["a"], ["x"]]}))[0])
    assert (found[1], found[-1], len(found)) == (("Roads", "Roads1", 4, 7), ("Bridges", "Bridges2", 5, 7), 6)
    assert table.layout is not None
    assert [t.label for t in table.layout.totals] == ["Total"]
