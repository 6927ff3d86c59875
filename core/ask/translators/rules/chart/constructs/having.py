"""`parts with an average cost above 50`, `districts with exactly 2 stations`: what the rows of each must come to."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Figure, Predicate, Shown, Things
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter

_HAVE = frozenset(("with", "have", "has", "had", "having", "are"))
_ARE = frozenset(("of", "is", "are", "was", "were", "that"))


def come_to(figure: Figure, bound: Bound, facts: Facts) -> Predicate | None:
    """`an average cost above 50`: of the rows of each thing."""
    item, things = figure.items[0], figure.things
    if len(figure.items) > 1 or figure.group or bound.dated or not item.aggregate or things != Things(things.table):
        return None
    return Predicate((), (Filter(item, bound.operator, bound.values),), (things.table,))


def values(columns: Columns, met: Predicate, facts: Facts) -> Shown | None:
    """Values of a column whose rows come to so much, or are so many."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    if len(columns.columns) > 1 or met.where or not met.having or met.tables != (column.table,):
        return None
    own = (facts.key(column.table), *facts.display(column.table))
    if found is None or (facts.measure(column) and not facts.year(column)) or column in own:
        return None
    return Shown((column,), Things(column.table, having=met.having), said=False)


def rows_such(bound: Bound, things: Things, facts: Facts) -> Predicate | None:
    """`at least 2 customers older than 40`: of the rows that meet something."""
    if bound.dated or things.rank or things.having or not things.where:
        return None
    return Predicate(things.where, (Filter(counted(things.table), bound.operator, bound.values),), (things.table,))


def values_such(columns: Columns, met: Predicate, facts: Facts) -> Shown | None:
    """`cities with at least 2 customers older than 40`."""
    found = values(columns, replace(met, where=()), facts)
    return replace(found, things=replace(found.things, where=met.where)) if found else None


def said_twice(shown: Shown, columns: Columns, facts: Facts) -> Shown | None:
    """`cities where at least 2 customers live`, where the verb means the column that is shown."""
    return shown if shown.columns == columns.columns and shown.things.having and not shown.said else None


_WHERE = frozenset(("where", "when", "which", "whom"))
RULES = (
    Rule("values of so many", "column", "so many", "shown", values, between=_HAVE),
    Rule("figure that is beyond", "figure", "bound", "predicate", come_to, 0.05, between=_ARE),
    Rule("beyond a figure", "bound", "figure", "predicate", lambda b, f, k: come_to(f, b, k), 0.1, near=True),
    Rule("values that come to so much", "column", "predicate", "shown", values),
    Rule("so many such rows", "bound", "things", "so many such", rows_such),
    Rule("values of so many such rows", "column", "so many such", "shown", values_such, 0.02),
    Rule("values where so many are", "column", "predicate", "shown", values, between=_WHERE),
    Rule("values where so many such are", "column", "so many such", "shown", values_such, between=_WHERE),
    Rule("values said twice", "shown", "column", "shown", said_twice, 0.05),
)
