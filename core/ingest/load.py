"""One table of a file, from disk to typed rows in the SQL engine, with a profile of every column.

Atomic: the engine is asked to write once, at the end, and it writes all or nothing. Until then nothing has changed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.config import Settings
from core.errors import BadType, Cancelled, FileError, FileMissing, RowsLost, TooLittleMemory
from core.ingest.decimal_convention import DecimalConvention
from core.ingest.duckdb_session import DuckDbSession
from core.ingest.formats import Found, read_part
from core.ingest.layout.tables import placed
from core.ingest.marks import figures, marks
from core.ingest.misfit_cells import (
    MisfitCells,
    decide_by_even,
    misfit_cells,
    misfit_problem,
    unfit_cells,
    unfit_problem,
)
from core.ingest.names import name_columns
from core.ingest.numbers import at_once, decide
from core.ingest.parts import Part
from core.ingest.profile import profile
from core.ingest.read import SMALL
from core.ingest.texts import Texts, all_texts
from core.ingest.totals import total_row
from core.ingest.type_overrides import (
    MOST_UNFIT,
    SAID,
    TYPE_OVERRIDES,
    TypeOverride,
    override_problem,
    read_as,
    unmet_override_problem,
)
from core.ingest.types import MARKED, TEXT, Typing
from core.model import NUMERIC, Column, Problem, Profile, Progress, Table
from core.profiles.private import kind_of
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_BATCH = 50_000
_READING = 0.3
"""The share of a file's time that reading takes, more or less."""
_OUT_OF_MEMORY = "Out of Memory Error"


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
) -> Table:
    """Load `path` as the table `name`, replacing what has that name, and say what it holds.

    A workbook or zip archive has several tables: a Part says which is meant. The columns named in `type_overrides` are
    read as a person wants them; of the column `asked` some cell must fit (BadType), for others that is told.
    A `session` is for whoever loads many files; of each column of words it then keeps `values` (so many, so many
    characters) until it is tidied.
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
    with nullcontext(session) if session else DuckDbSession(settings) as at:

        def filled() -> tuple[Found, list[_Typed], list[Problem]]:
            with (
                tempfile.TemporaryDirectory(dir=at.folder, ignore_cleanup_errors=True) as scratch,
                at.telling(lambda done: tell("reading", _READING * done)),
            ):
                found = read_part(at.con, part, Path(scratch), check, small)
            columns = _columns(
                at, part, name, found, (type_overrides or {}, asked), settings.plain_numbers, values, tell, check
            )
            if found.layout:
                found, columns = _placed(found, columns)
            rows = found.reading.rows
            totals = list(total_row(at.con, str(part), rows, [(t.column, t.typing, t.raw) for t in columns]))
            written = _write(at.con, engine, name, columns, rows, tell, check)
            if written != rows:
                engine.drop(name)
                raise RowsLost(part, rows, written)
            return found, columns, totals

        try:
            with faults(part):
                found, columns, totals = filled()
        except TooLittleMemory:
            with at.frugal(), faults(part):
                found, columns, totals = filled()
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
        problems=(*found.problems, *(p for typed in columns for p in _problems(str(part), typed)), *totals),
        changed_ns=changed_ns,
        layout=found.layout,
    )


def _placed(found: Found, columns: list[_Typed]) -> tuple[Found, list[_Typed]]:
    """The layout with its totals and units by the table's columns, and the columns with their units."""
    if found.layout is None:
        return found, columns
    places = [int(t.raw[1:]) for t in columns]
    layout, units = placed(found.layout, len(found.labels), places, [t.column.name for t in columns])
    made = []
    for t, unit in zip(columns, units, strict=True):
        takes = unit and not t.column.unit and t.column.type in NUMERIC
        made.append(replace(t, column=replace(t.column, unit=unit)) if takes else t)
    return replace(found, layout=layout), made


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
            columns = _columns(
                at, part, name, found, (type_overrides or {}, asked), settings.plain_numbers, values, tell, check
            )
            rows = found.reading.rows
            hidden = Column(name, beside[0], beside[0], "text", len(columns), Profile(rows, 0, 0))
            written = _write(at.con, engine, name, [*columns, _Typed(hidden, TEXT, beside[1])], rows, tell, check)
            if written != rows:
                engine.drop(name)
                raise RowsLost(part, rows, written)
    except BaseException:
        at.renew()
        raise
    return tuple(t.column for t in columns), tuple(p for t in columns for p in _problems(str(part), t))


@contextmanager
def faults(part: Part) -> Iterator[None]:
    """What DuckDB and Arrow stumble over is a fault of the file, or of too little room for it."""
    import duckdb
    import pyarrow as pa

    try:
        yield
    except (duckdb.OutOfMemoryException, MemoryError, pa.ArrowMemoryError) as error:
        raise TooLittleMemory(part) from error
    except OSError as error:
        if _OUT_OF_MEMORY in str(error):  # so Arrow passes on what DuckDB says while its rows are fetched
            raise TooLittleMemory(part) from error
        raise
    except (duckdb.Error, pa.ArrowException) as error:
        said = str(error).strip().splitlines()[0][:200]
        hint = "Save it as CSV (UTF-8) and load that."
        raise FileError(part, f"The file could not be read to its end: {said}.", hint) from error


