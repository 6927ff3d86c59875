"""One table of a file, from disk to typed rows in the SQL engine, with a profile of every column.

Atomic: the engine is asked to write once, and it writes all or nothing. Until then nothing has changed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from core.config import Settings
from core.errors import Cancelled, FileMissing, RowsLost, TooLittleMemory
from core.ingest import writing
from core.ingest.columns import Typed, Wanted, problems_of, profiled, typed_columns
from core.ingest.duckdb_session import DuckDbSession
from core.ingest.faults import faults
from core.ingest.formats import Found, read_part
from core.ingest.layout.legends import described
from core.ingest.layout.tables import placed
from core.ingest.parts import Part
from core.ingest.problem_lines import at_cells
from core.ingest.read import SMALL
from core.ingest.repeated_rows import without_repeated
from core.ingest.texts import FEW_CELLS, mean_of
from core.ingest.totals import total_row
from core.ingest.type_overrides import Order, TypeOverride
from core.ingest.writing import Check, Shares, meanwhile
from core.model import NUMERIC, Column, Problem, Progress, Table
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    import duckdb

_READING = 0.3
"""The share of a file's time that reading takes, more or less."""
_TYPED = 0.5
"""The share that is over when all columns are typed."""


def load_file(
    path: Path | Part,
    engine: SqlEngine,
    *,
    label: str,
    name: str,
    settings: Settings,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    small: int = SMALL,
    type_overrides: Mapping[str, TypeOverride] | None = None,
    asked: str = "",
    session: DuckDbSession | None = None,
    values: tuple[int, int] = (0, 0),
    order: Order | None = None,
) -> Table:
    """Load `path` as the table `name`, replacing what has that name, and say what it holds.

    A workbook or zip archive has several tables: a Part says which is meant. The columns named in `type_overrides` are
    read as a person wants them; of the column `asked` some cell must fit (BadType), for others that is told.
    A `session` is for whoever loads many files; of each column of words it then keeps `values` (so many, so many
    characters) until it is tidied. Days that can be read both ways, in a file that has no others, are read in `order`.
    Files of up to `small` bytes are read by Python, bigger ones by DuckDB if they are plain; the outcome is the same.
    Raises a FileError, or Cancelled; the engine is then as it was.
    """
    part = path if isinstance(path, Part) else Part(path)
    if not part.path.is_file():
        raise FileMissing(part.path)
    tell = progress or (lambda what, share: None)

    def check() -> None:
        if cancelled():
            raise Cancelled

    tell("reading", 0.0)
    changed_ns = part.path.stat().st_mtime_ns
    wanted = Wanted(type_overrides or {}, asked, settings.plain_numbers, values, order)
    with nullcontext(session) if session else DuckDbSession(settings) as at:

        def filled() -> tuple[Found, list[Typed], list[Problem]]:
            with (
                # What was looked into needs no room on the disk, and there may be a thousand of them.
                nullcontext(str(at.folder))
                if part.look is not None
                else tempfile.TemporaryDirectory(dir=at.folder, ignore_cleanup_errors=True) as scratch,
                nullcontext() if part.look is not None else at.telling(lambda done: tell("reading", _READING * done)),
            ):
                found = (at.read_part or read_part)(at.con, part, Path(scratch), check, small)
                found = without_repeated(at.con, str(part), found)

            def totals(columns: Sequence[Typed]) -> list[Problem]:
                cells = [(t.column, t.typing, t.texts) for t in columns]
                return list(total_row(at.con, str(part), found.reading.rows, cells))

            columns, problems = _written(at, engine, part, name, found, wanted, tell, check, rest=totals)
            found, columns = _placed(found, columns)
            said = (*(p for typed in columns for p in problems_of(str(part), typed)), *problems)
            return found, columns, [*at_cells(at.con, found.lines, columns, said)]

        try:
            with faults(part):
                found, columns, said = filled()
        except TooLittleMemory:
            with at.frugal(), faults(part):
                found, columns, said = filled()
        except BaseException:
            at.renew()
            raise
    tell("loaded", 1.0)
    return Table(
        name=name,
        label=label,
        source=part.source,
        rows=found.reading.rows,
        columns=tuple(t.column for t in columns),
        size=part.path.stat().st_size,
        loaded_at=datetime.now(UTC).isoformat(timespec="seconds"),
        load_id=uuid4().hex,
        problems=(*found.problems, *said),
        changed_ns=changed_ns,
        layout=found.layout,
    )


