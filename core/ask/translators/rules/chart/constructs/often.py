"""`how often was V003 in the workshop`, `how often did the practice cancel`: rows that meet what is said."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Figure, Predicate, Things
from core.ask.translators.rules.chart.schema import OFTEN, counted, happening, one_named, restricted
from core.ask.translators.rules.facts import Facts


def such(cue: Cue, met: Predicate, facts: Facts) -> Predicate | None:
    """`how often was V003 …`: what the rows must meet."""
    return met if cue.text in OFTEN and not met.having else None


def rows(met: Predicate, things: Things, facts: Facts) -> Figure | None:
    """`… in the workshop`: the rows that are counted."""
    held = restricted(things, met, facts) if not things.rank else None
    return Figure((counted(things.table),), held) if held else None


def own(met: Predicate, none: None, facts: Facts) -> Figure:
    """The rows that hold what is said themselves; of somebody or something named those that tell of it."""
    table = happening(met.tables, one_named(met.where, facts), facts) or met.tables[0]
    return Figure((counted(table),), Things(table, met.where))


RULES = (
    Rule("how often so", "count", "predicate", "often", such),
    Rule("how often among things", "often", "things", "figure", rows),
    Rule("how often alone", "often", "", "figure", own, 0.1),
)
