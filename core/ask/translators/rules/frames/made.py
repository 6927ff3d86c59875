"""What is made of the ways to read a frame: the rows that they give, and the reading of the one that is left."""

from __future__ import annotations

from core.ask.roles import roles_of
from core.ask.state import Reading, Run
from core.ask.translators.rules.candidates import probed, tree_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.parse import Parse
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Query, all_tables
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import Value

SURE, AGREED = 0.6, 0.55
AHEAD = 0.15
"""How far the best way must lie before the next one that gives other rows."""
ENOUGH = 0.85
AGREEING = 0.5
"""What a way must be worth that another reader gives as well."""
TRIED = 6
Rows = tuple[tuple[Value, ...], ...]


def rows_of(plain: Reading | None, run: Run) -> Rows:
    """The first rows that another reading gives."""
    if plain is None or not isinstance(plain.plan, Plan):
        return ()
    tree = tree_of(Parse(plain.plan.query, (), plain.plan.preferred), plain.plan.facts, ())
    return (probed(plain.plan.query, tree, plain.plan.facts, run)[0] or ()) if tree is not None else ()


def reading_of(query: Query, joins: tuple[str, ...], unread: tuple[str, ...], facts: Facts) -> Reading:
    """The reading of a query that says all words but some."""
    used = all_tables(query)
    return Reading(
        "data",
        Phrase(facts).query(query),
        tuple(dict.fromkeys(facts.source(t) for t in used)),
        (),
        unread,
        SURE,
        Plan(query, facts, joins, False),
        roles=(*facts.used(used), *roles_of(facts.schema.joins, joins)),
    )
