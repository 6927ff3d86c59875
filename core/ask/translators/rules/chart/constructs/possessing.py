"""`customers with any order`, `shops having an order of 2024`: things that rows of another table belong to."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Things
from core.ask.translators.rules.chart.schema import meant
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Related

_ANY = frozenset(("any", "having"))


def that_have(things: Things, rows: Things, facts: Facts) -> Things | None:
    """Some row of theirs is such."""
    held = meant(rows, facts)
    if held is None or held.having or things.rank or things.table not in facts.owners(rows.table):
        return None
    return replace(things, where=(*things.where, Related(things.table, (rows.table,), held.where)))


RULES = (Rule("things that have some", "things", "things", "things", that_have, 0.06, between=_ANY),)
