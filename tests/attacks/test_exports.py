"""Texts that would be code, a coding line or a formula in an exported file stay texts."""

from __future__ import annotations

import csv
import io
import json
import tokenize
import tomllib
import zipfile
from pathlib import Path

import pytest

from core.export import Export
from core.export.delimited import csv_of
from core.export.excel import to_excel
from core.export.notebook import to_notebook
from core.export.script import to_script
from core.export.sql_file import to_sql
from core.export.zipped import to_zip
from core.model import Answer, Rows

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def export(text: str) -> Export:
    """An answer whose question and workspace bear the text."""
    answer = Answer(text, text, sql="SELECT 1 AS n", columns=("n",), rows=((1,),), translator=text)
    return Export(answer, Rows(("n",), ((1,),)), (), Path("/workspaces", text), text)


@pytest.mark.parametrize("text", TEXTS["coding"])
def test_no_text_is_a_coding_line(text: str) -> None:
    script = to_script(export(text))
    encoding, lines = tokenize.detect_encoding(io.BytesIO(script).readline)
    assert (encoding, lines[0]) == ("utf-8", b"# coding: utf-8\n")
    compile(script, "answer.py", "exec")
    for cell in json.loads(to_notebook(export(text)))["cells"]:
        if cell["cell_type"] == "code":
            code = "".join(cell["source"])
            assert not code.startswith(("%", "!"))
            compile(code, "cell", "exec")


@pytest.mark.parametrize(("cell", "written"), TEXTS["cells"])
def test_no_cell_is_a_formula_to_whoever_parts_the_cells(cell: str, written: str) -> None:
    made = csv_of(["n", cell], [["x", cell]]).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(made, newline=""))) == [["n", written], ["x", written]]


@pytest.mark.parametrize("text", TEXTS["commands"])
def test_no_text_is_a_statement(text: str) -> None:
    """Whatever a client takes for the end of a line, each is a comment up to the query."""
    made = to_sql(export(text)).decode()
    lines = made.splitlines()
    assert lines[-2:] == ["SELECT 1 AS n", ";"]
    assert all(line.startswith("-- ") for line in lines[:-3])
    assert not any(sign in made for sign in "\0\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")


@pytest.mark.parametrize("text", TEXTS["commands"])
def test_no_cell_of_a_workbook_is_a_formula_or_a_link(text: str) -> None:
    from openpyxl import load_workbook

    answer = Answer(text, text, sql="SELECT 1 AS n", columns=(text,), rows=((text,),), translator=text)
    made = to_excel(Export(answer, Rows((text,), ((text,),)), (), Path("/workspaces", "ws"), "now"))
    book = load_workbook(io.BytesIO(made))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}
    assert [cell.hyperlink for cell in cells if cell.hyperlink] == []
    with zipfile.ZipFile(io.BytesIO(made)) as packed:
        assert not any("externalLink" in name or "vba" in name.lower() for name in packed.namelist())
        assert all(b"<f>" not in packed.read(name) for name in packed.namelist() if "worksheets/" in name)


@pytest.mark.parametrize("text", TEXTS["commands"])
def test_an_archive_has_its_two_files_whatever_is_asked(text: str) -> None:
    with zipfile.ZipFile(io.BytesIO(to_zip(export(text)))) as packed:
        assert packed.namelist() == ["rows.csv", "rows.csv-metadata.json"]
        assert json.loads(packed.read("rows.csv-metadata.json"))["dc:title"] == text
