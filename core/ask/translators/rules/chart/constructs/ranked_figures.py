"""`the kind with the longest average ride`: what is ranked by how long its rows last, on average."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Rank, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.spans import lasting

_WAYS = (("max", True), ("min", False))


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
    *(Rule(f"{w} mean", f"sup:{w}", "agg:avg", f"mean {w}", mean, near=True) for w, _ in _WAYS),
    *(Rule(f"{w} mean time", f"mean {w}", "things", "rank", _lasting(d), near=True) for w, d in _WAYS),
)
