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


def _often(descending: bool) -> Callable[[Columns, Cue, Facts], Shown | None]:
    """`which part is replaced most often`."""
    return lambda columns, cue, facts: _common(descending)(cue, columns, facts)


def done_most(columns: Columns, rank: Rank, facts: Facts) -> Shown | None:
    """`which medicine is prescribed most often`: by rows of the column's own table."""
    table = columns.columns[0].table
    own = rank.item == counted(table) and not rank.quantity
    return _common(rank.descending)(Cue(""), columns, facts) if own else None


RULES = (
    Rule("value most often", "column", "common:max", "shown", _often(True)),
    Rule("value least often", "column", "common:min", "shown", _often(False)),
    Rule("value of what is done most", "column", "rank", "shown", done_most, 0.05),
    Rule("most common value", "common:max", "column", "shown", _common(True)),
    Rule("least common value", "common:min", "column", "shown", _common(False)),
)
