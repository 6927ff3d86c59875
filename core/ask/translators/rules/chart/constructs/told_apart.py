"""`the number of men and women`, `men and women by ward`: a figure of each of those that are listed."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.grouping import each
from core.ask.translators.rules.chart.constructs.reckoning import of_such
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Predicate, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Filter, Item


def of_each_value(cue: Cue, values: Predicate, facts: Facts) -> Figure | None:
    """`the number of men and women`: of each by itself."""
    listed = values.where[0]
    column = listed.item.column if isinstance(listed, Filter) else None
    if column is None or cue.text.split()[-1] == "many":
        return None
    whole = of_such(values)
    return Figure(whole.items, whole.things, Group((column,)))


def amounts(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
    """`the number of men and women`, where columns hold how many."""
    return _added(columns, facts) if len(columns.columns) > 1 else None


def amounts_for_each(columns: Columns, group: Group, facts: Facts) -> Figure | None:
    """`men and women by ward`: added up for each."""
    figure = _added(columns, facts)
    return each(figure, group, facts) if figure is not None else None


def _added(columns: Columns, facts: Facts) -> Figure | None:
    adds = (facts.measure(c) and not facts.year(c) and not facts.speaks(c, lexicon().averaged) for c in columns.columns)
    tables = {c.table for c in columns.columns}
    if columns.distinct or len(tables) > 1 or not all(adds):
        return None
    return Figure(tuple(Item(c, "sum") for c in columns.columns), Things(columns.columns[0].table))


RULES = (
    Rule("count each value", "count", "values", "figure", of_each_value, 0.05),
    Rule("add up several amounts", "count", "column", "figure", amounts, 0.3),
    Rule("amounts for each", "column", "grouping", "figure", amounts_for_each, 0.05),
)
