"""`products used by any customer`: what others did something with, whatever the verb."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Shown, Things
from core.ask.translators.rules.chart.schema import apart, meant
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Related

CUES = {"agent": ("by any", "by some", "by at least one", "by one or more", "in any", "in some", "in at least one")}


def done_by(things: Things, others: Things, facts: Facts) -> Things | None:
    """Those that some of the others have something to do with."""
    held = meant(others, facts)
    if held is None or held.having or not apart(things.table, others.table, facts):
        return None
    return replace(things, where=(*things.where, Related(things.table, (others.table,), held.where)))


def by_any(things: Things, others: Things, facts: Facts) -> Things | None:
    """The same of others that nothing restricts."""
    return None if others.where or others.rank else done_by(things, others, facts)


def by_such(things: Things, others: Things, facts: Facts) -> Things | None:
    return done_by(things, others, facts) if others.where or others.rank else None


def shown_by_such(shown: Shown, others: Things, facts: Facts) -> Shown | None:
    """`names of products bought by customers from Oslo`, said in one word with what they are."""
    things = by_such(shown.things, others, facts) if not (shown.said or shown.things.rank) else None
    return replace(shown, things=things) if things else None


_BY = frozenset(("by",))
RULES = (
    Rule("some others", "agent", "things", "agents", lambda cue, things, facts: things, near=True),
    Rule("done by some", "verb", "agents", "done by", lambda verb, things, facts: things, near=True),
    Rule("done by others", "verb", "things", "done by", lambda verb, things, facts: things, 0.1, between=_BY),
    Rule("things done by any", "things", "done by", "things", by_any, 0.1),
    Rule("things done by such", "things", "done by", "things", by_such, 0.05),
    Rule("shown done by such", "shown", "done by", "shown", shown_by_such, 0.05),
)
