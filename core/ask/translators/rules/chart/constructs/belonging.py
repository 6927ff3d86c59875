"""`loans by its guests`, `visits of patients older than 60`: rows by those that they belong to."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Related

_WHOSE = frozenset(("its", "their"))
_OF = frozenset(("of", "by", "from", "with", "for"))


def theirs(things: Things, others: Things, facts: Facts) -> Things | None:
    """Each row belongs to one of the others, which nothing restricts."""
    plain = not (others.where or others.rank or others.having)
    return things if plain and others.table in facts.owners(things.table) else None


def of_such(things: Things, others: Things, facts: Facts) -> Things | None:
    """Rows of the others that meet something."""
    fits = others.where and not others.rank and not others.having and others.table in facts.owners(things.table)
    return replace(things, where=(*things.where, *others.where)) if fits else None


def that_have(others: Things, things: Things, facts: Facts) -> Things | None:
    """`library members`, `loan books`: things that rows of the others belong to."""
    plain = others == Things(others.table) and not things.rank and not things.having
    if not plain or things.table not in facts.owners(others.table):
        return None
    return replace(things, where=(*things.where, Related(things.table, (others.table,))))


RULES = (
    Rule("rows of theirs", "things", "things", "things", theirs, 0.05, between=_WHOSE),
    Rule("things that have rows", "things", "things", "things", that_have, 0.2, near=True),
    Rule("rows of such others", "things", "things", "things", of_such, 0.1, between=_OF),
)
