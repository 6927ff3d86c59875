"""The long view of a table spread out by time or category: what the catalogue knows of it, and its SQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from core.ingest.crosstab import LongForm
from core.ingest.name_parts import Kind
from core.model import Column, ColumnType, Profile, Table, Value
from core.sql.names import quote

SUFFIX = "_long"


def long_table(table: Table, form: LongForm, taken: frozenset[str]) -> Table:
    """The long table as the catalogue knows it. Profiles follow from the wide table's: no row is read."""
    name = table.name + SUFFIX
    n = 2
    while name.casefold() in taken:
        name, n = f"{table.name}{SUFFIX}_{n}", n + 1
    counts = [_rows_at(columns, table.rows, form) for _, columns in form.times]
    rows = sum(counts)
    labels = _free([*(c.name for c in form.ids), *form.labels])
    ids = [
        replace(c, table=name, name=labels[i], position=i, profile=_repeated(c.profile, rows, table.rows))
        for i, c in enumerate(form.ids)
    ]
    at = len(ids)
    times = _profile_of_times(form, counts)
    columns = [*ids, Column(name, labels[at], labels[at], type_of(form.kind), at, times)]
    cells = [[columns_at[k] for _, columns_at in form.times] for k in range(len(form.figures))]
    if form.within:
        filled = [sum(c.profile.filled for c in of if c) for of in cells]
        said = _profile_of_words(list(zip(form.figures, filled, strict=True)))
        columns.append(Column(name, labels[at + 1], labels[at + 1], "text", at + 1, said))
        cells = [[c for of in cells for c in of]]
    for label, of in zip(labels[len(columns) :], cells, strict=True):
        some = [c for c in of if c is not None]
        kind: ColumnType = "integer" if all(c.type == "integer" for c in some) else "real"
        description = table.label if label == "value" else ""
        profile = _joined([c.profile for c in some], rows)
        columns.append(Column(name, label, label, kind, len(columns), profile, some[0].unit, description=description))
    label = f"{table.label}, by {form.time}"
    return Table(
        name, label, "", rows, tuple(columns), loaded_at=table.loaded_at, derived_from=table.name, load_id=table.load_id
    )


def view_sql(table: Table, form: LongForm, long: Table) -> str:
    """The SELECT of the view: one branch for each time, rows without any figure left out."""
    branches: list[str] = []
    for time, columns in form.times:
        shown: list[tuple[Column | None, ...]] = [(c,) for c in columns] if form.within else [columns]
        for k, figures in enumerate(shown):
            if all(c is None for c in figures):
                continue
            cells = [quote(c.name) for c in form.ids]
            cells.append(_stored(form.kind, time))
            cells += [_literal(form.figures[k])] if form.within else []
            cells += ["NULL" if c is None else quote(c.name) for c in figures]
            if not branches:  # the first branch names the columns of all
                cells = [f"{x} AS {quote(c.name)}" for x, c in zip(cells, long.columns, strict=True)]
            filled = " OR ".join(f"{quote(c.name)} IS NOT NULL" for c in figures if c is not None)
            branches.append(f"SELECT {', '.join(cells)} FROM {quote(table.name)} WHERE {filled}")
    return " UNION ALL ".join(branches)


def type_of(kind: Kind) -> ColumnType:
    """What the column of times is."""
    return "integer" if kind == "year" else "date" if kind in ("month of year", "date") else "text"


def _stored(kind: Kind, time: str) -> str:
    """SQL for a time."""
    if kind == "year":
        return time
    return _literal(f"{time}-01" if kind == "month of year" else time)


def _rows_at(columns: Sequence[Column | None], rows: int, form: LongForm) -> int:
    """How many rows have a figure at a time; of several figures the one that most have (the rest is counted later)."""
    if form.within:
        return sum(c.profile.filled for c in columns if c is not None)
    return min(rows, max((c.profile.filled for c in columns if c is not None), default=0))


def _repeated(profile: Profile, rows: int, before: int) -> Profile:
    """The profile of a column each of whose rows stands there several times."""
    share = rows / before if before else 0.0
    return replace(
        profile,
        rows=rows,
        nulls=min(rows, round(profile.nulls * share)),
        common=tuple((v, max(1, round(n * share))) for v, n in profile.common),
        missing=(),
        unfit=(),
        unfit_cells=0,
    )


def _profile_of_times(form: LongForm, counts: Sequence[int]) -> Profile:
    said: list[Value] = [
        int(t) if form.kind == "year" else f"{t}-01" if form.kind == "month of year" else t for t, _ in form.times
    ]
    common = Counter({str(v): n for v, n in zip(said, counts, strict=True)}).most_common(12)
    length = sum(len(str(v)) for v in said) / len(said)
    return Profile(sum(counts), 0, len(said), said[0], said[-1], round(length, 2), tuple(common), sketch_complete=False)


def _profile_of_words(said: Sequence[tuple[str, int]]) -> Profile:
    """Of a column that says which category a row is of, with how many rows each has."""
    rows = sum(n for _, n in said)
    length = sum(len(v) for v, _ in said) / len(said)
    names = sorted(v for v, _ in said)
    most = tuple(sorted(said, key=lambda v: -v[1])[:12])
    return Profile(rows, 0, len(said), names[0], names[-1], round(length, 2), most, sketch_complete=False)


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _joined(profiles: Sequence[Profile], rows: int) -> Profile:
    """What several columns of numbers hold together."""
    ends = [v for p in profiles for v in (p.minimum, p.maximum) if isinstance(v, (int, float))]
    filled = sum(p.filled for p in profiles)
    return Profile(
        rows,
        max(0, rows - filled),
        min(filled, sum(p.distinct for p in profiles)),
        min(ends, default=None),
        max(ends, default=None),
        round(sum(p.mean_length for p in profiles) / len(profiles), 2),
        sketch_complete=False,
    )


def _free(labels: Sequence[str]) -> list[str]:
    """Labels that differ by more than case."""
    taken: set[str] = set()
    found = []
    for label in labels:
        name, n = label, 1
        while name.casefold() in taken:
            n += 1
            name = f"{label} {n}"
        taken.add(name.casefold())
        found.append(name)
    return found
