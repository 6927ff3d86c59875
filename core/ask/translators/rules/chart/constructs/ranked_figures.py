"""`the highest average fee`, `the most hours`: things ranked by a figure of the rows that belong to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Figure, Rank, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.spans import lasting

_WAYS = (("max", True), ("min", False))
_REACHED = ("max", "min", "")


def _by(descending: bool) -> Callable[[Cue, Figure, Facts], Rank | None]:
    def build(cue: Cue, figure: Figure, facts: Facts) -> Rank | None:
        item, things = figure.items[0], figure.things
        plain = not (figure.group or things.where or things.having or things.rank or cue.quantity)
        fits = plain and len(figure.items) == 1 and item.column is not None and item.aggregate not in _REACHED
        return Rank(item, descending) if fits and item.aggregate != "count" else None

    return build


def mean(cue: Cue, function: Cue, facts: Facts) -> Cue | None:
    """`the longest average` ..."""
    return cue if cue.quantity == "length" else None


def _lasting(descending: bool) -> Callable[[Cue, Things, Facts], Rank | None]:
    """... `trip`."""

    def build(cue: Cue, things: Things, facts: Facts) -> Rank | None:
        item = lasting(things.table, facts) if not (things.where or things.having or things.rank) else None
        return Rank(replace(item, aggregate="avg"), descending) if item else None

    return build


RULES = (
    *(Rule(f"{w} of a figure", f"sup:{w}", "figure", "rank", _by(d), near=True) for w, d in _WAYS),
    *(Rule(f"{w} mean", f"sup:{w}", "agg:avg", f"mean {w}", mean, near=True) for w, _ in _WAYS),
    *(Rule(f"{w} mean time", f"mean {w}", "things", "rank", _lasting(d), near=True) for w, d in _WAYS),
)
