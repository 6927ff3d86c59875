"""A schema as a chat model reads it: compact lines, bounded in length, and nothing in them that could pass for more.

Labels and values come from files that anybody may have written. They are rendered on one line each and cannot close
the tagged block that they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal

from core.ask.state import SchemaView
from core.model import NUMERIC, TEMPORAL, Cluster, Column, Join, Table

Detail = Literal["values", "types", "names"]

CHARACTERS_PER_TOKEN = 3.5
"""Of such text; on the safe side for the tokenizers of the usual models."""
MOST_JOINS = 80
MOST_LEAST = 0.6
"""Share of the room that naming every column may take; with more, tables far down are only named."""
SHOWN_VALUES = 5
SHOWN_UNIQUE = 3
"""Examples of a column whose values all differ: they only show the form."""
LONGEST_VALUE = 40
FEW, FEW_NUMBERS = 12, 6
"""Columns of up to so many different values are shown with all of them."""
_TAGS = (
    "schema|talk|elsewhere|languages|tables|mentions|verified|joins|path|reading|question|hint|fault|columns|offers"
    "|rows|system"
)
_FORGED = re.compile(rf"<(?=\s*/?\s*(?:{_TAGS})\b)", re.IGNORECASE)


def quoted(name: str) -> str:
    """An identifier as SQL wants it."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: str) -> str:
    """A text as SQL wants it."""
    return "'" + value.replace("'", "''") + "'"


def plain(text: str) -> str:
    """Text from a file or a person on one line, unable to open or close one of the prompt's blocks."""
    return _FORGED.sub("‹", " ".join(text.split()))


def schema_text(
    view: SchemaView,
    *,
    first: Sequence[str] = (),
    only: Collection[str] | None = None,
    values: bool = True,
    tokens: int = 6_000,
    joins: bool = True,
) -> str:
    """The tables, then the joins among them.

    Within `tokens` each table gets as much detail as fits: values, types only, column names only, its name; those of
    `first` before others. If all fits, the order is always the same, which lets a server reuse what it has read.
    Tables that are not in `only` get the names of their columns at most. `values=False` leaves out everything that
    stands in a cell.
    """
    tail = join_lines(view.joins)[:MOST_JOINS] if joins else []
    room = int(tokens * CHARACTERS_PER_TOKEN) - sum(map(len, tail)) - len(tail) - len(view.tables)
    levels: tuple[Detail, ...] = ("values", "types", "names") if values else ("types", "names")
    parts = [table_text(t, levels[0 if only is None or t.name in only else -1]) for t in view.tables]
    if sum(map(len, parts)) > room:
        parts = _within(room, view.tables, first, only, levels)
    return "\n".join([*map(plain_lines, parts), *map(plain, tail)])


def _within(
    room: int, tables: Sequence[Table], first: Sequence[str], only: Collection[str] | None, levels: Sequence[Detail]
) -> list[str]:
    """As much detail as fits into so many characters, the tables of `first` before others."""
    rank = {name: n for n, name in enumerate(first)}
    ordered = sorted(tables, key=lambda t: rank.get(t.name, len(rank)))
    least = [table_text(t, "names") for t in ordered]
    if sum(map(len, least)) > room * MOST_LEAST:
        least = [f"table {quoted(t.name)}" for t in ordered]
    left = sum(map(len, least))
    parts = []
    for table, short in zip(ordered, least, strict=True):
        left -= len(short)
        allowed = levels if only is None or table.name in only else levels[-1:]
        rendered = (table_text(table, level) for level in allowed)
        parts.append(next((text for text in rendered if len(text) + left <= room), short))
        room -= len(parts[-1])
    return parts


