"""`cities and the number of customers the cities have`: what each figure is of, said again behind it."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.grouping import by_columns, by_things, by_values, each
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Shown, Things
from core.ask.translators.rules.facts import Facts

CUES = {
    "of that": tuple(
        f"{at} {which}" for at in ("of", "with", "in", "for", "at", "from") for which in ("that", "those")
    ),
    "holding": ("have", "has", "had", "have made", "has made", "contain", "contains", "hold", "holds"),
}
_AND = frozenset(("and", ",", "&", "with", "together", "along", "alongside"))


def holding_columns(columns: Columns, cue: Cue, facts: Facts) -> Group | None:
    """`the cities have`."""
    return by_columns(cue, columns, facts)


def holding_things(things: Things, cue: Cue, facts: Facts) -> Group | None:
    """`the customers have`."""
    return by_things(cue, things, facts)


def of_that(cue: Cue, columns: Columns, facts: Facts) -> Group | None:
    """`… of that age`."""
    return by_columns(cue, columns, facts) or by_values(cue, columns, facts)


def each_and_figure(group: Group, held: Figure, facts: Facts) -> Figure | None:
    """`each age and the number of people of that age`."""
    return held if held.group == group else None


def values_and_figure(columns: Columns, held: Figure, facts: Facts) -> Figure | None:
    return held if held.group == Group(columns.columns) else None


def things_and_figure(things: Things, held: Figure, facts: Facts) -> Figure | None:
    return held if things == Things(things.table) and held.group == Group((), things.table) else None


def shown_and_figure(shown: Shown, held: Figure, facts: Facts) -> Figure | None:
    """`names of customers and the number of orders the customers have`."""
    same = things_and_figure(shown.things, held, facts)
    own = all(c.table == shown.things.table for c in shown.columns)
    return Figure(held.items, held.things, Group(shown.columns, shown.things.table)) if same and own else None


RULES = (
    Rule("values that have", "column", "holding", "holder", holding_columns, near=True),
    Rule("things that have", "things", "holding", "holder", holding_things, near=True),
    Rule("of that value", "of that", "column", "holder", of_that, near=True),
    Rule(
        "of that thing",
        "of that",
        "things",
        "holder",
        lambda cue, things, facts: by_things(cue, things, facts),
        near=True,
    ),
    Rule("each and what it has", "grouping", "held figure", "figure", each_and_figure, between=_AND),
    Rule("figure of what they have", "figure", "holder", "held figure", each),
    Rule("values and what they have", "column", "held figure", "figure", values_and_figure, between=_AND),
    Rule("values and a figure for each", "column", "figure", "figure", values_and_figure, between=_AND),
    Rule("things and what they have", "things", "held figure", "figure", things_and_figure, between=_AND),
    Rule("names and what they have", "shown", "held figure", "figure", shown_and_figure, between=_AND),
)
