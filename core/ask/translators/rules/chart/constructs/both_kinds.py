"""`cities with both a hotel and a museum`, `addresses shared by students and teachers`: things that rows of two tables
belong to."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Predicate, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Related


def one_and_other(one: Things, other: Things, facts: Facts) -> Predicate | None:
    """`a hotel and a museum`: each with what it must meet."""
    plain = not (one.rank or other.rank or one.having or other.having)
    if not plain or one.table == other.table:
        return None
    return Predicate(tuple(Related("", (t.table,), t.where) for t in (one, other)), (), (one.table, other.table))


def had(things: Things, kinds: Predicate, facts: Facts) -> Things | None:
    """Things that rows of both tables refer to."""
    belong = facts.belonging(things.table)
    if things.rank or things.having or not all(t in belong for t in kinds.tables):
        return None
    both = (replace(r, table=things.table) for r in kinds.where if isinstance(r, Related))
    return replace(things, where=(*things.where, *both))


_AND = frozenset(("and", "as"))
RULES = (
    Rule("rows of one and another table", "things", "things", "kinds", one_and_other, between=_AND),
    *(Rule(f"{c} kinds of rows", c, "kinds", "both kinds", lambda cue, k, facts: k) for c in ("both", "shared")),
    Rule("things with both kinds", "things", "both kinds", "things", had),
)
