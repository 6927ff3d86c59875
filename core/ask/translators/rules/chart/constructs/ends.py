"""`sorted by age from the oldest to the youngest`: an order said by both its ends."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue
from core.ask.translators.rules.facts import Facts


def from_to(first: Cue, last: Cue, facts: Facts) -> Cue | None:
    """The way that begins at the first end; both speak of one quantity."""
    return first if first.quantity == last.quantity else None


_TO = frozenset(("to",))
RULES = (
    Rule("from the most to the least", "sup:max", "sup:min", "desc", from_to, between=_TO),
    Rule("from the least to the most", "sup:min", "sup:max", "asc", from_to, between=_TO),
)
