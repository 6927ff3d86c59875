"""`names of products`, where they have a title and no name: what the things are called."""

from __future__ import annotations

from core.ask.tokens import stem
from core.ask.translators.rules.chart.constructs.listing import of_things
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Shown, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

CUES = {"naming": ("name", "names")}
_NAME = (stem("name"),)


def called(cue: Cue, things: Things, facts: Facts) -> Shown | None:
    """A table none of whose columns is a name."""
    table = facts.tables[things.table]
    named = any(facts.speaks(Col(table.name, c.name), _NAME) for c in table.columns)
    words = all(not facts.numeric(c) for c in facts.display(table.name))
    return of_things(Columns(facts.display(table.name)), things, facts) if words and not named else None


RULES = (Rule("what things are called", "naming", "things", "shown", called, 0.05, between=frozenset(("of", "for"))),)
