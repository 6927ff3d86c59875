"""`above the average age`: a comparison with a figure of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Figure, Predicate, Things
from core.ask.translators.rules.chart.schema import apart, meant, pairing, ranked, within
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Operator, Related, Scalar

_OPERATORS: tuple[Operator, ...] = (">", "<", ">=", "<=", "=")


def _than(operator: Operator) -> Callable[[Cue, Figure, Facts], Bound | None]:
    def build(cue: Cue, figure: Figure, facts: Facts) -> Bound | None:
        things = meant(figure.things, facts) if len(figure.items) == 1 and not figure.group else None
        item = figure.items[0]
        if things is None or not within(things) or item.column is None or item.aggregate == "count":
            return None
        return Bound(operator, (Scalar(item, things.where),))

    return build


def compared(columns: Columns, bound: Bound, facts: Facts) -> Predicate | None:
    """`a weight below the average weight`."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or not facts.measure(column):
        return None
    return Predicate((Filter(Item(column), bound.operator, bound.values),), (), (column.table,))


def itself(bound: Bound, none: None, facts: Facts) -> Predicate | None:
    """`singers above the average age`: what the figure is of is what is compared."""
    value = bound.values[0]
    column = value.item.column if isinstance(value, Scalar) else None
    return compared(Columns((column,)), bound, facts) if column else None


def having_first(things: Things, other: Things, facts: Facts) -> Things | None:
    """`the department that has the oldest vehicle`: those to which the first of others belong; `the shop that has
    returned the most copies`, of which there are many: the shop itself."""
    if (rank := other.rank) is not None and rank.most and things.table in facts.owners(other.table):
        most = replace(rank, item=replace(rank.item, aggregate="sum"), where=other.where, most=False)
        return ranked(things, most, facts) if not (other.having or things.having) else None
    which = meant(other, facts) if other.rank is not None and other.table != things.table else None
    if which is None or things.rank or not apart(things.table, other.table, facts):
        return None
    held = Related(things.table, (other.table,), which.where)
    return replace(things, where=(*things.where, held))


def having_such(things: Things, others: Things, facts: Facts) -> Things | None:
    """`customers with orders of 2024`: those to which rows belong, or are paired with, that meet something. What
    several rows meet together (`orders of both Tent and Stove`) is said of the things themselves."""
    together = sum(isinstance(c, Related) for c in others.where) > 1
    plain = bool(others.where) and not (others.rank or others.having or things.rank or together)
    theirs = things.table in facts.above(others.table) or pairing(things.table, others.table, facts) is not None
    if not plain or not theirs:
        return None
    held = Related(things.table, (others.table,), others.where)
    return replace(things, where=(*things.where, held))


_HAS = frozenset(("has", "have", "had", "with", "owns", "runs", "holds"))
RULES = (
    *(Rule(f"{o} a figure", f"cmp:{o}", "figure", "figure bound", _than(o), near=True) for o in _OPERATORS),
    Rule("column and figure compared", "column", "figure bound", "predicate", compared),
    Rule("things that have the first of others", "things", "things", "things", having_first, 0.05, between=_HAS),
    Rule("things that have such others", "things", "things", "things", having_such, 0.05, between=_HAS),
    Rule("compared with its own figure", "figure bound", "", "predicate", itself, 0.15),
)
