"""`parts with an average cost above 50`, `districts with exactly 2 stations`: what the rows of each must come to."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Figure, Predicate, Shown, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter

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
    if found is None or found.profile.unique or facts.measure(column):
        return None
    if facts.telling(column) and not all(map(_repeats, met.having)):
        return None
    return Shown((column,), Things(column.table, having=met.having), said=False)


def _repeats(bound: Filter) -> bool:
    """More rows than one."""
    least = bound.values[0]
    if bound.item.aggregate != "count" or bound.item.column is not None or not isinstance(least, float):
        return False
    return bound.operator in (">", ">=", "=") and least >= 1 and (least, bound.operator) not in ((1, ">="), (1, "="))


RULES = (
    Rule("figure that is beyond", "figure", "bound", "predicate", come_to, 0.05, between=_ARE),
    Rule("beyond a figure", "bound", "figure", "predicate", lambda b, f, k: come_to(f, b, k), 0.1, near=True),
    Rule("values that come to so much", "column", "predicate", "shown", values),
)
