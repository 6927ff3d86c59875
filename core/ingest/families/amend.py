"""A family of many files of which a few come, change or go: only these are read, and only their rows are written.

The family's columns stay as they are. What calls for another look at all rows — a column more, figures among the words
of a column of figures, another unit — is left to `core.ingest.families.load`, which makes the table anew.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from core.config import Settings
from core.errors import FileError, TooLittleMemory
from core.index.values import INDEXED
from core.ingest.columns import Typed, Wanted, problems_of, profiled, typed_columns
from core.ingest.duckdb_session import DuckDbSession
from core.ingest.families.held import Cells, held_in, removed_rows, staying
from core.ingest.families.load import family_part, named, summed_up
from core.ingest.families.planned import Plan
from core.ingest.families.union import Union
from core.ingest.families.united_columns import DRIFT
from core.ingest.faults import faults
from core.ingest.formats import Found
from core.ingest.parts import Part
from core.ingest.profile import held
from core.ingest.profile_change import Held, changed, with_signs
from core.ingest.read import SMALL
from core.ingest.type_overrides import TypeOverride
from core.ingest.types import PLAIN, READINGS, TEXT, Typing, at_once, sample_of
from core.model import NUMERIC, Column, Family, Problem, Profile, Progress, Table
from core.profiles.private import kind_of
from core.sql.base import SqlEngine
from core.sql.names import quote

_SHARE = 3
"""Files that come and go are at most one part in so many of the family, by rows and by bytes."""
_BATCH = 50_000
_REAL = next(r for r in READINGS if r.name == "real")


@dataclass(frozen=True, slots=True)
class Amendment:
    """A family with other members, not yet written."""

    table: Table
    without: frozenset[str]
    """The sources whose rows go."""
    cells: tuple[tuple[str, str], ...]
    """The columns of the rows that come: (name, SQL for its value in `raw`)."""
    counts: Mapping[str, Mapping[str, int]]
    """By column the values whose number changes, with their number afterwards."""


def amendment(
    plan: Plan,
    engine: SqlEngine,
    session: DuckDbSession,
    *,
    settings: Settings,
    tell: Progress,
    check: Callable[[], None],
    type_overrides: Mapping[str, TypeOverride],
) -> Amendment | None:
    """What a plan changes of the family that it is of; its new rows are in `raw`. None where all rows must be read.

    Raises Cancelled.
    """
    table = _amended(plan, type_overrides)
    if table is None or table.family is None:
        return None
    fresh = [m for m in plan.members if m.part is not None]
    here = {m.source for m in plan.members}
    without = frozenset(m.source for m in table.family.members if m.source not in here or plan.part_of(m.source))
    gone = sum(m.rows for m in table.family.members if m.source in without)
    wanted = Wanted(type_overrides, plain=settings.plain_numbers)
    try:
        with (
            tempfile.TemporaryDirectory(dir=session.folder, ignore_cleanup_errors=True) as scratch,
            faults(family_part(plan)),
        ):
            union = Union(session.con, plan, Path(scratch), check, session.read_part)
            union.know(table)
            for n, planned in enumerate(fresh):
                check()
                tell(f"reading {planned.label}", n / len(fresh))
                if planned.part is not None:
                    union.read(planned, planned.part, SMALL)
            found = union.finish()
            names = [c.name for c in table.columns]
            if found.labels != tuple(c.label for c in table.columns) or _SHARE * found.reading.rows > table.rows:
                return None
            typed = list(_typed(session, plan, table, found, wanted, check))
            rows = removed_rows(engine, table, without)
            if len(typed) != len(names) or rows is None or len(rows) != gone:
                return None
            made = _columns(session, engine, table, typed, rows, without)
    except (FileError, OSError, TooLittleMemory):
        return None  # told by whoever loads them again
    if made is None:
        return None
    columns, counts = made
    family = union.family(columns, table.family.file_column)
    cells = [(t.column.name, t.typing.value(t.raw)) for t in typed]
    return Amendment(
        _table(plan, table, columns, family, union, typed, without),
        without,
        (*cells, (table.family.file_column, "s")),
        counts,
    )


def write(made: Amendment, engine: SqlEngine, session: DuckDbSession) -> None:
    """Put the new rows, which are in `raw`, in the place of those that go. Raises FileError, RowsLost; the engine is
    then as it was."""
    cells = ", ".join(f"{value} AS {quote(name)}" for name, value in made.cells)
    family = made.table.family
    with faults(Part(Path(made.table.source))):
        batches = session.con.sql(f"SELECT {cells} FROM raw").to_arrow_reader(_BATCH)
        column = family.file_column if family else ""
        engine.amend(made.table.name, batches, column, made.without, made.table.version)


def _amended(plan: Plan, type_overrides: Mapping[str, TypeOverride]) -> Table | None:
    """The family of which a plan changes a few files; None where it does more than that."""
    table = plan.kept[0] if len(plan.kept) == 1 else None
    if table is None or table.family is None or table.name != plan.name or plan.header_cell or plan.same:
        return None
    known = {m.source: m for m in table.family.members}
    stay = {m.source: m.values for m in plan.members if m.part is None}
    parts = [m.part for m in plan.members if m.part is not None]
    left = [m for source, m in known.items() if source not in stay]
    varies = tuple(c.label for c in table.columns if c.name in table.family.varies)
    as_was = (
        (varies, table.family.places) == (plan.varies, plan.places)
        and all(source in known and known[source].values == values for source, values in stay.items())
        and {c.name: c.type_override for c in table.columns if c.type_override} == dict(type_overrides)
    )
    if not as_was or not stay or not (parts or left):
        return None
    size = max(sum(m.size for m in left), sum(p.path.stat().st_size for p in parts))
    few = _SHARE * sum(m.rows for m in left) <= table.rows and _SHARE * size <= table.size
    return table if few else None


def _typed(
    session: DuckDbSession, plan: Plan, table: Table, found: Found, wanted: Wanted, check: Callable[[], None]
) -> Iterator[Typed]:
    """The columns of the new rows, typed as the family's are and profiled; those before one that does not fit."""
    typed = typed_columns(session, family_part(plan), table.name, found, wanted, lambda done: None, check)
    for new, old in zip(typed, table.columns, strict=False):
        typing = _fitting(new, old)
        if typing is None or new.column.name != old.name:
            return
        plain = replace(new, column=replace(new.column, type=old.type), typing=typing, misfit_cells=None)
        yield profiled(session, plain, found.reading.rows, (0, 0))


