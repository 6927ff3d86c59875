"""`the number of men and women`, `how many men and how many women`, `men and women by ward`: a figure of each of those
that are listed."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.grouping import each
from core.ask.translators.rules.chart.constructs.reckoning import of_such
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Predicate, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Condition, Filter, Item


def of_each_value(cue: Cue, values: Predicate, facts: Facts) -> Figure | None:
    """`the number of men and women`: of each by itself."""
    listed = values.where[0]
    column = listed.item.column if isinstance(listed, Filter) else None
    if column is None or cue.text.split()[-1] == "many":
        return None
    whole = of_such(values)
    return Figure(whole.items, whole.things, Group((column,)))


def one_and_other(one: Figure, other: Figure, facts: Facts) -> Figure | None:
    """`how many dogs and how many cats`: one figure over rows that a cell of one column tells apart."""
    if one.items != other.items or one.group or other.group or one.things.table != other.things.table:
        return None
    cells = [(a, b) for a in map(_cell, one.things.where) for b in map(_cell, other.things.where) if a and b]
    apart = [(a, b) for a, b in cells if a.item == b.item and not set(a.values) & set(b.values)]
    if len(apart) != 1 or (column := apart[0][0].item.column) is None:
        return None
    ours, theirs = apart[0]
    left = tuple(c for c in one.things.where if c != ours)
    more = tuple(c for c in other.things.where if c != theirs)
    if replace(one.things, where=()) != replace(other.things, where=()) or (more and more != left):
        return None
    met = (*left, replace(ours, values=(*ours.values, *theirs.values)))
    return Figure(one.items, replace(one.things, where=met), Group((column,)))


def _cell(condition: Condition) -> Filter | None:
    plain = isinstance(condition, Filter) and condition.operator == "=" and not condition.item.aggregate
    return condition if isinstance(condition, Filter) and plain else None


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


_AND = frozenset(("and", ",", "&"))
RULES = (
    Rule("count such", "count", "predicate", "such", lambda cue, met, facts: of_such(met)),
    Rule("one and the other", "figure", "figure", "figure", one_and_other, 0.02, between=_AND),
    Rule("one and such", "figure", "such", "figure", one_and_other, 0.02, between=_AND),
    Rule("such and such", "such", "such", "figure", one_and_other, 0.02, between=_AND),
    Rule("count each value", "count", "values", "figure", of_each_value, 0.05),
    Rule("add up several amounts", "count", "column", "figure", amounts, 0.3),
    Rule("amounts for each", "column", "grouping", "figure", amounts_for_each, 0.05),
)
