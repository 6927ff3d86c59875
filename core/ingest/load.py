"""One file, from disk to a typed table in the SQL engine, with a profile of every column.

Atomic: the engine is asked to write once, at the end, and it writes all or nothing. Until then nothing has changed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.config import Settings
from core.errors import Cancelled, FileMissing, RowsLost
from core.ingest.detect import Dialect, detect
from core.ingest.encoding import open_text
from core.ingest.names import name_columns, source_of
from core.ingest.profile import group, profile
from core.ingest.read import SMALL, Reading, read
from core.ingest.types import Typing, decide
from core.model import Column, Problem, Progress, Table
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_BATCH = 50_000


def load_file(
    path: Path,
    engine: SqlEngine,
    *,
    label: str,
    name: str,
    settings: Settings,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    small: int = SMALL,
) -> Table:
    """Load `path` as the table `name`, replacing what has that name, and say what it holds.

    Files of up to `small` bytes are read by Python, bigger ones by DuckDB if they are plain; the outcome is the same.
    Raises a FileError, or Cancelled; the engine is then as it was.
    """
    if not path.is_file():
        raise FileMissing(path)
    tell = progress or (lambda what, share: None)

    def check() -> None:
        if cancelled():
            raise Cancelled

    settings.workspace.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="load-", dir=settings.workspace, ignore_cleanup_errors=True) as folder:
        scratch = Path(folder)
        tell("reading", 0.0)
        text = open_text(path, scratch)
        check()
        dialect = detect(path, text.path)
        check()
        with _open_duckdb(scratch, settings) as con:
            reading = read(con, path, text.path, dialect, check, small)
            columns = _columns(con, name, dialect, reading, tell, check)
            written = _write(con, engine, name, columns, reading.rows, tell, check)
        if written != reading.rows:
            engine.drop(name)
            raise RowsLost(path, reading.rows, written)
    tell("loaded", 1.0)
    return Table(
        name=name,
        label=label,
        source=source_of(path),
        rows=reading.rows,
        columns=tuple(c for c, _, _ in columns),
        size=path.stat().st_size,
        loaded_at=datetime.now(UTC).isoformat(timespec="seconds"),
        problems=(*text.problems, *_problems(path, dialect, reading, columns)),
    )


@contextmanager
def _open_duckdb(scratch: Path, settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """A DuckDB of its own for one file, held to the memory limit; what does not fit goes to the scratch folder."""
    import duckdb

    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": f"{settings.ingest_memory_mb}MB",
        "temp_directory": str(scratch / "spill"),
    }
    con = duckdb.connect(":memory:", config=config)
    try:
        yield con
    finally:
        con.close()


_Typed = tuple[Column, Typing, str]
"""A column, its typing, and its name in the table `raw`."""


def _columns(
    con: duckdb.DuckDBPyConnection,
    table: str,
    dialect: Dialect,
    reading: Reading,
    tell: Progress,
    check: Callable[[], None],
) -> list[_Typed]:
    """Type and profile every column. Columns at the end with neither a label nor a value are left out."""
    labels = [*dialect.top.labels, *("" for _ in range(reading.width - len(dialect.top.labels)))]
    found: list[tuple[str, Typing, str, Column]] = []
    for i, label in enumerate(labels):
        check()
        tell("profiling", 0.3 + 0.4 * i / len(labels))
        group(con, f"c{i}")
        typing = decide(con)
        made = Column(table, label, label, typing.type, i, profile(con, typing, reading.rows))
        found.append((label, typing, f"c{i}", made))
    while len(found) > 1 and not found[-1][0].strip() and not found[-1][3].profile.filled and reading.rows:
        found.pop()
    names = name_columns([label for label, *_ in found])
    return [(replace(c, name=n), t, raw) for n, (_, t, raw, c) in zip(names, found, strict=True)]


def _write(
    con: duckdb.DuckDBPyConnection,
    engine: SqlEngine,
    name: str,
    columns: list[_Typed],
    rows: int,
    tell: Progress,
    check: Callable[[], None],
) -> int:
    """Hand the typed rows to the engine, in the file's order."""
    import pyarrow as pa

    typed = ", ".join(f'{typing.value(raw)} AS "{_escape(column.name)}"' for column, typing, raw in columns)
    source = con.sql(f"SELECT {typed} FROM raw").to_arrow_reader(_BATCH)
    stopped: list[Cancelled] = []

    def batches() -> Iterator[pa.RecordBatch]:
        done = 0
        for batch in source:
            try:
                check()
            except Cancelled as stop:
                stopped.append(stop)
                raise
            yield batch
            done += batch.num_rows
            tell("writing", 0.7 + 0.3 * done / max(1, rows))

    try:
        return engine.write(name, pa.RecordBatchReader.from_batches(source.schema, batches()))
    finally:
        # The engine wraps what its reader raises in an error of its own.
        if stopped:
            raise stopped[0]


def _escape(name: str) -> str:
    return name.replace('"', '""')


def _problems(path: Path, dialect: Dialect, reading: Reading, columns: list[_Typed]) -> Iterator[Problem]:
    """What a person should know about how the file was read."""
    file = str(path)
    if dialect.top.above:
        lines = "; ".join(dialect.top.above)[:200]
        yield Problem(
            file,
            "preamble",
            f"{len(dialect.top.above)} lines above the table were left out: {lines}",
            "Check the header.",
        )
    if dialect.top.comments:
        yield Problem(file, "remarks", "Lines that begin with # were taken for remarks and left out.")
    if not dialect.top.has_header:
        yield Problem(
            file,
            "no_header",
            "The file seems to have no header; its columns are called column1, column2…",
            "Add a first line with the columns' names and load it again.",
        )
    if reading.blank:
        yield Problem(file, "blank_rows", f"{reading.blank:,} rows without a single filled cell were left out.")
    if reading.strays:
        yield Problem(
            file,
            "stray_quote",
            f"{reading.strays:,} rows hold a quote that is never closed; each line was read as a row of its own.",
            "Check these rows.",
        )
    if reading.short:
        yield Problem(
            file, "short_rows", f"{reading.short:,} rows have too few cells; what lacks is empty.", "Check these rows."
        )
    if reading.long:
        yield Problem(
            file,
            "long_rows",
            f"{reading.long:,} rows have more cells than the header; columns were added for them.",
            "Look for an unquoted delimiter in these rows.",
        )
    for column, typing, _ in columns:
        if typing.ambiguous:
            yield Problem(
                file,
                "ambiguous_dates",
                f"In “{column.label or column.name}” day and month cannot be told apart; it stays text.",
                "Write the dates as year-month-day.",
            )