@dataclass(frozen=True, slots=True)
class _Typed:
    """A column, its typing, and its name in the table `raw`."""

    column: Column
    typing: Typing
    raw: str
    misfit_cells: MisfitCells | None = None
    unmet: bool = False
    """A person's type_override that no cell fits."""


def _columns(
    session: DuckDbSession,
    part: Part,
    table: str,
    found: Found,
    wanted: tuple[Mapping[str, TypeOverride], str],
    plain: bool,
    values: tuple[int, int],
    tell: Progress,
    check: Callable[[], None],
) -> list[_Typed]:
    """Type and profile every column. Columns at the end with neither a label nor a value are left out."""
    con, width, rows = session.con, found.reading.width, found.reading.rows
    labels = [*found.labels, *("" for _ in range(width - len(found.labels)))]
    names = name_columns(labels)
    type_overrides, asked = wanted
    made: list[_Typed] = []
    convention = DecimalConvention(con, width)
    for i, (label, name, texts) in enumerate(zip(labels, names, all_texts(con, rows, width), strict=True)):
        check()
        tell("profiling", _READING + 0.4 * i / width)
        type_override = type_overrides.get(name)
        as_overridden = read_as(con, texts, type_override, plain=plain, comma=found.comma) if type_override else None
        if type_override and as_overridden is None and name == asked:
            raise BadType(part, label or name, SAID[type_override])
        typing, odd = (as_overridden, None) if as_overridden else _typing(con, texts, found, plain)
        if found.comma and not plain:
            typing = convention.pointed(texts, typing)
        told = profile(con, typing, rows, texts)
        if typing.tokens or (typing.reading and typing.reading.name == MARKED):
            told = replace(told, marks=marks(con, texts, typing, found.notes))
        if typing.partial and as_overridden:
            unfit = unfit_cells(con, typing, f"c{i}", MOST_UNFIT)
            told = replace(told, unfit=unfit, unfit_cells=_unfit(con, typing, texts))
        elif typing.partial:
            told = replace(told, unfit=unfit_cells(con, typing, f"c{i}"))
        column = Column(
            table,
            name,
            label,
            typing.type,
            i,
            told,
            typing.unit,
            typing.converted,
            private=kind_of(label, typing.type, told),
        )
        column = replace(column, examples=typing.examples, type_override=type_override or "")
        made.append(_Typed(column, typing, f"c{i}", odd, unmet=type_override is not None and as_overridden is None))
        if values[0] and typing.type in ("text", "boolean"):
            session.keep_values(name, texts, *values)
    kept = [typed for typed in made if not (found.loose and rows and _is_void(typed.column))] or made[:1]
    while len(kept) > 1 and rows and _is_void(kept[-1].column):
        kept.pop()
    return [replace(typed, column=replace(typed.column, position=i)) for i, typed in enumerate(kept)]


def _unfit(con: duckdb.DuckDBPyConnection, typing: Typing, texts: Texts) -> int:
    """How many cells of a partial column are left out."""
    query = f"SELECT coalesce(sum(n), 0) FROM {texts.table()} WHERE {typing.unfit('v')}"
    return int(con.execute(query).fetchall()[0][0])


def _typing(
    con: duckdb.DuckDBPyConnection, texts: Texts, found: Found, plain: bool
) -> tuple[Typing, MisfitCells | None]:
    """The typing of a column, and the misfit_cells that make text of it."""
    typing = at_once(texts.sample, plain) or decide(con, texts.table(), texts.sample, plain=plain, comma=found.comma)
    if typing != TEXT:
        return typing, None
    if found.reading.apart and (even := decide_by_even(con, texts, plain=plain, comma=found.comma)):
        return even, None
    if marked := figures(con, texts, plain=plain, comma=found.comma, published=found.layout is not None):
        return marked, None
    return typing, misfit_cells(con, texts)


def _is_void(column: Column) -> bool:
    """Neither a label nor a value."""
    return not column.label.strip() and not column.profile.filled


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

    typed = ", ".join(f'{t.typing.value(t.raw)} AS "{_escape(t.column.name)}"' for t in columns)
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


def _problems(file: str, typed: _Typed) -> Iterator[Problem]:
    """What a person should know about how the column was read."""
    column, typing = typed.column, typed.typing
    said, name = column.label or column.name, column.name
    if typing.ambiguous:
        yield Problem(
            file,
            "ambiguous_dates",
            f"In “{said}” day and month cannot be told apart; it stays text.",
            "Choose on the data page which comes first, or write the dates as year-month-day.",
            name,
        )
    if typing.doubt:
        told = f"In “{said}” {typing.doubt}."
        yield Problem(file, "ambiguous_numbers", told, "If not, keep the column as text.", name)
    if typed.misfit_cells:
        yield misfit_problem(file, name, said, typed.misfit_cells)
    type_override = next((w for w in TYPE_OVERRIDES if w == column.type_override), None)
    if type_override and typed.unmet:
        yield unmet_override_problem(file, name, said, type_override)
    elif type_override:
        yield from filter(None, [override_problem(file, column, type_override)])
    elif column.profile.unfit:
        yield unfit_problem(file, name, said, typing.type, column.profile.unfit, column.profile.filled)
