"""`completed hires in 2024`: what came about is of the day on which it began, and not of that of its booking."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.decided_then import to_day
from core.ask.translators.rules.query import Col, Filter, Query
from core.ask.translators.rules.query_parts import filters_in
from core.model import TEMPORAL
from core.text.words import normalise

_BOOKED = frozenset(map(stem, "booked reserved ordered requested enquired".split()))
_CAME_ABOUT = frozenset("completed complete done attended happened held taken finished went".split())
"""How what a cell means begins that says that a row came about."""


def came_about_then(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query by the day on which its rows begin, where a cell says that they came about, and their usual day is
    that of a booking, of which the question says nothing."""
    said = {t.lower for t in tokens}
    for table in {f.item.column.table for f in filters_in(query) if f.item.column and _came_about(f, facts)}:
        usual = facts.own_when(table, day=True) if table in facts.tables else None
        if usual is None or not facts.speaks(usual, _BOOKED) or said & set(facts.spelt(usual)):
            continue
        days = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL and c.type != "time"]
        begun = [d for d in days if d != usual and facts.begins(d)]
        if len(begun) == 1:
            query = to_day(query, usual, begun[0])
    return query


def _came_about(f: Filter, facts: Facts) -> bool:
    held = facts.column(f.item.column) if f.item.column else None
    if held is None or f.operator != "=" or len(f.values) != 1:
        return False
    meant = normalise(held.meaning(f.values[0]) or str(f.values[0])).split()
    return bool(meant) and meant[0] in _CAME_ABOUT
