"""`name and number of orders of each customer`, `the name and city for each`: what is shown of each thing together."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Shown, Things
from core.ask.translators.rules.chart.schema import apart, has_one
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import tables_of


def of_each(group: Group, columns: Columns, facts: Facts) -> Shown | None:
    """`for each customer the name`."""
    things = Things(group.table)
    plain = group.table and not group.columns and all(has_one(group.table, c, facts) for c in columns.columns)
    return Shown(columns.columns, things, columns.distinct) if plain else None


def shown_of_each(group: Group, shown: Shown, facts: Facts) -> Shown | None:
    """`for each order the name of the customer who ordered`: what is shown speaks of the same things."""
    things = shown.things
    same = group.table == things.table and not group.columns and shown.said and not (things.rank or things.having)
    told = same and any(c.table != group.table for c in shown.columns) and not shown.beside
    return shown if told and all(has_one(group.table, c, facts) for c in shown.columns) else None


def figured(columns: Columns, figure: Figure, facts: Facts) -> Figure | None:
    """`names, cities and the number of orders of each customer`: the things have columns that are shown beside."""
    group = figure.group
    if group is None or group.columns or not group.table or columns.distinct or group.table == figure.things.table:
        return None
    if not all(has_one(group.table, c, facts) for c in columns.columns):
        return None
    return replace(figure, group=replace(group, columns=columns.columns))


def things_figured(shown: Shown, figure: Figure, facts: Facts) -> Figure | None:
    """`names of customers and their number of orders`: the figure is of each of the things that are shown."""
    things, columns = shown.things, shown.columns
    table = things.table
    if figure.group or figure.things.rank or things.rank or things.having or table == figure.things.table:
        return None
    if shown.distinct or not columns or not facts.key(table) or not apart(figure.things.table, table, facts):
        return None
    if not any(facts.telling(c) or c == facts.key(table) for c in columns):
        return None
    if not all(has_one(table, c, facts) for c in columns):
        return None
    where = (*figure.things.where, *things.where)
    return replace(figure, things=replace(figure.things, where=where), group=Group(columns, table))


def called_figured(things: Things, figure: Figure, facts: Facts) -> Figure | None:
    """`customers and their number of orders`: with what they are called."""
    named = facts.named(things.table) and things.rank is None
    return things_figured(Shown(facts.display(things.table), things), figure, facts) if named else None


def same_figured(shown: Shown, figure: Figure, facts: Facts) -> Figure | None:
    """`names of customers and the number of orders of each customer`: the figure is of each of the same things."""
    group = figure.group
    same = group is not None and group.table == shown.things.table and not group.columns
    return things_figured(shown, replace(figure, group=None), facts) if same else None


def and_their_number(shown: Shown, figure: Figure, facts: Facts) -> Shown | None:
    """`names of customers with more than 2 orders and their number of orders`: of the rows that they are told by."""
    things = shown.things
    told = [f.item for f in things.having] + ([things.rank.item] if things.rank else [])
    plain = len(figure.items) == 1 and figure.group is None and figure.things == Things(figure.things.table)
    if not plain or shown.beside or not shown.columns or not told or not told[0].aggregate:
        return None
    return replace(shown, beside=figure.items) if next(tables_of(told[0]), "") == figure.things.table else None


def more(shown: Shown, columns: Columns, facts: Facts) -> Shown | None:
    """`the id of each order and the name of the customer`."""
    if not shown.columns or shown.things.rank or set(shown.columns) & set(columns.columns):
        return None
    if not all(has_one(shown.things.table, c, facts) for c in columns.columns):
        return None
    return replace(shown, columns=(*shown.columns, *columns.columns))


def and_others(shown: Shown, things: Things, facts: Facts) -> Shown | None:
    """`names of customers and the orders they made`: a row for each of the others."""
    own = shown.things
    if own.rank or own.having or things.rank or things.having or not shown.columns or shown.distinct:
        return None
    if own.table == things.table or own.table not in facts.owners(things.table):
        return None
    where = (*own.where, *things.where)
    return Shown((*shown.columns, *facts.display(things.table)), Things(things.table, where))


def for_each(figure: Figure, cue: Cue, facts: Facts) -> Figure | None:
    """`type and number of orders for each`."""
    return figure if figure.group is not None else None


def everything(cue: Cue, things: Things, facts: Facts) -> Shown | None:
    """`all the information about customers`: every column."""
    return None if things.rank and things.rank.quantity else Shown((), things)


_AND = frozenset(("and", ",", "&", "with", "together", "along", "plus", "alongside"))
_ABOUT = frozenset(("about", "of", "on", "for", "from", "regarding", "concerning"))
RULES = (
    Rule("for each thing, columns", "grouping", "column", "shown", of_each, 0.05),
    Rule("columns and a figure of each", "column", "figure", "figure", figured, 0.03, between=_AND),
    Rule("columns and their figure", "shown", "figure", "figure", things_figured, 0.05, between=_AND),
    Rule("things and their figure", "things", "figure", "figure", called_figured, 0.05, between=_AND),
    Rule("columns and a figure of each of them", "shown", "figure", "figure", same_figured, 0.04, between=_AND),
    Rule("columns and the number they are told by", "shown", "figure", "shown", and_their_number, 0.05, between=_AND),
    Rule("more columns of each", "shown", "column", "shown", more, 0.05, between=_AND),
    Rule("things and others of them", "shown", "things", "shown", and_others, 0.03, between=_AND),
    Rule("a figure for each of them", "figure", "group", "figure", for_each, 0.02),
    Rule("everything of things", "everything", "things", "shown", everything, between=_ABOUT),
    Rule("for each thing, what is shown of it", "grouping", "shown", "shown", shown_of_each, 0.05),
)