def _fitting(new: Typed, old: Column) -> Typing | None:
    """How the new cells of a column are stored, so that all of it is of one type; None where they do not fit."""
    typing, profile, sample = new.typing, old.profile, new.texts.sample
    if new.texts.empty:
        return TEXT
    if not profile.filled or profile.unfit or profile.unfit_cells or typing.partial or typing.doubt or typing.ambiguous:
        return None
    if old.type == "text":
        plain = not old.converted and not (typing.type == "text" and typing.reading)
        return TEXT if plain and old.type_override in ("", "text") else None
    if old.type in NUMERIC and sample.whole and not sample.holds:
        return Typing(old.type, PLAIN if old.type == "integer" else _REAL, tokens=True)
    if (typing.type, typing.unit) == (old.type, old.unit):
        return typing
    if (old.type, typing.type, typing.unit) == ("real", "integer", old.unit) and typing.reading is PLAIN:
        return replace(typing, type="real", reading=_REAL)
    return None


def _columns(
    session: DuckDbSession,
    engine: SqlEngine,
    table: Table,
    typed: Sequence[Typed],
    rows: Cells,
    without: Collection[str],
) -> tuple[tuple[Column, ...], dict[str, dict[str, int]]] | None:
    """The family's columns with their profiles after the change, and the numbers of their values; None where a
    profile must be made anew."""
    columns, counts = [], {}
    for old, new in zip(table.columns, typed, strict=True):
        came = Held(new.column.profile.rows, held(session.con, new.typing, new.texts))
        went = held_in(session.con, rows, old)
        found = changed(old.profile, came, went, staying(engine, session.con, table, old, without), old.type in INDEXED)
        if found is None or (old.type == "boolean" and not _one_pair(found.profile)):
            return None
        profile = with_signs(found.profile, old.profile, new.column.profile, went)
        columns.append(replace(old, profile=profile, private=kind_of(old.label, old.type, profile)))
        counts[old.name] = dict(found.counts)
    return tuple(columns), counts


def _one_pair(profile: Profile) -> bool:
    """All values are of one pair of words, such as yes and no."""
    return at_once(sample_of([text for text, _ in profile.common])) == Typing("boolean")


def _table(
    plan: Plan,
    table: Table,
    columns: tuple[Column, ...],
    family: Family,
    union: Union,
    typed: Sequence[Typed],
    without: Collection[str],
) -> Table:
    """The family after the change, with what is to be known of it."""
    said = [p for p in table.problems if p.code not in DRIFT and p.file not in without]
    known = {(p.code, p.column) for p in said}
    fresh = (p for t in typed for p in problems_of(str(family_part(plan)), t))
    remarks: list[Problem] = [*union.problems, *(p for p in fresh if (p.code, p.column) not in known)]
    drift = named(union.drift(), {c.label: c.name for c in columns})
    return replace(
        table,
        label=plan.label,
        source=plan.source,
        rows=sum(m.rows for m in family.members),
        columns=columns,
        description=plan.description or table.description,
        size=sum(m.size for m in family.members),
        loaded_at=datetime.now(UTC).isoformat(timespec="seconds"),
        load_id=uuid4().hex,
        problems=(*said, *summed_up(remarks), *drift),
        family=family,
    )