def table_text(table: Table, detail: Detail) -> str:
    """One table and its columns, a line each."""
    if detail == "names":
        return f"table {quoted(table.name)}: {', '.join(quoted(c.name) for c in table.columns)}"
    described = f": {plain(table.description)[:300]}" if table.description.strip() else ""
    alias = f" labelled {plain(table.label)}" if table.label != table.name else ""
    head = f"table {quoted(table.name)}{alias}, {table.rows:,} rows{described}"
    lines = [f"  {column_text(c, detail == 'values')}" for c in table.columns if c.profile.filled]
    if empty := [quoted(plain(c.name)) for c in table.columns if not c.profile.filled]:
        lines.append(f"  always NULL: {', '.join(empty)}")
    return "\n".join([head, *lines])


def column_text(column: Column, values: bool) -> str:
    """One column: name, type, what its profile says, and with `values` some of its cells."""
    p = column.profile
    facts: list[str] = [column.type]
    if column.label != column.name:
        facts.append(f"labelled {plain(column.label)}")
    if column.unit:
        facts.append(f"in {plain(column.unit)}")
    shown = _cells(column) if values else ""
    if p.unique and not shown.startswith("always"):
        facts.append("unique")
    elif p.distinct > 1 and not shown.startswith("only"):
        facts.append(f"{p.distinct:,} different")
    if p.nulls:
        facts.append(f"{p.nulls:,} NULL")
    if shown:
        facts.append(shown)
    if column.description:
        facts.append(f"described as {plain(column.description)[:160]}")
    return f"{quoted(plain(column.name))} {', '.join(facts)}"


def _cells(column: Column) -> str:
    """Some of a column's values, or "only …" with all of them, or "always …" with the one there is."""
    p = column.profile
    if column.type in NUMERIC or column.type in TEMPORAL:
        if column.type in NUMERIC and 1 < p.distinct == len(p.common) <= FEW_NUMBERS and not p.unique:
            return f"only {', '.join(sorted((v for v, _ in p.common), key=_size))}"
        if p.minimum is None or p.maximum is None:
            return ""
        both = (p.minimum, p.maximum)
        low, high = both if column.type in NUMERIC else (literal(plain(str(v))) for v in both)
        return f"{low} to {high}" if low != high else f"always {low}"
    common = [v for v, _ in p.common if v and len(v) <= LONGEST_VALUE and plain(v) == v]
    if not common:
        return ""
    if p.distinct == len(common) == 1:
        return f"always {literal(common[0])}"
    if p.distinct <= len(common) <= FEW and not (p.unique and p.distinct > SHOWN_VALUES):
        return f"only {', '.join(map(literal, common))}"
    return f"such as {', '.join(map(literal, common[: SHOWN_UNIQUE if p.unique else SHOWN_VALUES]))}"


def _size(number: str) -> float:
    return float(number.replace(",", ""))


MANY = {
    "1:1": "one to one",
    "1:n": "one to many",
    "n:1": "many to one",
    "n:m": "MANY TO MANY, repeats rows on both sides",
}


def join_lines(joins: Iterable[Join], only: Callable[[Join], bool] = lambda j: True) -> list[str]:
    """Each join that is not rejected as an SQL condition, with how many rows meet how many."""
    lines = []
    for j in sorted(joins, key=lambda j: (j.state != "confirmed", -j.score, j.id)):
        if j.state != "rejected" and only(j):
            unsure = ", probable only" if j.state == "probable" else ""
            many = MANY[j.evidence.cardinality]
            lines.append(f"join {condition(j.child_table, j.child, j.parent_table, j.parent)} ({many}{unsure})")
    return lines


def condition(left_table: str, left: Sequence[str], right_table: str, right: Sequence[str]) -> str:
    """The ON condition of a join, a composite one with all its parts."""
    pairs = zip(left, right, strict=True)
    return " AND ".join(f"{quoted(left_table)}.{quoted(a)} = {quoted(right_table)}.{quoted(b)}" for a, b in pairs)


def elsewhere(clusters: Sequence[Cluster], shown: Sequence[str], tokens: int = 800) -> str:
    """The tables that the schema does not show, by cluster, as far as there is room."""
    seen, room, lines = set(shown), int(tokens * CHARACTERS_PER_TOKEN), []
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


def plain_lines(text: str) -> str:
    """`plain` for text whose lines are ours."""
    return _FORGED.sub("‹", text)
