"""Rows and queries as files: what each holds, read back by whoever reads such files."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import zipfile
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from openpyxl import load_workbook

from core.errors import BadExport, QueryFailed
from core.export import FORMATS, Export, gather, save
from core.export import base as exporting
from core.export.base import once
from core.export.delimited import csv_of, to_csv
from core.export.excel import to_excel
from core.export.notebook import to_notebook
from core.export.parquet import to_parquet
from core.export.script import to_script
from core.export.sql_file import to_sql
from core.export.zipped import metadata, to_zip
from core.model import BY_HAND, Answer, Rows, Value
from core.workspace import Workspace
from tests.export.conftest import PER_SITE, Make

SITES = ("=SUM(A1)", "Müller", "Öst")


def test_all_rows_are_there_where_the_answer_was_cut(make: Make) -> None:
    export = make()
    assert export.answer.truncated
    assert (len(export.answer.rows), len(export.rows.rows), export.partial) == (2, 3, "")
    assert [row[0] for row in export.rows.rows] == list(SITES)


def test_the_reading_calls_rows_as_the_pages_do(make: Make, ws: Workspace) -> None:
    ws.tables.call_rows("visits", "inspection")
    try:
        export = make()
    finally:
        ws.tables.call_rows("visits", "")
    said = "count of `inspections` by `sites`.`name`"
    assert said in to_script(export).decode()
    sheets = load_workbook(io.BytesIO(to_excel(export)))
    assert said in {cell.value for sheet in sheets for row in sheet.iter_rows() for cell in row}


def test_an_export_is_bounded_and_says_so(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "MOST_CELLS", 30)
    export = make('SELECT * FROM "visits"', tables=("visits",))
    assert len(export.rows.rows) == 6
    assert export.partial == "There are more rows than these 6; an export holds no more."
    assert b"-- Not all rows: There are more rows than these 6" in to_sql(export)


def test_a_query_that_fails_now_leaves_the_rows_of_the_answer(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: object, **named: object) -> Rows:
        raise QueryFailed("No such table.", "")

    monkeypatch.setattr(ws.questions, "sql", gone)
    cut = Answer(question="q", answer="", sql="SELECT 1", columns=("a",), rows=((1,),), truncated=True)
    assert gather(cut, ws.questions, (), ws.folder).rows.rows == ((1,),)
    assert gather(cut, ws.questions, (), ws.folder).partial == "The query could not be run again: No such table."
    assert gather(replace(cut, truncated=False), ws.questions, (), ws.folder).partial == ""


def test_csv_is_verbatim_but_for_what_a_spreadsheet_would_run(make: Make) -> None:
    data = to_csv(make())
    assert data.startswith(b"\xef\xbb\xbfname,visits,score,first\r\n'=SUM(A1),14,")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert [row[:2] for row in rows[1:]] == [["'=SUM(A1)", "14"], ["Müller", "13"], ["Öst", "13"]]


@pytest.mark.parametrize("cell", ["=cmd|'/C calc'!A0", " =1+1", "@SUM(A1)", "+1+cmd|'x'!A", "-HYPERLINK(A1)"])
def test_a_cell_that_a_spreadsheet_would_run_is_marked(cell: str) -> None:
    assert csv_of((cell,), ((cell,),)).decode("utf-8-sig").count("'" + cell) == 2


def test_a_sum_of_amounts_is_written_without_what_binary_fractions_add() -> None:
    sums = (0.1 + 0.2, 450.68000000000006, 66236.31000000007, 1 / 3, 0.7999999999999999, 12345678901234.56, -2.5)
    cells = [b"0.3", b"450.68", b"66236.31", b"0.3333333333333333", b"0.8", b"12345678901234.56", b"-2.5"]
    assert csv_of(("sum",), [(v,) for v in sums]).split(b"\r\n")[1:-1] == cells


@pytest.mark.parametrize("cell", ["+49 151 123", "-5 %", "- none", "a=b", "x@y.org", "-", "", -3, 2.5, None])
def test_other_cells_are_verbatim(cell: Value) -> None:
    assert csv_of(("a", "b"), ((cell, 1),)) == f"\ufeffa,b\r\n{'' if cell is None else cell},1\r\n".encode()


def test_a_workbook_holds_rows_and_story_and_no_formula(make: Make) -> None:
    hostile = '-- "=1+1" \x01'
    export = make(question=hostile)
    long = Rows(("id", "t"), ((12345678901234567, "+1"), (7, "-2"), (8, "@x"), (9, "plain\x02")))
    book = load_workbook(io.BytesIO(to_excel(export)))
    assert book.sheetnames == ["Rows", "How it was found"]
    assert [row[0].value for row in book["Rows"].iter_rows(min_row=2)] == list(SITES)
    assert {c.data_type for row in book["Rows"].iter_rows() for c in row} == {"s", "n", "d"}
    assert {type(row[3].value) for row in book["Rows"].iter_rows(min_row=2)} == {datetime}
    told = {row[0].value: row[1].value for row in book["How it was found"].iter_rows()}
    assert told["Question"] == '-- "=1+1"  '
    assert told["Join"] == "visits.site = sites.code (probable, 80% sure, n:1)"
    assert told["SQL"] == PER_SITE
    assert told["Exported"] == "2026-01-02T03:04:05+00:00"
    rows = load_workbook(io.BytesIO(to_excel(replace(export, rows=long))))["Rows"]
    found = [[(c.value, c.data_type) for c in row] for row in rows.iter_rows(min_row=2)]
    assert found == [
        [("12345678901234567", "s"), ("+1", "s")],
        [(7, "n"), ("-2", "s")],
        [(8, "n"), ("@x", "s")],
        [(9, "n"), ("plain ", "s")],
    ]


def test_months_are_the_spreadsheets_own_and_figures_are_shown_with_few_decimals(make: Make) -> None:
    cells = (("2024-03", 66236.31000000007, 0.4375, 12), ("2024-04", 5.0, 0.5, 7))
    export = replace(make(), rows=Rows(("month", "total", "share", "count"), cells))
    first = load_workbook(io.BytesIO(to_excel(export)))["Rows"][2]
    assert [c.value for c in first] == [datetime(2024, 3, 1), 66236.31, 0.4375, 12]
    assert [c.number_format for c in first] == ["yyyy-mm", "#,##0.00", "0.0000", "General"]


def test_percentages_bear_their_sign_in_a_spreadsheet_and_are_exact_in_text(make: Make) -> None:
    plain = make()
    sql = 'SELECT a, 100.0 * SUM(b) / COUNT(*) AS "percent" FROM t GROUP BY a'
    rows = Rows(("a", "percent"), (("x", 19.45945945945946), ("y", 50.0)))
    export = replace(plain, rows=rows, answer=replace(plain.answer, sql=sql))
    sheet = load_workbook(io.BytesIO(to_excel(export)))["Rows"]
    assert [(row[1].value, row[1].number_format) for row in sheet.iter_rows(min_row=2)] == [
        (pytest.approx(19.45945945945946), '#,##0.00"%"'),
        (50, '#,##0.00"%"'),
    ]
    assert b"x,19.45945945945946" in to_csv(export)


@pytest.mark.parametrize(
    ("sql", "cells", "shown"),
    [
        ('SELECT "site", SUM("fee") AS "total fee" FROM "visits" GROUP BY "site"', (1200.5, 0.5, 7), '"£"#,##0.00'),
        ('SELECT "site", MAX("fee") AS "highest fee" FROM "visits" GROUP BY "site"', (12, 5, 7), '"£"#,##0'),
        ('SELECT "site", SUM("score") AS "total score" FROM "visits" GROUP BY "site"', (12.5, 5, 7), "#,##0.00"),
        ('SELECT "site", COUNT("fee") AS "count" FROM "visits" GROUP BY "site"', (12, 5, 7), "General"),
    ],
)
def test_money_bears_its_sign_in_a_spreadsheet(make: Make, sql: str, cells: tuple[Value, ...], shown: str) -> None:
    plain = make()
    visits = next(t for t in plain.tables if t.name == "visits")
    priced = tuple(replace(c, unit="£") if c.name == "fee" else c for c in visits.columns)
    rows = Rows(("site", "figure"), tuple(("x", c) for c in cells))
    answer = replace(plain.answer, sql=sql)
    export = replace(plain, rows=rows, answer=answer, tables=(replace(visits, columns=priced),))
    sheet = load_workbook(io.BytesIO(to_excel(export)))["Rows"]
    assert [(r[1].value, r[1].number_format) for r in sheet.iter_rows(min_row=2)] == [(c, shown) for c in cells]


def test_days_and_moments_are_the_programs_own(make: Make) -> None:
    cells = (
        ("2024-03-31", "2024-03-31 10:15", "2024-03-31", "1850-01-01"),
        (None, "2024-04-01T08:00:30", "soon", None),
    )
    export = replace(make(), rows=Rows(("day", "moment", "mixed", "old"), cells))
    day, moment, mixed, old = (c.value for c in load_workbook(io.BytesIO(to_excel(export)))["Rows"][2])
    assert (day, moment) == (datetime(2024, 3, 31), datetime(2024, 3, 31, 10, 15))
    assert (mixed, old) == ("2024-03-31", "1850-01-01")
    table = pq.read_table(io.BytesIO(to_parquet(export)))
    assert [str(t) for t in table.schema.types] == ["date32[day]", "timestamp[ms]", "string", "string"]
    assert table.column("day").to_pylist() == [date(2024, 3, 31), None]


def test_parquet_keeps_kinds_and_story(make: Make) -> None:
    table = pq.read_table(io.BytesIO(to_parquet(make())))
    assert [str(t) for t in table.schema.types] == ["string", "int64", "double", "date32[day]"]
    assert table.column("name").to_pylist() == list(SITES)
    assert json.loads(table.schema.metadata[b"joinery.found"])[0] == ["Question", "Visits per site?"]
    assert table.schema.metadata[b"joinery.sql"].decode() == PER_SITE
    mixed = replace(make(), rows=Rows(("a", "A", "b"), ((1, None, 1), ("x", None, 2.5))))
    table = pq.read_table(io.BytesIO(to_parquet(mixed)))
    assert table.to_pydict() == {"a": ["1", "x"], "A (2)": [None, None], "b": [1.0, 2.5]}


def test_an_archive_holds_the_rows_and_where_they_came_from(make: Make) -> None:
    export = make()
    origin = replace(export.tables[0], sha256="ab12", address="https://data.example/sites.csv", licence="CC BY 4.0")
    with zipfile.ZipFile(io.BytesIO(to_zip(replace(export, tables=(origin,))))) as archive:
        assert archive.namelist() == ["rows.csv", "rows.csv-metadata.json"]
        assert archive.read("rows.csv") == to_csv(export)
        told = json.loads(archive.read("rows.csv-metadata.json"))
    assert (told["@context"], told["url"]) == ("http://www.w3.org/ns/csvw", "rows.csv")
    assert (told["dc:source"], told["dc:license"]) == (["https://data.example/sites.csv"], ["CC BY 4.0"])
    assert [c["datatype"] for c in told["tableSchema"]["columns"]] == ["string", "integer", "number", "date"]
    (file,) = [n["value"] for n in told["notes"] if n["name"] == "File"]
    assert file.endswith("SHA-256 ab12, from https://data.example/sites.csv, licence CC BY 4.0")


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (("2024-03-06", None, "2024-02-29"), "date"),
        (("2024-03-06", "2023-02-29"), "string"),
        (("2024-03-06", "2024-03"), "string"),
        (("2024-03", "2023-12"), "gYearMonth"),
        (("2024-03-06T10:00:00",), "datetime"),
        (("2024-03-06 10:00",), {"base": "datetime", "format": "yyyy-MM-dd HH:mm"}),
        ((None,), "string"),
    ],
)
def test_the_metadata_call_times_what_they_are(make: Make, cells: tuple[str | None, ...], kind: object) -> None:
    export = replace(make(), rows=Rows(("day",), tuple((c,) for c in cells)))
    (column,) = json.loads(metadata(export))["tableSchema"]["columns"]
    assert column == {"titles": "day", "datatype": kind}


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({"built": True, "edits": ({},)}, "a person built the reading; the question is its sentence"),
        ({"edits": ({},)}, "a person changed the reading of the question"),
        ({}, "a person changed the SQL"),
    ],
)
def test_what_a_person_made_is_said_to_be_so(make: Make, made: dict[str, Any], said: str) -> None:
    export = make()
    by_hand = replace(export, answer=replace(export.answer, translator=BY_HAND, confidence=1.0, **made))
    for text in (to_sql(by_hand), to_script(by_hand), to_notebook(by_hand)):
        assert f"Made by hand: {said}" in text.decode().replace("**", "")
        assert b"Confidence" not in text
        assert b"Read by" not in text
    assert b"-- Confidence: 80%\n-- Read by: rules\n" in to_sql(export)


def test_no_rows_are_still_files(make: Make) -> None:
    empty = make('SELECT "name" FROM "sites" WHERE "code" = \'none\'', tables=("sites",))
    assert to_csv(empty) == b"\xef\xbb\xbfname\r\n"
    assert pq.read_table(io.BytesIO(to_parquet(empty))).to_pydict() == {"name": []}
    assert [[c.value for c in r] for r in load_workbook(io.BytesIO(to_excel(empty)))["Rows"].iter_rows()] == [["name"]]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\u2028", "\x0b", "\x85"])
def test_a_comment_does_not_break_out(make: Make, end: str) -> None:
    export = make(PER_SITE + " -- done", question=f"Visits?{end}DROP TABLE sites; */ --")
    text = to_sql(export).decode()
    outside = [line for line in text.splitlines() if not line.startswith("--")]
    assert "DROP" not in "\n".join(outside)
    with sqlite3.connect(export.data) as database:
        assert tuple(r[0] for r in database.execute(text)) == SITES
    database.close()


def test_headings_occur_once() -> None:
    assert once(("a", "A", "a (2)", "")) == ("a", "A (2)", "a (2) (2)", "")


def test_save_writes_by_the_name_and_refuses_in_words(make: Make, tmp_path: Path) -> None:
    for form in FORMATS:
        save(make(), tmp_path / f"answer{form.suffix}")
    assert sorted(p.suffix for p in tmp_path.iterdir()) == sorted(f.suffix for f in FORMATS)
    with pytest.raises(BadExport, match=r"“answer\.doc”") as fault:
        save(make(), tmp_path / "answer.doc")
    assert fault.value.hint == "End the name with one of .csv, .xlsx, .zip, .parquet, .sql, .py, .ipynb."
    with pytest.raises(BadExport, match="cannot be written"):
        save(make(), tmp_path / "nowhere" / "answer.csv")
    schema = Export(Answer("tables?", "Two."), Rows(("t",), (("a",),)), (), tmp_path / "d", "")
    save(schema, tmp_path / "tables.csv")
    with pytest.raises(BadExport, match="no query"):
        save(schema, tmp_path / "tables.py")
