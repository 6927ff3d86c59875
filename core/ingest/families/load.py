"""A family's files, from disk to one table of typed rows in the SQL engine, with a profile of every column.

Atomic like a single file: the engine is asked to write once, at the end.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from core.config import Settings
from core.errors import Cancelled, FileError, TooLittleMemory
from core.ingest.duckdb_session import DuckDbSession
from core.ingest.families.planned import FILE_COLUMN, Plan, Rows
from core.ingest.families.titles import shared_title
from core.ingest.families.union import Union
from core.ingest.faults import faults
from core.ingest.load import load_gathered
from core.ingest.names import free_name
from core.ingest.parts import Part
from core.ingest.read import SMALL
from core.ingest.type_overrides import TypeOverride
from core.model import Problem, Progress, Table
from core.sql.base import SqlEngine
from core.text.words import counted

_READING = 0.6
"""The share of the time that reading takes."""
_SAME = 3
"""Number of files with the same remark from which it is given once."""

Failed = Callable[[Part, FileError | OSError], None]


def load_family(
    plan: Plan,
    engine: SqlEngine,
    session: DuckDbSession,
    rows: Rows,
    *,
    settings: Settings,
    failed: Failed,
    tell: Progress,
    cancelled: Callable[[], bool],
    type_overrides: Mapping[str, TypeOverride] | None = None,
    asked: str = "",
    values: tuple[int, int] = (0, 0),
) -> tuple[Table, bool]:
    """Load the plan's files as one table, replacing what has its name; what it holds, and whether it was stopped.

    A file that cannot be read is `failed` and the others go on. Once `cancelled`, what was read so far is the table.
    Raises FileError, Cancelled before anything was read; the engine is then as it was.
    """

    def made() -> tuple[Table, bool]:
        with (
            tempfile.TemporaryDirectory(dir=session.folder, ignore_cleanup_errors=True) as scratch,
            faults(family_part(plan)),
        ):
            union = Union(session.con, plan, Path(scratch), lambda: None, session.read_part)
            stopped = _gather(union, plan, rows, failed, tell, cancelled)
            found = union.finish()
        file_column = free_name(FILE_COLUMN, {label.casefold() for label in found.labels}, "column")
        columns, remarks = load_gathered(
            session,
            engine,
            family_part(plan),
            plan.name,
            found,
            settings=settings,
            tell=lambda what, share: tell(what, _READING + (1 - _READING) * share),
            check=lambda: None,
            beside=(file_column, "s"),
            type_overrides=type_overrides,
            asked=asked,
            values=values,
        )
        family = union.family(columns, file_column)
        here = {m.source for m in family.members}
        before = [p for t in plan.kept for p in t.problems if p.file in here and plan.part_of(p.file) is None]
        problems = (
            *summed_up([*before, *union.problems]),
            *remarks,
            *named(union.drift(), {c.label: c.name for c in columns}),
        )
        table = Table(
            name=plan.name,
            label=plan.label,
            source=plan.source,
            rows=found.reading.rows,
            columns=columns,
            description=plan.description or shared_title([m.titles for m in family.members]),
            size=sum(m.size for m in family.members),
            loaded_at=datetime.now(UTC).isoformat(timespec="seconds"),
            load_id=uuid4().hex,
            problems=problems,
            family=family,
        )
        return table, stopped

    try:
        return made()
    except TooLittleMemory:
        with session.frugal():
            return made()


def _gather(
    union: Union, plan: Plan, rows: Rows, failed: Failed, tell: Progress, cancelled: Callable[[], bool]
) -> bool:
    """Put all that can be read into the union; True when it was stopped before the end."""
    for table in plan.kept:
        union.keep(table, rows)
    fresh = [m for m in plan.members if m.part is not None]
    for n, planned in enumerate(fresh):
        if cancelled():
            if not union.members():
                raise Cancelled
            return True
        tell(f"reading {planned.label}", _READING * n / len(fresh))
        part = planned.part
        if part is None:
            continue
        try:
            union.read(planned, part, SMALL)
        except TooLittleMemory:
            raise
        except (FileError, OSError) as fault:
            failed(part, fault)
    if not union.members():
        raise FileError(plan.source, "None of its files could be read.", "Look at the problems, file by file.")
    return False


def family_part(plan: Plan) -> Part:
    """What messages call it."""
    return Part(Path(plan.source))


def named(problems: Iterable[Problem], names: Mapping[str, str]) -> Iterator[Problem]:
    """Problems that name columns by their labels, by their names."""
    return (replace(p, column=names.get(p.column, p.column)) for p in problems)


def summed_up(problems: Sequence[Problem]) -> Iterator[Problem]:
    """What is the matter with many files, said once with the first of them."""
    same: dict[tuple[str, str], list[Problem]] = defaultdict(list)
    for p in problems:
        same[p.code, p.column].append(p)
    for some in same.values():
        files = {p.file for p in some}
        if len(files) < _SAME:
            yield from some
        else:
            first = some[0]
            yield replace(
                first, message=f"In {counted(len(files), 'file')}, as in {Path(first.file).name}: {first.message}"
            )
