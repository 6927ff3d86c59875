"""`the most common city`: the value that most rows have."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Rank, Shown, Things
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts


def _common(descending: bool) -> Callable[[Cue, Columns, Facts], Shown | None]:
    def build(cue: Cue, columns: Columns, facts: Facts) -> Shown | None:
        table = columns.columns[0].table
        if any(facts.telling(c) or facts.measure(c) for c in columns.columns):
            return None
        return Shown(columns.columns, Things(table, rank=Rank(counted(table), descending)), said=False)

    return build


RULES = (
    Rule("most common value", "common:max", "column", "shown", _common(True)),
    Rule("least common value", "common:min", "column", "shown", _common(False)),
)
