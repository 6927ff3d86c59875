"""What the constructs ask of the schema: whether tables hang together, and the columns that words only hint at."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.translators.rules.chart.meanings import Predicate, Rank, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Leading, Scalar

KINDS = 60
"""Rows of a list of kinds, at most; different values of a column of kinds."""
OFTEN = ("how often", "how many times")
"""What asks for the rows of what happened."""
FAR = 4
"""Joins between two tables that are still taken to speak of each other."""


def apart(one: str, other: str, facts: Facts) -> int | None:
    """Joins between two tables; None where they are too far apart, or not connected."""
    found = facts.far(one, other)
    return found if found is not None and found <= FAR else None


def pairing(one: str, other: str, facts: Facts) -> Col | None:
    """Where neither of two tables refers to the other, and one more pairs their rows (`enrolments`): its reference to
    the other."""
    if apart(one, other, facts) != len((one, other)):
        return None
    pairs = [t for t in facts.belonging(one) if other in facts.owners(t)]
    found = [
        Col(j.child_table, c)
        for j in facts.schema.joins
        if j.parent_table == other and len(j.child) == 1
        for c in j.child
        if j.child_table in pairs
    ]
    return found[0] if len(found) == 1 else None


def of_kind(kinds: str, said: str, facts: Facts) -> str:
    """`special schools`, a cell of a list of kinds of schools: the table of what is of these kinds, where the last word
    of the cell is what its rows are called; else ""."""
    few = kinds in facts.tables and facts.tables[kinds].rows <= KINDS
    rows = facts.referring(kinds) if few else ""
    return rows if rows and stems(facts.tables[rows].label)[-1:] == (said,) else ""


def has_one(table: str, column: Col, facts: Facts) -> bool:
    """Each row of the table has one cell of the column: its own, or that of the one row that it belongs to."""
    return column.table in (table, *facts.owners(table))


def restricted(things: Things, met: Predicate, facts: Facts) -> Things | None:
    """The things that meet a predicate too; None where its tables do not hang together with theirs, or where it says
    again what a cell must be."""
    if any(_again(one, other) or excluded(one, other) for one in things.where for other in met.where):
        return None
    if any(apart(things.table, t, facts) is None for t in met.tables):
        return None
    return replace(things, where=(*things.where, *met.where), having=(*things.having, *met.having))


def _again(one: Condition, other: Condition) -> bool:
    """Two cells of one column: no row holds both, and one that holds the first does not hold another that is denied."""
    cells = isinstance(one, Filter) and isinstance(other, Filter) and one.item == other.item and one != other
    return cells and {one.operator, other.operator} in ({"="}, {"=", "!="})  # type: ignore[union-attr]


def excluded(one: Condition, other: Condition) -> bool:
    """`before 2003` and `after 2010`: no row is both."""
    if not (isinstance(one, Filter) and isinstance(other, Filter) and one.item == other.item):
        return False
    below, above = (one, other) if one.operator in ("<", "<=") else (other, one)
    if below.operator not in ("<", "<=") or above.operator not in (">", ">=") or (below.item.aggregate):
        return False
    low, high = above.values[0], below.values[0]
    strict = "<" in (below.operator, above.operator.replace(">", "<"))
    if isinstance(low, float) and isinstance(high, float):
        return high < low or (high == low and strict)
    return isinstance(low, str) and isinstance(high, str) and (high < low or (high == low and strict))


def ranked(things: Things, rank: Rank, facts: Facts) -> Things | None:
    """The first things by a rank; by their own column of its quantity where it has one."""
    if things.rank is not None:
        return None
    if rank.quantity:
        column = facts.of_quantity(rank.quantity, (things.table, *facts.owners(things.table)))
        if column is None:
            return None
        turned = rank.quantity == "age" and (facts.year(column) or not facts.numeric(column))
        rank = replace(rank, item=Item(column), descending=rank.descending != turned, quantity="")
    table = rank.item.column.table if rank.item.column else rank.item.table
    if rank.item.aggregate == "sum" and table == things.table and facts.key(table):
        rank = replace(rank, item=replace(rank.item, aggregate=""), most=True)  # each thing has one
    if apart(things.table, table, facts) is None or (rank.item.column is None and table == things.table):
        return None
    return replace(things, where=(*things.where, *rank.where), rank=replace(rank, where=()))


def meant(things: Things, facts: Facts) -> Things | None:
    """Things with their rank as a condition that says which are meant; None where they have no key to say it by."""
    rank = things.rank
    if rank is None:
        return things
    if rank.quantity or things.having:
        return None
    own = rank.item.column is not None and rank.item.column.table == things.table and within(things)
    if own and not rank.item.aggregate and rank.limit == 1:
        extreme = Scalar(replace(rank.item, aggregate="max" if rank.descending else "min"), things.where)
        return replace(things, where=(*things.where, Filter(rank.item, "=", (extreme,))), rank=None)
    key = facts.key(things.table)
    if key is None:
        return None
    leading = Leading(key, rank.item, rank.descending, rank.limit, things.where)
    return replace(things, where=(leading,), rank=None)


def within(things: Things) -> bool:
    """What the things must meet speaks of their own columns alone."""
    return all(isinstance(c, Filter) and c.item.column and c.item.column.table == things.table for c in things.where)


def happening(said: Collection[str], named: Collection[str], facts: Facts) -> str:
    """The table whose rows tell what happened to all that is said: the nearest one that they belong to. What is `named`
    (a person, one ship) is what it happened to, and does not tell of it. "" where several tables may be meant."""
    said = dict.fromkeys(t for t in said if t in facts.tables)
    below = {
        t: sum(facts.far(t, s) or 0 for s in said)
        for t in facts.tables
        if t not in named and all(s == t or s in facts.above(t) for s in said)
    }
    near = [t for t, far in below.items() if far == min(below.values())] if said else []
    return near[0] if len(near) == 1 else ""


def one_named(met: Iterable[Condition], facts: Facts) -> frozenset[str]:
    """The tables of people, and of things of which one is named, that conditions speak of."""
    cells = [c.item.column for c in met if isinstance(c, Filter) and c.operator == "=" and c.item.column]
    return frozenset(c.table for c in cells if c.table in facts.tables and (facts.persons(c.table) or facts.telling(c)))


def counted(table: str) -> Item:
    """The number of rows of a table."""
    return Item(None, "count", table=table)
