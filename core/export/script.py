"""A Python script that finds the answer again: pandas and the standard library, and nothing of ours.

It reads the original files where these say all (see `origin`), else the workspace's rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from pprint import pformat

from core.errors import BadExport
from core.export.base import Export, facts, one_line
from core.export.origin import Origin, origins

_FROM_FILES = '''
def number(text, kind):
    """A cell as SQLite keeps it."""
    return int(text) if kind == "INTEGER" else float(text) if kind == "REAL" else text


def rows_of(table):
    """The typed rows of one file; cells without a value are None."""
    if not os.path.isfile(table["path"]):
        raise FileNotFoundError(f"{table['path']} is not there. Write in TABLES where it is now.")
    csv.field_size_limit(1 << 30)
    with open(table["path"], encoding=table["encoding"], newline="") as file:
        for _ in range(table["skip"]):
            file.readline()
        for record in csv.reader(file, delimiter=table["delimiter"]):
            if not any(record):
                continue
            cells = record + [""] * (len(table["columns"]) - len(record))
            yield [
                None if text == "" or text.strip(" ").lower() in missing else number(text, kind)
                for text, (_, kind, missing) in zip(cells, table["columns"])
            ]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def connect():
    """The files as tables of a database in memory."""
    database = sqlite3.connect(":memory:")
    for table in TABLES:
        columns = ", ".join(f"{quoted(name)} {kind}" for name, kind, _ in table["columns"])
        database.execute(f"CREATE TABLE {quoted(table['name'])} ({columns})")
        places = ", ".join("?" for _ in table["columns"])
        filled = database.executemany(f"INSERT INTO {quoted(table['name'])} VALUES ({places})", rows_of(table)).rowcount
        if max(filled, 0) != table["rows"]:
            print(f"{table['path']} has changed: it had {table['rows']} rows.", file=sys.stderr)
    return database
'''

_FROM_WORKSPACE = '''
def connect():
    """The rows as they were loaded; opened for reading only."""
    if not Path(DATA).is_file():
        raise FileNotFoundError(f"{DATA} is not there. Write in DATA where it is now.")
    return sqlite3.connect(Path(DATA).resolve().as_uri() + "?mode=ro", uri=True)
'''

_ANSWER = '''
def answer():
    """The rows of the answer."""
    with closing(connect()) as database:
        return pd.read_sql_query(QUERY, database, dtype_backend="numpy_nullable")
'''

_MAIN = """

if __name__ == "__main__":
    try:
        rows = answer()
    except FileNotFoundError as gone:
        sys.exit(str(gone))
    if len(sys.argv) > 1:
        rows.to_csv(sys.argv[1], index=False)
    else:
        print(rows.to_string(index=False, max_rows=60))
"""


@dataclass(frozen=True, slots=True)
class Program:
    """The script's parts, in order."""

    imports: str
    inputs: str
    """Where the rows lie, and the query. Data is written as Python literals, never as code."""
    functions: str


def to_script(export: Export) -> bytes:
    """The script; run it as `python answer.py`, or `python answer.py rows.csv` to keep the rows."""
    # Python looks for a coding line in the first two lines, and takes the first: none that a question or a file brings.
    comments = "# coding: utf-8\n" + "\n".join(f"# {name}: {one_line(text)}" for name, text in facts(export))
    made = program(export)
    return f"{comments}\n\n{made.imports}\n\n{made.inputs}\n\n{made.functions}{_MAIN}".encode()


def program(export: Export) -> Program:
    """What finds the answer again. Raises BadExport where the rows are in a database."""
    query = f"QUERY = {_text(export.sql)}"
    if "ORDER BY" not in export.sql.upper() and len(export.rows.rows) > 1:
        query = f"# The query names no order: the rows may come in another one than in the app.\n{query}"
    if found := origins(export):
        tables = pformat([_literal(o) for o in found], width=110, sort_dicts=False)
        return Program(
            "import csv\nimport os\nimport sqlite3\nimport sys\nfrom contextlib import closing\n\nimport pandas as pd",
            f"TABLES = {tables}\n\n{query}",
            f"{_FROM_FILES}\n{_ANSWER}",
        )
    if export.asked[1]:
        raise BadExport(
            f"The rows are in {export.asked[0]}, which a script of ours does not ask.",
            "Save the rows as CSV, Excel or Parquet, or the query as SQL.",
        )
    return Program(
        "import sqlite3\nimport sys\nfrom contextlib import closing\nfrom pathlib import Path\n\nimport pandas as pd",
        f"# Change this when the workspace has moved.\nDATA = {str(export.data)!r}\n\n{query}",
        f"{_FROM_WORKSPACE}\n{_ANSWER}",
    )


def _literal(origin: Origin) -> dict[str, object]:
    encoding = "utf-8-sig" if origin.encoding.startswith("utf-8") else origin.encoding
    return {
        "name": origin.table,
        "path": origin.path,
        "encoding": encoding,
        "delimiter": origin.delimiter,
        "skip": origin.skip,
        "rows": origin.rows,
        "columns": [tuple(c) for c in origin.columns],
    }


def _text(sql: str) -> str:
    """The query as a Python literal that can be read: a line each."""
    lines = sql.splitlines(keepends=True) or [""]
    return "(\n" + "\n".join(f"    {line!r}" for line in lines) + "\n)"
