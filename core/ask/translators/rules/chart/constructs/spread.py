"""`the range of prices`, `the spread of totals of orders in 2024`: how far the largest lies from the smallest."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import RANGE, Formula, Item, figure

CUES = {"spread": ("range", "range of", "spread", "spread of")}
DECIDES = frozenset(("spread of a column",))


def spread(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
    """Of one measure; the range of names is none."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or not facts.measure(column):
        return None
    apart = Formula("-", Item(column, "max"), Item(column, "min"), RANGE)
    return Figure((figure(apart),), Things(column.table))


RULES = (Rule("spread of a column", "spread", "column", "figure", spread),)
