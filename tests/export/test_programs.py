"""The script and the notebook: run as people run them, they find the same rows."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadExport
from core.export import Export
from core.export.notebook import to_notebook
from core.export.origin import origins
from core.export.script import to_script
from core.export.sql_file import to_sql
from tests.export.conftest import PER_SITE, Make

FEES = 'SELECT "site", SUM("fee") AS "fees" FROM "visits" GROUP BY "site" ORDER BY 1'
HOSTILE = 'q\nimport os; os.remove("x")\r# """ \'\'\' \u2028print(1)\\'


def run(program: bytes, folder: Path) -> list[list[str]]:
    """The rows that a program writes, header first."""
    (folder / "answer.py").write_bytes(program)
    command = [sys.executable, "-I", str(folder / "answer.py"), str(folder / "rows.csv")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    assert (done.stdout, done.stderr) == ("", "")
    with (folder / "rows.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def expected(export: Export) -> list[list[str]]:
    return [list(export.heads), *(["" if v is None else str(v) for v in row] for row in export.rows.rows)]


@pytest.mark.slow
def test_the_script_reads_the_original_files(make: Make, tmp_path: Path) -> None:
    export = make(question=HOSTILE)
    assert [(o.table, o.encoding, o.delimiter, o.skip, o.rows) for o in origins(export) or ()] == [
        ("sites", "cp1252", ";", 2, 3),
        ("visits", "utf-8", ",", 1, 40),
    ]
    assert str(export.data) not in to_script(export).decode()
    assert run(to_script(export), tmp_path) == expected(export)


@pytest.mark.slow
def test_a_converted_column_is_read_from_the_workspace(make: Make, tmp_path: Path) -> None:
    export = make(FEES, tables=("visits",))
    assert origins(export) is None
    assert str(export.data) in to_script(export).decode()
    assert run(to_script(export), tmp_path) == expected(export)


@pytest.mark.parametrize(
    ("sql", "from_files"),
    [
        ('SELECT COUNT(*) AS "n" FROM "visits"', True),
        ('SELECT * FROM "visits"', False),
        ('WITH "x" AS (SELECT "site" FROM "visits") SELECT COUNT(*) FROM "x"', True),
    ],
)
def test_files_serve_where_the_columns_used_are_as_written(make: Make, sql: str, from_files: bool) -> None:
    assert (origins(make(sql, tables=("visits",))) is not None) is from_files


def test_a_script_says_where_the_query_names_no_order(make: Make) -> None:
    said = b"names no order"
    assert said not in to_script(make())
    assert said in to_script(make('SELECT "day" FROM "visits"', tables=("visits",)))


def test_a_file_that_is_gone_or_odd_is_not_read(make: Make) -> None:
    export = make()
    for change in ({"source": "/nowhere/sites.csv"}, {"source": "book.xlsx#Sheet"}):
        tables = (replace(export.tables[0], **change), export.tables[1])
        assert origins(replace(export, tables=tables)) is None
    renamed = replace(export.tables[0], columns=export.tables[0].columns[1:])
    assert origins(replace(export, tables=(renamed, export.tables[1]))) is None
    assert origins(replace(export, tables=export.tables[1:])) is None


def test_what_a_database_was_asked_is_saved_and_no_script_that_could_not_ask_it(make: Make) -> None:
    export = replace(make('SELECT * FROM "visits"', tables=("visits",)), asked=("PostgreSQL sales", "SELECT 1 AS own"))
    text = to_sql(export).decode()
    assert text.endswith("-- Rows lie in PostgreSQL sales, whose own SQL this is\n\nSELECT 1 AS own\n;\n")
    with pytest.raises(BadExport, match="The rows are in PostgreSQL sales"):
        to_script(export)
    assert to_script(replace(make(), asked=("PostgreSQL sales", "SELECT 1 AS own")))  # the files say all


def test_names_in_the_notebook_s_story_are_code_and_all_else_is_text(make: Make) -> None:
    export = make(question="Visits <b>per</b> `site` *now*`?")
    heading = "".join(json.loads(to_notebook(export))["cells"][0]["source"])
    assert "- **Understood as**: count of `visits` by `sites`.`name`" in heading
    assert heading.startswith("# Visits \\<b\\>per\\</b\\> `site` \\*now\\*\\`?\n")


@pytest.mark.slow
@pytest.mark.parametrize("sql", [PER_SITE, FEES])
def test_the_notebook_is_whole_and_runs(make: Make, sql: str, tmp_path: Path) -> None:
    export = make(sql, question=HOSTILE)
    book = json.loads(to_notebook(export))
    assert (book["nbformat"], book["nbformat_minor"], book["metadata"]["kernelspec"]["name"]) == (4, 5, "python3")
    assert [set(c) for c in book["cells"]] == [
        {"cell_type", "id", "metadata", "source"}
        | (set() if c["cell_type"] == "markdown" else {"execution_count", "outputs"})
        for c in book["cells"]
    ]
    assert [c["cell_type"] for c in book["cells"]] == ["markdown", "code", "code", "code", "code"]
    assert len({c["id"] for c in book["cells"]}) == 5
    assert "\n" not in book["cells"][0]["source"][0].rstrip("\n")
    code = "\n\n".join("".join(c["source"]) for c in book["cells"][1:])
    program = f"{code}\nrows.to_csv(sys.argv[1], index=False)\n"
    assert run(program.encode(), tmp_path) == expected(export)
