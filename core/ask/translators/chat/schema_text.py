"""A schema as a chat model reads it: compact lines within a budget of tokens, what the question needs first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from sqlglot import exp

from core.ask.state import SchemaView
from core.ask.translators.chat.column_text import column_text
from core.ask.translators.chat.notation import condition, plain, plain_lines, quoted, shown
from core.model import Cardinality, Cluster, Evidence, Join, PathEdge, Table
from core.sql.rewrites import as_sql

Detail = Literal["values", "types", "wanted", "names", "none"]
"""All columns with values; with their types; only the wanted ones so and the others' names; names; no columns."""

CHARACTERS_PER_TOKEN = 3.5
"""Of such text; on the safe side for the tokenizers of the usual models."""
MOST_JOINS = 80
LONGEST_DESCRIPTION = 300
MANY: dict[Cardinality, str] = {
    "1:1": "one to one",
    "1:n": "one to many",
    "n:1": "many to one",
    "n:m": "MANY TO MANY, repeats rows on both sides",
}
_TURNED: dict[Cardinality, Cardinality] = {"1:1": "1:1", "n:m": "n:m", "1:n": "n:1", "n:1": "1:n"}


def schema_text(
    view: SchemaView,
    *,
    first: Sequence[str] = (),
    wanted: Mapping[str, Collection[str]] | None = None,
    values: bool = True,
    tokens: int = 6_000,
    joins: bool = True,
) -> str:
    """The tables, then the joins among them.

    If not all fits into `tokens`, the tables of `first` get their columns before any other is more than named, and the
    columns `wanted` of a table (by its name) their values before others; then each gets as much more as there is room
    for. If all fits, the order is always the same, which lets a server reuse what it has read. `values=False` leaves
    out everything that stands in a cell, and descriptions, which may quote one.
    """
    if not values:
        view = replace(view, tables=tuple(map(undescribed, view.tables)))
    tail = join_lines(view.joins)[:MOST_JOINS] if joins else []
    room = int(tokens * CHARACTERS_PER_TOKEN) - sum(map(len, tail)) - len(tail) - len(view.tables)
    best: Detail = "values" if values else "types"
    alike = _alike(view.tables)
    parts = [_twin(t, alike[t.name]) if t.name in alike else table_text(t, best, view.joins) for t in view.tables]
    if sum(map(len, parts)) > room:
        parts = _within(room, view, first, (values and wanted) or {}, values)
    return "\n".join([*map(plain_lines, parts), *map(plain_lines, tail)])


def undescribed(table: Table) -> Table:
    """The table without what people and documents say of it and of its columns."""
    return replace(table, description="", columns=tuple(replace(c, description="") for c in table.columns))


def _within(
    room: int, view: SchemaView, first: Sequence[str], wanted: Mapping[str, Collection[str]], values: bool
) -> list[str]:
    """As much detail as fits into the budget, in characters, level by level, the tables of `first` before others."""
    rank = {name: n for n, name in enumerate(first)}
    ordered = sorted(view.tables, key=lambda t: rank.get(t.name, len(rank)))
    parts = {t.name: table_text(t, "none") for t in ordered}
    room -= sum(map(len, parts.values()))
    near, rest = [t for t in ordered if t.name in rank], [t for t in ordered if t.name not in rank]
    levels: tuple[Detail, ...] = ("names", "wanted", "types", "values") if values else ("names", "types")
    for level, tables in [*((lv, near) for lv in levels), *((lv, rest) for lv in levels)]:
        for t in tables:
            if level == "wanted" and not wanted.get(t.name):
                continue
            text = table_text(t, level, view.joins, wanted.get(t.name, ()))
            more = len(text) - len(parts[t.name])
            if 0 < more <= room:
                parts[t.name], room = text, room - more
    return [parts[t.name] for t in ordered]


def table_text(table: Table, detail: Detail, joins: Iterable[Join] = (), wanted: Collection[str] = ()) -> str:
    """One table and its columns, a line each; the `joins` prove keys of several columns."""
    if detail == "none":
        return f"table {shown(table.name)}"
    if detail == "names":
        return f"table {shown(table.name)}: {', '.join(shown(c.name) for c in table.columns)}"
    described = f": {plain(table.description)[:LONGEST_DESCRIPTION]}" if table.description.strip() else ""
    alias = f" labelled {plain(table.label)}" if plain(table.label) != plain(table.name) else ""
    keys = row_key(table, joins)
    row = f", one for each {' with '.join(map(shown, keys))}" if keys else ""
    head = f"table {shown(table.name)}{alias}, {table.rows:,} row{'s' if table.rows != 1 else ''}{row}{described}"
    full = [c for c in table.columns if c.profile.filled and (detail != "wanted" or c.name in wanted or c.name in keys)]
    lines = [f"  {column_text(c, detail != 'types' or c.name in wanted, key=(c.name,) == keys)}" for c in full]
    if empty := [shown(c.name) for c in table.columns if not c.profile.filled]:
        lines.append(f"  always NULL: {', '.join(empty)}")
    if others := [shown(c.name) for c in table.columns if c.profile.filled and c not in full]:
        lines.append(f"  and {', '.join(others)}")
    return "\n".join([head, *lines])


