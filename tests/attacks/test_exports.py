"""Texts that would be code, a coding line or a formula in an exported file stay texts."""

from __future__ import annotations

import csv
import io
import json
import tokenize
import tomllib
from pathlib import Path

import pytest

from core.export import Export
from core.export.delimited import csv_of
from core.export.notebook import to_notebook
from core.export.script import to_script
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
