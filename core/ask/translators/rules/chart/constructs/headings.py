"""`late repairs by team`: the heading of a table of counts."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.grouping import each
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Figure, Group, Things, Whole
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts


def counts(things: Things, group: Group, facts: Facts) -> Whole | None:
    """How many of the things there are for each."""
    if things.rank or things.having:
        return None
    figure = each(Figure((counted(things.table),), things), group, facts)
    return Whole(figure) if figure else None


RULES = (Rule("things for each", "things", "grouping", "whole", counts, 0.1),)