def row_key(table: Table, joins: Iterable[Join] = ()) -> tuple[str, ...]:
    """What tells one row of a table from another: its first unique column without gaps, or columns that a join was
    found to identify its rows by; () where neither is known."""
    for c in table.columns:
        if c.profile.unique and not c.profile.nulls and c.type not in ("real", "boolean"):
            return (c.name,)
    for j in joins:
        for name, side, unique in (
            (j.parent_table, j.parent, j.evidence.parent_unique),
            (j.child_table, j.child, j.evidence.child_unique),
        ):
            if name == table.name and unique and len(side) > 1:
                return side
    return ()


def _alike(tables: Sequence[Table]) -> dict[str, str]:
    """Tables with the same columns as one before them (files of one form): by name, that one's name."""
    seen: dict[tuple[tuple[str, str], ...], str] = {}
    found: dict[str, str] = {}
    for t in tables:
        form = tuple((c.name, c.type) for c in t.columns)
        if len(form) > 1 and form in seen:
            found[t.name] = seen[form]
        seen.setdefault(form, t.name)
    return found


def _twin(table: Table, like: str) -> str:
    described = f": {plain(table.description)[:LONGEST_DESCRIPTION]}" if table.description.strip() else ""
    return (
        f"table {shown(table.name)}, {table.rows:,} rows{described}, the same columns as {shown(like)}; for both "
        "together use UNION ALL"
    )


def cardinality(e: Evidence) -> Cardinality:
    """Child to parent as the values have it: a key with a few repeats is none."""
    if e.child_unique:
        return "1:1" if e.parent_unique else "1:n"
    return "n:1" if e.parent_unique else "n:m"


def met(e: Evidence, turned: bool = False) -> str:
    """How many rows of one side meet how many of the other, in words; `turned`: from parent to child."""
    measured, meant = cardinality(e), e.cardinality
    if turned:
        measured, meant = _TURNED[measured], _TURNED[meant]
    return MANY[measured] if measured == meant else f"{MANY[meant]} but for a few repeats"


def join_lines(joins: Iterable[Join], only: Callable[[Join], bool] = lambda j: True) -> list[str]:
    """Each join that is not rejected as an SQL condition, with how many rows meet how many."""
    lines = []
    for j in sorted(joins, key=lambda j: (j.state != "confirmed", -j.score, j.id)):
        if j.state != "rejected" and only(j):
            unsure = ", probable only" if j.state == "probable" else ""
            lines.append(f"join {join_condition(j)} ({met(j.evidence)}{unsure})")
    return lines


def path_lines(edges: Iterable[PathEdge], joins: Iterable[Join]) -> list[str]:
    """The joins of a path as `join_lines` has them, in the order and direction of the path."""
    known = {j.id: j for j in joins}
    lines = []
    for e in edges:
        many = MANY[e.cardinality]
        if (j := known.get(e.join_id)) is not None:
            many = met(j.evidence, turned=(j.child_table, j.child) != (e.left_table, e.left))
        unsure = ", probable only" if e.state == "probable" else ""
        role = f", {shown(e.right_table)} under the alias {shown(e.role)}" if e.role else ""
        lines.append(f"join {on(e, joins)} ({many}{unsure}){role}")
    return lines


def on(edge: PathEdge, joins: Iterable[Join]) -> str:
    """The ON condition of a step of a path, with the rewriting of its join."""
    join = next((j for j in joins if j.id == edge.join_id and any(j.rewrite)), None)
    return condition(edge.left_table, edge.left, edge.right_table, edge.right) if join is None else join_condition(join)


def join_condition(join: Join) -> str:
    """The ON condition of a join as it must be written, with its rewriting."""
    if not any(join.rewrite):
        return condition(join.child_table, join.child, join.parent_table, join.parent)
    met = []
    for columns in zip(join.child, join.parent, strict=True):
        sides = []
        for table, column, rewrite in zip((join.child_table, join.parent_table), columns, join.rewrite, strict=True):
            cell = exp.Column(this=exp.to_identifier(column, quoted=True), table=exp.to_identifier(table, quoted=True))
            sides.append(as_sql(rewrite, cell).sql(dialect="sqlite"))
        met.append(" = ".join(sides))
    return plain(" AND ".join(met))


def elsewhere(clusters: Sequence[Cluster], seen: Collection[str], tokens: int = 800) -> str:
    """The tables that the schema does not show, by cluster, as far as there is room."""
    room, lines = int(tokens * CHARACTERS_PER_TOKEN), []
    for cluster in clusters:
        hidden = [quoted(plain(t)) for t in cluster.tables if t not in seen]
        if not hidden:
            continue
        line = f"{plain(cluster.label)}: {', '.join(hidden)}"
        if len(line) > room:
            line = line[: max(0, room - 2)].rpartition(",")[0] + ", …" if room > 60 else ""
        if not line:
            break
        room -= len(line)
        lines.append(line)
    return "\n".join(lines)
