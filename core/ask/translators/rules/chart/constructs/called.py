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
    """A table none of whose columns is a name, nor one of what its rows belong to."""
    shown = facts.display(things.table)
    named = any(_named(table, facts) for table in (things.table, *facts.owners(things.table)))
    words = all(not facts.numeric(c) for c in shown)
    return of_things(Columns(shown), things, facts) if words and not named else None


def _named(table: str, facts: Facts) -> bool:
    return any(facts.speaks(Col(table, c.name), _NAME) for c in facts.tables[table].columns)


RULES = (Rule("what things are called", "naming", "things", "shown", called, 0.05, between=frozenset(("of", "for"))),)
