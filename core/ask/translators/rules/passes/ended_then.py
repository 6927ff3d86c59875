"""`locations that closed in 2022`: in that time they ended, and did not begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Condition, Filter, Query
from core.model import TEMPORAL

_ENDED = frozenset("closed ended finished ceased shut expired terminated deregistered closing ending expiring".split())
_BEGUN = frozenset("opened started began begun launched registered joined start starting opening".split())


def ended_then(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A time that is said of rows which ended is one of the day of their end, where they have one beside the other."""
    lowers = {t.lower for t in tokens}
    if not lowers & _ENDED or lowers & _BEGUN:
        return query
    return replace(query, where=tuple(_of_end(c, facts) for c in query.where))


def _of_end(condition: Condition, facts: Facts) -> Condition:
    column = condition.item.column if isinstance(condition, Filter) and condition.item.formula is None else None
    if not isinstance(condition, Filter) or column is None or not facts.speaks(column, lexicon().begins):
        return condition
    held = facts.column(column)
    others = [Col(column.table, c.name) for c in facts.tables[column.table].columns if held and c.type == held.type]
    ends = [c for c in others if c != column and facts.speaks(c, lexicon().ends)]
    if held is None or held.type not in TEMPORAL or len(ends) != 1:
        return condition
    return replace(condition, item=replace(condition.item, column=replace(column, name=ends[0].name)))
