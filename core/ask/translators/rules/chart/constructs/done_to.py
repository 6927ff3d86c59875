"""`which products do customers from Oslo buy`: things that some others have to do with."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Predicate, Things
from core.ask.translators.rules.chart.schema import meant, restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Related


def some_do(things: Things, others: Things, facts: Facts) -> Things | None:
    """The others are some of them, and of another table."""
    if things.rank or things.having or things.table == others.table or not (others.where or others.rank):
        return None
    held = meant(others, facts)
    if held is None or held.having:
        return None
    related = any(isinstance(c, Related) for c in held.where)
    where = (Related(things.table, (held.table,), held.where),) if related else held.where
    return restricted(things, Predicate(where, (), (held.table,)), facts)


RULES = (
    Rule("things that some do", "things", "things", "things", some_do, 0.1, between=frozenset(("do", "does", "did"))),
)
