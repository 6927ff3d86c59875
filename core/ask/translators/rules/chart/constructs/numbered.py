"""`the order number of all orders`: the key of things, said by a word for numbers behind what they are."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Things
from core.ask.translators.rules.facts import Facts


def number_of(things: Things, cue: Cue, facts: Facts) -> Columns | None:
    """The column that tells the things apart, if that is what the word says, and not how many they are."""
    key = facts.key(things.table)
    fits = cue.text in ("number", "numbers") and things == Things(things.table) and key is not None
    return Columns((key,)) if fits and key is not None and not facts.dated(key) else None


RULES = (Rule("number of the thing", "things", "count", "column", number_of, 0.2, near=True),)
