"""`top 3 streets for complaints`: by the `Road` of each complaint, where only those about a tree lead to a street."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.model import NUMERIC
from core.text.synonyms import synonyms
from core.text.words import words

_LACKING = 0.05
"""The share of rows without the reference, from which on what they hold themselves goes before."""


def by_own_column(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Groups of counted rows by a column of another table that many of them do not lead to are made by their own column
    of the same sense and values."""
    counts = [i for i in (*query.select, *(o.item for o in query.order)) if i.aggregate == "count" and i.column is None]
    counted = {i.table for i in counts if i.table in facts.tables}
    if len(counted) != 1 or len(query.group) != 1 or query.beside or query.share:
        return query
    (rows,), (group,) = counted, query.group
    if group.table == rows or group.part or group.through[0] or not _loses(rows, group.table, facts):
        return query
    own = [c for c in facts.tables[rows].columns if c.type not in NUMERIC and _alike(Col(rows, c.name), group, facts)]
    if len(own) != 1:
        return query
    column = Col(rows, own[0].name)

    def put(i: Item) -> Item:
        return replace(i, column=column) if i.column == group and not i.aggregate else i

    order = tuple(replace(o, item=put(o.item)) for o in query.order)
    return replace(query, select=tuple(map(put, query.select)), group=(column,), order=order, tables=(rows,))


def _loses(rows: str, other: str, facts: Facts) -> bool:
    """Many rows do not refer to the other table, which they refer to straight."""
    for j in facts.schema.joins:
        if (j.child_table, j.parent_table) == (rows, other) and len(j.child) == 1:
            held = facts.column(Col(rows, j.child[0]))
            return held is not None and held.profile.nulls > _LACKING * facts.tables[rows].rows
    return False


def _alike(own: Col, other: Col, facts: Facts) -> bool:
    """Labels of one sense, and a value in common."""
    mine, theirs = facts.column(own), facts.column(other)
    if mine is None or theirs is None or mine.type != theirs.type:
        return False
    said = {stem(s) for w in words(theirs.label) for s in (w, *synonyms().get(w, ()))}
    common = {v.strip().casefold() for v, _ in theirs.profile.common}
    shared = any(v.strip().casefold() in common for v, _ in mine.profile.common)
    return shared and bool(said & set(stems(mine.label)))
