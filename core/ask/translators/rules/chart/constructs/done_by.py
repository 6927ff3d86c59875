"""`products used by any customer`: what others did something with, whatever the verb."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Things
from core.ask.translators.rules.chart.schema import apart
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Related

CUES = {"agent": ("by any", "by some", "by at least one", "by one or more", "in any", "in some", "in at least one")}


def done_by(things: Things, others: Things, facts: Facts) -> Things | None:
    """Those that some of the others have something to do with."""
    if others.rank or others.having or not apart(things.table, others.table, facts):
        return None
    return replace(things, where=(*things.where, Related(things.table, (others.table,), others.where)))


def by_any(things: Things, others: Things, facts: Facts) -> Things | None:
    """The same of others that nothing restricts."""
    return None if others.where else done_by(things, others, facts)


def by_such(things: Things, others: Things, facts: Facts) -> Things | None:
    return done_by(things, others, facts) if others.where else None


RULES = (
    Rule("some others", "agent", "things", "agents", lambda cue, things, facts: things, near=True),
    Rule("done by some", "verb", "agents", "done by", lambda verb, things, facts: things, near=True),
    Rule("things done by any", "things", "done by", "things", by_any, 0.1),
    Rule("things done by such", "things", "done by", "things", by_such, 0.05),
)
