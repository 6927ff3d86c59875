"""`a total above 300 or below 100`, `placed before 2003 or after 2010`: one bound of a column or another."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.coordination import either
from core.ask.translators.rules.chart.constructs.restricting import compared
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Predicate
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter

CUES = {"or else": ("or", "or else", "or is", "or are", "or was", "or were")}
_BOUNDS = (">", "<", ">=", "<=", "between")


def other(cue: Cue, bound: Bound, facts: Facts) -> Bound | None:
    return bound if bound.operator in _BOUNDS else None


def beyond_either(met: Predicate, bound: Bound, facts: Facts) -> Predicate | None:
    """The same column beyond the other bound."""
    column = _bounded(met)
    second = compared(Columns((column,)), bound, facts) if column is not None else None
    return either(met, second, facts) if second is not None and second.where != met.where else None


def _bounded(met: Predicate) -> Col | None:
    """The column that a predicate sets a bound to."""
    said = met.where[0] if len(met.where) == 1 and not met.having else None
    bounded = isinstance(said, Filter) and said.operator in _BOUNDS and not said.item.aggregate
    return said.item.column if isinstance(said, Filter) and bounded else None


RULES = (
    Rule("or a bound", "or else", "bound", "other bound", other, near=True),
    Rule("beyond either bound", "predicate", "other bound", "predicate", beyond_either),
)
