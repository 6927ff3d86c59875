"""`the number of orders and the total amount of items per customer`: figures over the rows of several tables."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.grouping import each
from core.ask.translators.rules.chart.constructs.measuring import both
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Figure, Things
from core.ask.translators.rules.chart.schema import apart, counted, within
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item


def beside(one: Figure, other: Figure, facts: Facts) -> Figure | None:
    """Each over its own rows, and of those that it speaks of."""
    sides = (one, other)
    if any(f.group or f.things.rank or f.things.having or not within(f.things) for f in sides):
        return None
    if any(i.aggregate == "own" for f in sides for i in f.items) or set(one.items) & set(other.items):
        return None
    if not apart(one.things.table, other.things.table, facts):
        return None
    return Figure((*_own(one), *_own(other)), Things(one.things.table))


def _own(side: Figure) -> tuple[Item, ...]:
    return tuple(replace(i, where=(*i.where, *side.things.where)) for i in side.items)


def counted_too(figure: Figure, things: Things, facts: Facts) -> Figure | None:
    """`the number of orders and items`: how many there are of each."""
    counts = all(i.aggregate == "count" and i.column is None for i in figure.items)
    if not counts or things.rank or things.having:
        return None
    return beside(figure, Figure((counted(things.table),), things), facts)


def for_each_too(one: Figure, other: Figure, facts: Facts) -> Figure | None:
    """`how many orders per customer, and the total amount`: the groups of the first are those of both."""
    if one.group is None or other.group is not None:
        return None
    plain = replace(one, group=None)
    together = beside(plain, other, facts) or both(plain, other, facts)
    return each(together, one.group, facts) if together is not None else None


def twice(one: Columns, other: Columns, facts: Facts) -> Columns | None:
    """`the amount paid`: two words for one column."""
    return one if one == other and len(one.columns) == 1 else None


_AND = frozenset(("and", ",", "&", "plus"))
RULES = (
    Rule("figures of several tables", "figure", "figure", "figure", beside, 0.05, between=_AND),
    Rule("things counted too", "figure", "things", "figure", counted_too, 0.05, between=_AND),
    Rule("figures for each, and others", "figure", "figure", "figure", for_each_too, 0.05, between=_AND),
    Rule("two words for a column", "column", "column", "column", twice, near=True),
)
