"""`the average number of orders per customer`: all of them by the number of those that have some."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Formula, Item, figure


def averaged(cue: Cue, grouped: Figure, facts: Facts) -> Figure | None:
    """The mean of what each group has."""
    item, group = grouped.items[0], grouped.group
    adds = item.aggregate in ("count", "sum") and not item.distinct and item.formula is None
    if len(grouped.items) > 1 or group is None or not adds or grouped.things.rank or grouped.things.having:
        return None
    thing = _thing(grouped.things, group, facts)
    if thing is None or (thing.table == grouped.things.table and thing == facts.key(thing.table)):
        return None
    counted = facts.tables[group.table].label if group.table else _called(thing, facts)
    what = facts.said(item.column) if item.column else facts.tables[item.table].label
    name = f"average {'number of' if item.aggregate == 'count' else 'total'} {what} per {counted}"
    made = figure(Formula("/", item, Item(thing, "count", distinct=True), name))
    return Figure((replace(made, table=grouped.things.table),), grouped.things)


def _thing(things: Things, group: Group, facts: Facts) -> Col | None:
    """The column that tells the groups apart: one of the rows themselves, where they refer to the things."""
    if not group.table:
        return group.columns[0] if len(group.columns) == 1 and not group.columns[0].part else None
    for j in facts.schema.joins:
        if (j.child_table, j.parent_table) == (things.table, group.table) and len(j.child) == 1:
            return Col(j.child_table, j.child[0])
    return facts.key(group.table)


def _called(thing: Col, facts: Facts) -> str:
    """What a column tells apart: of one that refers to things these."""
    of = (j.parent_table for j in facts.schema.joins if (j.child_table, j.child) == (thing.table, (thing.name,)))
    table = next(of, "")
    return facts.tables[table].label if table in facts.tables else facts.said(thing)


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
