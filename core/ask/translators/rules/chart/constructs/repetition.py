"""`cities that occur more than once`: values by how many rows have them."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Shown, Things
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter

_OCCUR = frozenset("occur occurs appear appears repeat repeats".split())


def repeated(columns: Columns, bound: Bound, facts: Facts) -> Shown | None:
    if bound.dated or len(columns.columns) > 1 or facts.measure(columns.columns[0]):
        return None
    table = columns.columns[0].table
    often = Filter(counted(table), bound.operator, bound.values)
    return Shown(columns.columns, Things(table, having=(often,)), said=False)


RULES = (Rule("values so often", "column", "bound", "shown", repeated, between=_OCCUR),)
