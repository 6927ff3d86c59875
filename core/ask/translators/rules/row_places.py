"""Where rows are: the column of a place that they have, or the place that each of them refers to."""

from __future__ import annotations

from collections.abc import Iterable

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col

_ADDRESS = frozenset((stem("address"),))
_PLACES = frozenset(
    map(
        stem,
        "where site destination room building house home property premises plot station yard branch depot shop store "
        "field garden park street road area zone estate office school ward county river bridge gallery theatre hall "
        "farm barn dock berth pond lake beach hut workshop studio clinic hospital surgery kitchen floor".split(),
    )
)
"""What people call places, beside the words for them that headers have."""


def where_rows_are(rows: str, facts: Facts) -> tuple[Col, ...]:
    """What says where each row is: the one column of theirs that names a place, else the address, or what it is called
    by, of the one place that they refer to; empty where nothing does, or several may."""
    held = facts.tables[rows].columns
    said = _PLACES | {*map(stem, lexicon().labels["place"])}
    own = [Col(rows, c.name) for c in held if c.type == "text" and said & set(stems(c.label))]
    own = [c for c in own if c != facts.key(rows) and not facts.identifying(c) and _above(c, facts) is None]
    if own:
        exact = [c for c in own if facts.speaks(c, _ADDRESS)] or own
        return (exact[0],) if len(exact) == 1 else ()
    above = [(Col(rows, c.name), t) for c in held if (t := _above(Col(rows, c.name), facts)) is not None]
    places = [t for c, t in above if said & {*stems(facts.tables[t].label), *_label(c, facts)}]
    if len(set(places)) != 1:
        return ()
    address = [Col(places[0], c.name) for c in facts.tables[places[0]].columns if c.type == "text"]
    address = [c for c in address if facts.speaks(c, _ADDRESS)]
    return tuple(address) if len(address) == 1 else facts.display(places[0])


def tells_place(column: Col, tables: Iterable[str], facts: Facts) -> bool:
    """It says where rows of some tables are, or is no name, number, size or day of theirs."""
    held = [t for t in tables if t in facts.tables]
    if any(column in where_rows_are(t, facts) for t in held):
        return True
    names = {c for t in held for c in (*facts.display(t), facts.key(t))}
    return not (column in names or facts.measure(column) or facts.dated(column))


def _above(column: Col, facts: Facts) -> str | None:
    """The table, none of people, whose rows a column refers to."""
    joins = [
        j
        for j in facts.schema.joins
        if j.child_table == column.table and j.child == (column.name,) and not j.is_self and j.state != "rejected"
    ]
    found = {j.parent_table for j in joins if j.evidence.parent_unique and not facts.persons(j.parent_table)}
    return found.pop() if len(found) == 1 else None


def _label(column: Col, facts: Facts) -> tuple[str, ...]:
    held = facts.column(column)
    return tuple(stems(held.label)) if held is not None else ()
