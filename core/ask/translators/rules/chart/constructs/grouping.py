"""`for each city`, `by month`, `per customer`: what each figure is given for."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Things
from core.ask.translators.rules.chart.schema import apart
from core.ask.translators.rules.facts import Facts


def by_columns(cue: Cue, columns: Columns, facts: Facts) -> Group | None:
    return None if any(facts.measure(c) and not facts.year(c) for c in columns.columns) else Group(columns.columns)


def by_values(cue: Cue, columns: Columns, facts: Facts) -> Group | None:
    """`for different sizes`: each number that there is."""
    found = [facts.column(c) for c in columns.columns]
    return Group(columns.columns) if all(c is not None and c.type == "integer" for c in found) else None


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


def each_has_done(figure: Figure, columns: Columns, facts: Facts) -> Figure | None:
    """`how many books has each member borrowed`: by rows that stand between the two, and say when it was."""
    column, group = columns.columns[0], figure.group
    if group is None or not group.table or group.columns or not facts.dated(column) or len(columns.columns) > 1:
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
    Rule("column and figure", "column", "figure", "figure",
         lambda c, f, k: each(f, g, k) if (g := by_columns(Cue(""), c, k)) else None, 0.15),
)  # fmt: skip
