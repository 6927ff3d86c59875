"""`names of products`, where they have a title and no name: what the things are called."""

from __future__ import annotations

from core.ask.tokens import stem
from core.ask.translators.rules.chart.constructs.containing import held
from core.ask.translators.rules.chart.constructs.listing import of_things
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Shown, Text, Things
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

CUES = {"naming": ("name", "names")}
_WHOSE = frozenset(("whose", "with", "where", "their"))
_NAME = (stem("name"),)


def called(cue: Cue, things: Things, facts: Facts) -> Shown | None:
    """A table none of whose columns is a name, nor one of what its rows belong to."""
    shown = _names(things, facts)
    return of_things(Columns(shown), things, facts) if shown else None


def told(things: Things, pattern: Text, facts: Facts) -> Things | None:
    """`products whose name contains "en"`."""
    shown = _names(things, facts)
    met = held(Columns(shown), pattern, facts) if shown else None
    return restricted(things, met, facts) if met else None


def _names(things: Things, facts: Facts) -> tuple[Col, ...]:
    """What the things are called, where no header says that it is their name."""
    shown = facts.display(things.table)
    named = any(_named(table, facts) for table in (things.table, *facts.owners(things.table)))
    return () if named or any(map(facts.numeric, shown)) else shown


def _named(table: str, facts: Facts) -> bool:
    return any(facts.speaks(Col(table, c.name), _NAME) for c in facts.tables[table].columns)


RULES = (
    Rule("what things are called", "naming", "things", "shown", called, 0.05, between=frozenset(("of", "for"))),
    Rule("a name with a part", "naming", "pattern", "name pattern", lambda cue, pattern, facts: pattern),
    Rule("things whose name has it", "things", "name pattern", "things", told, between=_WHOSE),
)
