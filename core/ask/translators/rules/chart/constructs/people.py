"""`anybody from Oslo`, `who in Rome has no orders`: people spoken of without a word for what they are."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Predicate, Things
from core.ask.translators.rules.facts import Facts

CUES = {"whoever": ("anybody", "somebody", "someone")}


def such(cue: Cue, met: Predicate, facts: Facts) -> Things | None:
    """Of the table of what they must meet, if its rows are people, or have names as people do."""
    table = met.tables[0] if met.tables else ""
    plain = bool(met.where) and not met.having and table in facts.tables
    if not plain:
        return None
    named = any("name" in facts.spelt(c) for c in facts.display(table))
    return Things(table, met.where) if named or facts.persons(table) else None


RULES = (Rule("people such", "whoever", "predicate", "things", such, 0.15),)
