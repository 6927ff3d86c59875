"""`the order number`, `flight numbers`: the number that each of the things is told by."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Things
from core.ask.translators.rules.facts import Facts

CUES = {"its number": ("number", "numbers")}


def number_of(things: Things, cue: Cue, facts: Facts) -> Columns | None:
    """The key, where it is a number."""
    key = facts.key(things.table) if things == Things(things.table) else None
    return Columns((key,), said=True) if key is not None and facts.numeric(key) else None


RULES = (Rule("number of each thing", "things", "its number", "column", number_of, 0.1, near=True),)
