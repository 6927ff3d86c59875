"""`names and cities, sorted by city, for all customers from Oslo`: an order said before the things that are shown."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.listing import alone, in_order, of_things
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Predicate, Shown, Sorted, Things, Whole
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts


def sorted_columns(columns: Columns, order: Sorted, facts: Facts) -> Whole | None:
    """`names and cities, sorted by city`, of one table, if by more than a figure."""
    column = order.item.column
    own = column is not None and {c.table for c in columns.columns} == {column.table} and not order.item.aggregate
    return in_order(Whole(alone(columns, None, facts)), order, facts) if own else None


def of_those(whole: Whole, things: Things, facts: Facts) -> Whole | None:
    """`… for all customers from Oslo`."""
    shown = whole.shown
    if not isinstance(shown, Shown) or things.table != shown.things.table or things.rank or things.having:
        return None
    found = of_things(Columns(shown.columns, shown.distinct), things, facts)
    return replace(whole, shown=found) if found else None


def of_such(whole: Whole, met: Predicate, facts: Facts) -> Whole | None:
    """`… with a total above 20`."""
    shown = whole.shown
    things = restricted(shown.things, met, facts) if isinstance(shown, Shown) and not met.having else None
    return replace(whole, shown=replace(shown, things=things)) if isinstance(shown, Shown) and things else None


_FOR = frozenset(("for", "of", "from", "among"))
RULES = (
    Rule("columns in their order", "column", "sorted", "sorted columns", sorted_columns),
    Rule("sorted columns of things", "sorted columns", "things", "whole", of_those, 0.05, between=_FOR),
    Rule("sorted columns of such", "sorted columns", "predicate", "whole", of_such, 0.1),
)