def _placed(found: Found, columns: list[Typed]) -> tuple[Found, list[Typed]]:
    """The layout with its totals and units by the table's columns, and the columns with their units."""
    if found.layout is None:
        return found, columns
    places = [int(t.raw[1:]) for t in columns]
    layout, units = placed(found.layout, len(found.labels), places, [t.column.name for t in columns])
    made = []
    for t, unit in zip(columns, units, strict=True):
        takes = unit and not t.column.unit and t.column.type in NUMERIC
        made.append(replace(t, column=replace(t.column, unit=unit)) if takes else t)
    told = described([t.column for t in made], layout)
    return replace(found, layout=layout), [replace(t, column=c) for t, c in zip(made, told, strict=True)]


def load_gathered(
    at: DuckDbSession,
    engine: SqlEngine,
    part: Part,
    name: str,
    found: Found,
    *,
    settings: Settings,
    tell: Progress,
    check: Callable[[], None],
    beside: tuple[str, str],
    type_overrides: Mapping[str, TypeOverride] | None = None,
    asked: str = "",
    values: tuple[int, int] = (0, 0),
) -> tuple[tuple[Column, ...], tuple[Problem, ...]]:
    """Type, profile and write what stands in `raw` already, as the table `name`; what it holds and what to know of it.

    `beside` is a column (its name, its name in `raw`) that is written as it is and is not among those returned. Raises
    FileError, or Cancelled; the engine is then as it was.
    """
    try:
        with faults(part):
            wanted = Wanted(type_overrides or {}, asked, settings.plain_numbers, values)
            columns, _ = _written(at, engine, part, name, found, wanted, tell, check, [beside])
    except BaseException:
        at.renew()
        raise
    return tuple(t.column for t in columns), tuple(p for t in columns for p in problems_of(str(part), t))


def _written(
    at: DuckDbSession,
    engine: SqlEngine,
    part: Part,
    name: str,
    found: Found,
    wanted: Wanted,
    tell: Progress,
    check: Check,
    beside: Sequence[tuple[str, str]] = (),
    rest: Callable[[Sequence[Typed]], list[Problem]] = lambda columns: [],
) -> tuple[list[Typed], list[Problem]]:
    """Type the columns of `raw`, then write its rows and profile the columns, both at once if there are many.

    `beside` are columns (name, name in `raw`) that are written as they are; `rest` is asked before anything is put in
    its place. Raises RowsLost when the engine does not have every row; the table is gone then.
    """
    rows, share = found.reading.rows, Shares(tell, _TYPED)
    typed = typed_columns(
        at, part, name, found, wanted, lambda done: tell("profiling", _READING + (_TYPED - _READING) * done), check
    )
    cells = [(t.column.name, t.typing.value(t.raw)) for t in typed]
    cells += ((column, raw) for column, raw in beside)

    def write(con: duckdb.DuckDBPyConnection, check: Check, agreed: Check = lambda: None) -> int:
        mean = None if beside else mean_of([t.texts for t in typed], rows)
        return writing.write(con, engine, name, cells, rows, share.of("writing"), check, agreed, mean)

    def others(check: Check) -> tuple[list[Typed], list[Problem]]:
        each = (profiled(at, t, rows, wanted.values) for t in typed)
        columns = list(share.each("profiling", each, len(typed), check))
        return columns, rest(columns)

    if rows * found.reading.width <= FEW_CELLS:
        made = others(check)
        written = write(at.con, check)
    else:
        made, written = meanwhile(partial(write, at.con.cursor()), others, check)
    if written != rows:
        engine.drop(name)
        raise RowsLost(part, rows, written)
    return made
