"""The kinds of files an answer can be saved as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadExport
from core.export.base import Export
from core.export.delimited import to_csv
from core.export.excel import to_excel
from core.export.notebook import to_notebook
from core.export.parquet import to_parquet
from core.export.script import to_script
from core.export.sql_file import to_sql
from core.export.zipped import to_zip


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file. `write` gives its bytes."""

    suffix: str
    name: str
    """What people call it."""
    mime: str
    write: Callable[[Export], bytes]
    needs_sql: bool = False
    """It holds the query, so an answer without one cannot be saved so."""
    asks_files: bool = False
    """It works out the answer from files; where a database holds the rows it may not be had."""


FORMATS: tuple[Format, ...] = (
    Format(".csv", "CSV", "text/csv", to_csv),
    Format(".xlsx", "Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", to_excel),
    Format(".zip", "Zip", "application/zip", to_zip),
    Format(".parquet", "Parquet", "application/vnd.apache.parquet", to_parquet),
    Format(".sql", "SQL", "application/sql", to_sql, needs_sql=True),
    Format(".py", "Python script", "text/x-python", to_script, needs_sql=True, asks_files=True),
    Format(".ipynb", "Notebook", "application/x-ipynb+json", to_notebook, needs_sql=True, asks_files=True),
)


def format_of(path: Path) -> Format:
    """The format that a file's name asks for. Raises BadExport."""
    found = next((f for f in FORMATS if f.suffix == path.suffix.lower()), None)
    if found is None:
        raise BadExport(f"An answer cannot be saved as “{path.name}”.", f"End the name with one of {endings()}.")
    return found


def endings() -> str:
    return ", ".join(f.suffix for f in FORMATS)


def save(export: Export, path: Path) -> None:
    """Write the export to `path`, replacing what is there. Raises BadExport."""
    form = format_of(path)
    if form.needs_sql and not export.sql:
        raise BadExport(f"There is no query to put into “{path.name}”.", "Ask a question that is answered by SQL.")
    if not export.heads:
        raise BadExport("There is no answer to save.", "Ask the question in other words.")
    try:
        path.write_bytes(form.write(export))
    except OSError as error:
        raise BadExport(f"“{path}” cannot be written: {error.strerror}.", "Name another file.") from error
