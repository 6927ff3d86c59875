"""`a total above 300 or below 100`, `placed before 2003 or after 2010`: one bound of a column or another."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.coordination import either
from core.ask.translators.rules.chart.constructs.quantities import of_things
from core.ask.translators.rules.chart.constructs.restricting import compared
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Predicate, Sized, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter

CUES = {"or else": ("or", "or else", "or is", "or are", "or was", "or were")}
_BOUNDS = (">", "<", ">=", "<=", "between")


def other(cue: Cue, bound: Bound, facts: Facts) -> Bound | None:
    return bound if bound.operator in _BOUNDS else None


def of_same(met: Predicate, bound: Bound, facts: Facts) -> Predicate | None:
    """Another bound of the column that a predicate sets one to."""
    column = _bounded(met)
    return compared(Columns((column,)), bound, facts) if column is not None else None


def beyond_either(met: Predicate, bound: Bound, facts: Facts) -> Predicate | None:
    """The same column beyond the other bound."""
    second = of_same(met, bound, facts)
    return either(met, second, facts) if second is not None and second.where != met.where else None


def rows_beyond(things: Things, bound: Bound, facts: Facts) -> Things | None:
    """`people taller than 200 or lower than 160`: rows of one size or another."""
    met = beyond_either(Predicate(things.where[-1:], (), (things.table,)), bound, facts)
    return replace(things, where=(*things.where[:-1], *met.where)) if met and not things.rank else None


def other_size(cue: Cue, sized: Sized, facts: Facts) -> Sized | None:
    """`or younger than 20`."""
    return sized if sized.quantity else None


def of_either_size(things: Things, sized: Sized, facts: Facts) -> Things | None:
    """`older than 60 or younger than 20`, `from Oslo or younger than 20`."""
    second = of_things(Things(things.table), sized, facts)
    if second is None or len(things.where) != 1 or things.rank or things.having:
        return None
    own = (things.table,)
    met = either(Predicate(things.where, (), own), Predicate(second.where, (), own), facts)
    return replace(things, where=met.where) if met else None


def _bounded(met: Predicate) -> Col | None:
    """The column that a predicate sets a bound to."""
    said = met.where[0] if len(met.where) == 1 and not met.having else None
    bounded = isinstance(said, Filter) and said.operator in _BOUNDS and not said.item.aggregate
    return said.item.column if isinstance(said, Filter) and bounded else None


RULES = (
    Rule("or a bound", "or else", "bound", "other bound", other, near=True),
    Rule("beyond either bound", "predicate", "other bound", "predicate", beyond_either),
    Rule("rows beyond either bound", "things", "other bound", "things", rows_beyond),
    Rule("or a size", "or else", "sized", "other size", other_size, near=True),
    Rule("rows of either size", "things", "other size", "things", of_either_size),
)
