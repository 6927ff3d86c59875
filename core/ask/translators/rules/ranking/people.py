"""Checks on who, and what, is told of deeds: checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Iterator

from core.ask.stop_words import FUNCTION
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.our_people import our_people
from core.ask.translators.rules.passes.people_once import rows_for_people
from core.ask.translators.rules.query import Col, Item, condition_items
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.ask.translators.rules.row_people import people_of

_WHO = frozenset(("who", "whom"))
_MOST = frozenset(("most", "least", "often"))
_BEING = frozenset("is was are were am".split())
_SHORTEST = 3
"""Words of a question on who did what, at least."""


def other_people(s: Seen) -> bool:
    """`who got the highest mark on a lead course`, and its teacher is told, not whoever the marks are of; `who teaches
    the course with the highest mark` says the course first."""
    if not s.tokens or s.tokens[0].lower not in _WHO or s.query.group:
        return False
    shown = {i.column.table for i in s.query.select if i.column and not i.aggregate}
    told = {t for t in shown if s.facts.source(t) in s.facts.tables and s.facts.persons(s.facts.source(t))}
    if len(told) != 1 or told != shown:
        return False
    (people,) = told
    for column in _sizes(s):
        rows = column.table
        whose = people_of(rows, s.facts, s.tokens) if rows in s.facts.tables and rows != people else None
        if whose is None or not whose.table or whose.table == s.facts.source(people):
            continue
        between = {j.child_table for j in s.facts.schema.joins if j.parent_table == people} - {rows}
        used = [
            c for c in s.chunks if c.link and (c.link.kind != "column" or Col(c.link.table, c.link.column) in s.columns)
        ]
        places = [c.start for c in used if c.link and c.link.table in {*between, people}]
        at = next((c.start for c in s.chunks if c.link and (c.link.table, c.link.column) == (rows, column.name)), -1)
        if at >= 0 and not any(p < at for p in places):
            return True
    return False


def _sizes(s: Seen) -> Iterator[Col]:
    """The columns that the rows go by, or that a cell of them is told by."""
    yield from (o.item.column for o in s.query.order if o.item.column is not None and not o.item.aggregate)
    yield from (f.item.column for f in s.filters if f.item.column is not None)


def rows_of_no_deed(s: Seen) -> bool:
    """`which boat let us down most often`, and their trips are counted: one of several tables that speak of boats, and
    nothing that is said means it."""
    q = s.query
    by = q.order[0].item if q.order and q.limit and q.group else Item()
    lowers = [t.lower for t in s.tokens]
    if by.aggregate != "count" or by.column is not None or not _MOST & set(lowers):
        return False
    if not {w.lower() for w in s.ignored} - FUNCTION - lexicon().asking:
        return False
    rows, things = by.table, q.group[0].table
    below = {j.child_table for j in s.facts.schema.joins if j.parent_table == things and not j.is_self}
    said = {c.link.table for c in s.chunks if c.link is not None}
    said |= {i.column.table for c in s.chunks if c.means for i in condition_items(c.means.conditions) if i.column}
    return rows in below and len(below) > 1 and rows not in said


def people_as_rows(s: Seen) -> bool:
    """`how many people gave blood`, and it is told how often: rows that are of somebody, and of several kinds of people
    or several at once."""
    return bool(rows_for_people(s.query, s.facts, s.tokens))


def ourselves_counted(s: Seen) -> bool:
    """`how many people have we rescued who were hurt`, and those of the team are counted who took part."""
    return our_people(s.tokens, s.figures, s.facts)


def what_for_whom(s: Seen) -> bool:
    """`who adopted Rex`, and it is Rex."""
    lowers = [t.lower for t in s.tokens]
    if len(lowers) < _SHORTEST or lowers[0] != "who" or lowers[1] in _BEING or s.query.everything:
        return False
    shown = [c for i in s.query.select if (c := i.column) and not i.aggregate]
    cells = {f.item.column for f in s.filters if f.operator == "=" and len(f.values) == 1 and f.item.column}
    return bool(shown) and all(c in cells for c in shown)


CHECKS: tuple[Check, ...] = (what_for_whom, other_people, rows_of_no_deed, people_as_rows, ourselves_counted)
