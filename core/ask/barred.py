"""Which joins a way may take: what meets many rows on both sides says little of single rows.

A many-to-many join must touch a table that is asked for, and hold what names something: the orders and the tickets of
one day, rank or status have nothing in common. Nor may a way turn round in a table of such things.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from core.ask.label_stems import stems
from core.model import TEMPORAL, Column, Join, Table
from core.text.words import words

_DULL = frozenset(
    part
    for word in (
        "status rank ranking priority severity gender sex flag currency year quarter month week day date time".split()
    )
    for part in stems(word)
)
"""Stems of labels whose values sort things and name none."""


LOOKED_UP = 30
"""Rows up to which a table of a key and a name is one that codes are looked up in."""


def barred_columns(tables: Iterable[Table], needed: Collection[str] = ()) -> tuple[str, ...]:
    """The ids ("table.column") of columns over which a join path must not go from one child table to another: dates,
    keys of states and ranks, and of tables in which codes are looked up, unless a question needs them."""
    return tuple(
        sorted(
            f"{t.name}.{c.name}"
            for t in tables
            for c in t.columns
            if _dull(t, c) or (t.name not in needed and c.profile.unique and looked_up(t))
        )
    )


def looked_up(table: Table) -> bool:
    """Whether a table only says what codes mean: a few rows of a key and a name."""
    return len(table.columns) <= 2 and 0 < table.rows <= LOOKED_UP


def _dull(table: Table, column: Column) -> bool:
    if column.type in TEMPORAL or column.type == "boolean":
        return True
    own, said = stems(table.label), set(stems(column.label))
    sorts = bool(said & _DULL) and len(words(column.label)) <= 2
    return sorts or (column.profile.unique and bool(set(own[-1:]) & _DULL))


def may_step(join: Join, here: str, there: str, needed: Collection[str], barred: Collection[str]) -> bool:
    """Whether a way may take the join at all."""
    if join.evidence.cardinality != "n:m":
        return True
    sorts = f"{join.child_table}.{join.child[0]}" in barred or f"{join.parent_table}.{join.parent[0]}" in barred
    return not sorts and (here in needed or there in needed)


def turns(before: Join, join: Join, table: str) -> str:
    """The column of `table` in which a way that comes by `before` turns round, each row meeting many; else ""."""
    if before.evidence.cardinality != "n:1" or join.evidence.cardinality != "n:1":
        return ""
    met = before.parent[0] if before.parent_table == table else before.child[0]
    left = join.parent[0] if join.parent_table == table else join.child[0]
    return f"{table}.{met}" if met == left else ""


def referring(joins: Iterable[Join]) -> frozenset[str]:
    """The ids of columns that refer to rows of another table."""
    return frozenset(f"{j.child_table}.{j.child[0]}" for j in joins if not j.is_self and j.state != "rejected")


def bridges(before: Join, join: Join, table: str, refer: Collection[str]) -> bool:
    """Whether a way goes down to rows of `table` that refer to what it came from, and up again to what else they refer
    to: an invoice for a visit, to a site. Where each visit refers to its site itself, fewer rows are lost."""
    met, left = (
        f"{table}.{j.parent[0] if j.parent_table == table else j.child[0]}" for j in (before, join)
    )  # columns by which it comes and goes
    return met != left and met in refer and left in refer
