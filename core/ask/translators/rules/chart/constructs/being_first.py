"""`the shop whose number of products is the largest`: a superlative that is said of a column, behind it."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Rank
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item


def _first(descending: bool) -> Callable[[Columns, Cue, Facts], Rank | None]:
    def build(columns: Columns, cue: Cue, facts: Facts) -> Rank | None:
        column = columns.columns[0]
        fits = len(columns.columns) == 1 and facts.measure(column) and not cue.quantity
        return Rank(Item(column), descending) if fits else None

    return build


_BEING = frozenset(("is", "are", "was", "were"))
RULES = tuple(
    Rule(f"column that is the {w} ({cue})", "column", f"{cue}:{w}", "rank", _first(descending), between=_BEING)
    for w, descending in (("max", True), ("min", False))
    for cue in ("sup", "agg")
)
