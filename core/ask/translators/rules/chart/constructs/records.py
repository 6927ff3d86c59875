"""`how many records for each gear`, `2023 records`: rows of the table that the rest speaks of, what these are told
apart by, and different things, where each has several rows."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.dates import figure_then
from core.ask.translators.rules.chart.constructs.grouping import by_columns, each
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Figure, Group, Predicate, Shown, Things, Time
from core.ask.translators.rules.chart.schema import counted, restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Filter, Item

CUES = {
    "records": tuple(sorted(w for w in lexicon().rows if "case" not in w)),
    "anaphor": ("that", "this", "such"),
}
_ANY = Time(())


def any_record(cue: Cue, none: None, facts: Facts) -> Time:
    return _ANY


def of_time(spot: Time, records: Time, facts: Facts) -> Time | None:
    """`2023 records`."""
    return spot if records == _ANY else None


def for_each(records: Time, group: Group, facts: Facts) -> Figure | None:
    """`how many records for each gear`: of the table whose column it is, or that refers to the things."""
    table = facts.referring(group.table) if group.table else group.columns[0].table
    if not table:
        return None
    figure = each(Figure((counted(table),), Things(table)), group, facts)
    return figure_then(figure, records, facts) if figure is not None and records.spans else figure


def that(records: Time, met: Predicate, facts: Facts) -> Figure | None:
    """`how many records with gear Trawl`."""
    things = restricted(Things(met.tables[0]), met, facts) if met.tables and not met.having else None
    figure = Figure((counted(things.table),), things) if things is not None else None
    return figure_then(figure, records, facts) if figure is not None and records.spans else figure


def heading(records: Time, group: Group, facts: Facts) -> Figure | None:
    """`2023 records by gear`."""
    return for_each(records, group, facts) if records.spans else None


def own_kind(things: Things, columns: Columns, facts: Facts) -> Columns | None:
    """`follow-up action`: a column behind its table's name."""
    own = len(columns.columns) == 1 and columns.columns[0].table == things.table
    return columns if own and not (things.where or things.rank or things.having) else None


def said_again(figure: Figure, columns: Columns, facts: Facts) -> Figure | None:
    """`for each action, how many had that action`: it is told apart by it already."""
    return figure if figure.group is not None and set(columns.columns) <= set(figure.group.columns) else None


def different(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`how many different landings`, where a landing has several rows."""
    number = facts.thing(things.table)
    return Figure((Item(number, "count", distinct=True),), things) if number is not None else None


def so_many(bound: Bound, records: Time, facts: Facts) -> Bound | None:
    """`more than 2 records`."""
    return bound if records == _ANY and not bound.dated else None


def things_with(things: Things, often: Bound, facts: Facts) -> Things | None:
    """`customers with more than 2 records`: of what refers to them."""
    table = facts.referring(things.table)
    if not table or things.rank or things.having:
        return None
    return replace(things, having=(Filter(counted(table), often.operator, often.values),))


def values_with(columns: Columns, often: Bound, facts: Facts) -> Shown | None:
    """`cities that have more than 2 records`: values by how many rows have them."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    if len(columns.columns) > 1 or found is None or found.profile.unique or facts.measure(column):
        return None
    having = (Filter(counted(column.table), often.operator, often.values),)
    return Shown((column,), Things(column.table, having=having), said=False)


def of_each_value(cue: Cue, group: Group, facts: Facts) -> Figure | None:
    """`the number of lodgers in each city`, where no word is known for the rows."""
    return for_each(_ANY, group, facts)


def counted_once(count: Cue, figure: Figure, facts: Facts) -> Figure:
    return replace(figure)


RULES = (
    Rule("any records", "records", "", "record", any_record),
    Rule("records of a time", "spot", "record", "record", of_time, near=True),
    Rule("count records", "count", "record", "record count", lambda cue, records, facts: records),
    Rule("records for each", "record count", "grouping", "figure", for_each, 0.02),
    Rule("for each, records", "grouping", "record count", "figure", lambda g, r, k: for_each(r, g, k), 0.05),
    Rule("records that", "record count", "predicate", "figure", that, 0.05),
    Rule("records by", "record", "grouping", "heading", heading, 0.1),
    Rule("column of its own table", "things", "column", "own kind", own_kind, near=True),
    Rule("for each own kind", "group", "own kind", "grouping", by_columns, 0.02),
    Rule("own kind as a column", "own kind", "", "column", lambda columns, none, facts: columns, 0.05),
    Rule("that again", "anaphor", "column", "again", lambda cue, columns, facts: columns, near=True),
    Rule("by what is said again", "figure", "again", "figure", said_again, 0.02),
    Rule("different things", "distinct", "things", "different", different, near=True),
    Rule("count different things", "count", "different", "figure", counted_once, near=True),
    Rule("so many records", "bound", "record", "so many records", so_many, near=True),
    Rule("things with so many records", "things", "so many records", "things", things_with),
    Rule("values with so many records", "column", "so many records", "shown", values_with),
    Rule("count what is not known for each", "count", "grouping", "figure", of_each_value, 0.3),
)
