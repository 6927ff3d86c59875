"""Where rows are counted that meet the conditions only by way of something else that both are of, or whose name is but
half of what is said: checks for contradictions.py."""

from __future__ import annotations

from itertools import pairwise

from core.ask.tokens import stem
from core.ask.translators.rules.query import Filter
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.text.words import words

_PLAIN = frozenset(
    "lists logs records entries details rows lines registers files stats statistics notes books sheets members "
    "results items data orders profiles accounts cards contacts".split()
)
"""Heads of labels that say no more than that there are rows."""


def condition_of_sibling(s: Seen) -> bool:
    """`how many of each animal are still here`, and gifts for animals are counted, of whose kind some are here: what is
    counted is neither of the rows that the condition is of, nor are these of it."""
    counted = {i.table for i in s.figures if i.aggregate == "count" and i.column is None and i.table in s.facts.tables}
    plain = [f.item.column for f in s.query.where if isinstance(f, Filter) and f.item.column is not None]
    tables = {s.facts.source(c.table) for c in plain} & s.facts.tables.keys()
    return any(t != c and _siblings(t, c, s) for c in counted for t in tables)


def _siblings(one: str, other: str, s: Seen) -> bool:
    """Both are of one thing, neither is of the other, and no row of the query is of both."""
    above = {t: {s.facts.source(o) for o in s.facts.above(t)} for t in {*s.tree.tables} & s.facts.tables.keys()}
    ours, theirs = above.get(one, set()), above.get(other, set())
    both = any({one, other} <= owners for owners in above.values())
    return bool(ours & theirs) and one not in theirs and other not in ours and not both


def half_of_label(s: Seen) -> bool:
    """`how many searches`, and the search areas are counted: the areas are no searches."""
    counted = {i.table or (i.column.table if i.column else "") for i in s.figures if i.aggregate == "count"}
    for many, what in pairwise(s.chunks):
        link = what.link if many.has("count") and what.kind == "table" else None
        if link is None or link.how != "part" or link.table not in counted or link.table not in s.facts.tables:
            continue
        *before, head = words(s.facts.tables[link.table].label) or ("",)
        said = stem(what.text.lower().split()[-1])
        whole = stem(head) in {t.stem for t in s.tokens}  # “available features”, of `other available features`
        if head.endswith("s") and head not in _PLAIN and said in map(stem, before) and not whole:
            return True
    return False


CHECKS: tuple[Check, ...] = (condition_of_sibling, half_of_label)
