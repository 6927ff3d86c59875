"""`for each city`, `by month`, `per customer`: what each figure is given for."""

from __future__ import annotations

from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Things
from core.ask.translators.rules.chart.schema import apart, counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import NUMERIC


def by_columns(cue: Cue, columns: Columns, facts: Facts) -> Group | None:
    return None if any(facts.measure(c) and not facts.year(c) for c in columns.columns) else Group(columns.columns)


def by_values(cue: Cue, columns: Columns, facts: Facts) -> Group | None:
    """`for different sizes`, `each age`: each number that there is."""
    found = [facts.column(c) for c in columns.columns]
    return Group(columns.columns) if all(c is not None and c.type in NUMERIC for c in found) else None


def by_things(cue: Cue, things: Things, facts: Facts) -> Group | None:
    """Each of the things, by its key, called by its name."""
    plain = not (things.where or things.rank or things.having)
    return Group((), things.table) if plain and facts.key(things.table) else None


def by_names(cue: Cue, things: Things, facts: Facts) -> Group | None:
    """Each name of the things, whoever shares it."""
    plain = not (things.where or things.rank or things.having)
    return Group(facts.display(things.table)) if plain and facts.named(things.table) else None


def each(figure: Figure, group: Group, facts: Facts) -> Figure | None:
    table = group.table or group.columns[0].table
    if figure.group or figure.things.rank or apart(figure.things.table, table, facts) is None:
        return None
    alone = all(i.aggregate == "avg" or (i.column is None and i.aggregate == "count") for i in figure.items)
    return None if alone and group.table == figure.things.table else replace(figure, group=group)


def values_and_number(columns: Columns, figure: Figure, facts: Facts) -> Figure | None:
    """`ages and the number of people`: how many there are of each age, as nothing else has several and one figure."""
    table = figure.things.table
    own = figure.items == (counted(table),) and all(c.table == table for c in columns.columns)
    kinds = not any(facts.telling(c) or _of_namesakes(c, facts) for c in columns.columns)
    return each(figure, Group(columns.columns), facts) if own and kinds else None


def _of_namesakes(column: Col, facts: Facts) -> bool:
    """`customer_id`, of customers: who says `customers` means those."""
    to = facts.refers(column)
    return to is not None and set(stems(facts.tables[to.parent_table].label)) <= set(stems(facts.spelt_whole(column)))


def beside(columns: Columns, figure: Figure, facts: Facts) -> Figure | None:
    """`cities and the total of orders`; what tells rows apart has no extreme of its own (`the name with the highest
    price`)."""
    apart = all(c.table == figure.things.table and facts.telling(c) for c in columns.columns)
    if apart and all(i.aggregate in ("max", "min") for i in figure.items):
        return None
    group = by_columns(Cue(""), columns, facts)
    return each(figure, group, facts) if group is not None else None


def each_has_done(figure: Figure, columns: Columns, facts: Facts) -> Figure | None:
    """`how many books has each member borrowed`: by rows that stand between the two, and say when it was; `how many
    parcels does each company deliver`, where the parcels refer to them by a column that says so."""
    column, group = columns.columns[0], figure.group
    if group is None or not group.table or group.columns or len(columns.columns) > 1:
        return None
    to = facts.refers(column) if column.table == figure.things.table else None
    if to is not None and to.parent_table == group.table:
        return figure
    if not facts.dated(column):
        return None
    ends = (figure.things.table, group.table)
    ways = (apart(ends[0], column.table, facts), apart(column.table, ends[1], facts))
    between = column.table not in ends and None not in ways and sum(w or 0 for w in ways) == apart(*ends, facts)
    return figure if between else None


_CUES = (("group", 0.0), ("by", 0.05))
RULES = (
    Rule("group values", "group", "column", "grouping", by_values, 0.1),
    *(Rule(f"{c} columns", c, "column", "grouping", by_columns, cost) for c, cost in _CUES),
    *(Rule(f"{c} things", c, "things", "grouping", by_things, cost) for c, cost in _CUES),
    *(Rule(f"{c} names of things", c, "things", "grouping", by_names, 0.25) for c, _ in _CUES),
    Rule("figure for each", "figure", "grouping", "figure", each),
    Rule("for each, a figure", "grouping", "figure", "figure", lambda g, f, k: each(f, g, k), 0.05),
    Rule("figure of what each has done", "figure", "column", "figure", each_has_done, 0.05, near=True),
    Rule("values and their number", "column", "figure", "figure", values_and_number, 0.05),
    Rule("column and figure", "column", "figure", "figure", beside, 0.15),
)  # fmt: skip
