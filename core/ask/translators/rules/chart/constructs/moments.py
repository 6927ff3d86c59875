"""`the time they left`, `sorted by the date it was placed`: a column of times, said by what was done then."""

from __future__ import annotations

from itertools import product

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue
from core.ask.translators.rules.facts import Facts

_NOUNS = ("time", "times", "date", "dates", "day", "days", "year", "years")
_THEN = ("", " that", " when", " on which", " at which", " in which")
_WHO = ("they", "it", "he", "she", "they were", "it was", "they are", "it is")
CUES = {"moment": tuple(f"{noun}{then} {who}" for noun, then, who in product(_NOUNS, _THEN, _WHO))}


def of_doing(cue: Cue, columns: Columns, facts: Facts) -> Columns | None:
    """`the time they left`; the times may be written as texts."""
    found = [facts.column(c) for c in columns.columns]
    return None if any(facts.measure(c) and not facts.dated(c) for c in columns.columns) or None in found else columns


RULES = (Rule("moment of what was done", "moment", "column", "column", of_doing, 0.05, near=True),)
