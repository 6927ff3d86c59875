"""`the average number of orders per customer`: all of them by the number of those that have some."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Formula, Item, figure
from core.ask.translators.rules.told_apart import referring, thing_called


def averaged(cue: Cue, grouped: Figure, facts: Facts) -> Figure | None:
    """The mean of what each group has."""
    item, group = grouped.items[0], grouped.group
    adds = item.aggregate in ("count", "sum") and not item.distinct and item.formula is None
    if len(grouped.items) > 1 or group is None or not adds or grouped.things.rank or grouped.things.having:
        return None
    if item.aggregate == "sum" and not group.table:
        return None  # "average fee by grade": of each grade
    thing = _thing(grouped.things, group, facts)
    if thing is None:
        return None
    if thing.table == grouped.things.table and thing == facts.key(thing.table):  # a row has one of it
        own = item.column is not None and item.aggregate == "sum" and not facts.year(item.column)
        return Figure((replace(item, aggregate="avg"),), grouped.things) if own else None
    what = facts.said(item.column) if item.column else facts.tables[item.table].label
    kind = "number of" if item.aggregate == "count" else "total"
    name = f"average {kind} {what} per {thing_called(thing, facts, group.table)}"
    made = figure(Formula("/", item, Item(thing, "count", distinct=True), name))
    return Figure((replace(made, table=grouped.things.table),), grouped.things)


def _thing(things: Things, group: Group, facts: Facts) -> Col | None:
    """The column that tells the groups apart: one of the rows themselves, where they refer to the things."""
    if not group.table:
        return group.columns[0] if len(group.columns) == 1 and not group.columns[0].part else None
    return referring(things.table, group.table, facts) or facts.key(group.table)


def apart(cue: Cue, grouped: Figure, facts: Facts) -> Figure | None:
    """`on average, how many orders does each customer have`, `how many orders per customer on average`."""
    return averaged(cue, grouped, facts) if len(cue.text.split()) > 1 else None


def of_each_row(columns: Columns, group: Group, facts: Facts) -> Columns | None:
    """`seats per booking`, where each booking has its seats: what a row has."""
    own = group.table and {c.table for c in columns.columns} == {group.table}
    return columns if own and all(facts.measure(c) and not facts.year(c) for c in columns.columns) else None


def mean(cue: Cue, columns: Columns, facts: Facts) -> Figure:
    """`average seats per booking`."""
    return Figure(tuple(Item(c, "avg") for c in columns.columns), Things(columns.columns[0].table))


RULES = (
    Rule("what each row has", "column", "grouping", "per row", of_each_row),
    Rule("average of what each row has", "agg:avg", "per row", "figure", mean),
    Rule("what each row has, on average", "per row", "agg:avg", "figure", lambda c, cue, k: mean(cue, c, k)),
    Rule("average of what each has", "agg:avg", "figure", "figure", averaged, near=True),
    Rule("on average, what each has", "agg:avg", "figure", "figure", apart, 0.05),
    Rule("what each has, on average", "figure", "agg:avg", "figure", lambda f, cue, k: apart(cue, f, k), 0.05),
)
