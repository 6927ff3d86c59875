"""`the names of all customers`, where no column of theirs is called so: what people call them by."""

from __future__ import annotations

from core.ask.tokens import stem
from core.ask.translators.rules.chart.constructs.listing import of_things
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Shown, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

CUES = {"what called": ("name", "names")}


def names(cue: Cue, things: Things, facts: Facts) -> Shown | None:
    """The names, of a table that has none by that word."""
    own = (Col(things.table, c.name) for c in facts.tables[things.table].columns)
    if any(facts.speaks(c, (stem("name"),)) for c in own) or not facts.named(things.table):
        return None
    return of_things(Columns(facts.display(things.table)), things, facts)


RULES = (
    Rule("what things are called", "what called", "things", "shown", names, 0.1, between=frozenset(("of", "for"))),
)
