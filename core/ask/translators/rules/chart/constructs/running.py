"""`the running total of orders by month`, `cumulative sales per year`: each with all times before it."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Figure
from core.ask.translators.rules.facts import Facts

_ADDED = ("count", "sum")
CUES = {
    "running": ("cumulative", "cumulatively", *(f"{said} {of}" for said in ("running", "cumulative") for of in
                ("total", "total of", "sum", "sum of", "count", "count of", "number of"))),
}  # fmt: skip
DECIDES = frozenset(("running",))


def running(cue: Cue, figure: Figure, facts: Facts) -> Figure | None:
    """Of counts and totals, for each time; averages are not added up."""
    timed = figure.group is not None and any(map(facts.follows, figure.group.columns))
    if not timed or any(i.aggregate not in _ADDED or i.distinct or i.formula for i in figure.items):
        return None
    return replace(figure, items=tuple(replace(i, running=True) for i in figure.items))


def said_behind(figure: Figure, cue: Cue, facts: Facts) -> Figure | None:
    """`the number of orders per month, cumulatively`."""
    return running(cue, figure, facts) if len(cue.text.split()) == 1 else None


RULES = (
    Rule("running figure", "running", "figure", "figure", running),
    Rule("running heading", "running", "heading", "heading", running),
    *(Rule(f"{made}, running", made, "running", made, said_behind, 0.05) for made in ("figure", "heading")),
)
