"""`locations that closed in 2022`: in that time they ended, and did not begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Query
from core.model import TEMPORAL

_ENDED = frozenset("closed ended finished ceased shut expired terminated deregistered closing ending expiring".split())
_LEFT = frozenset(("left", "departed", "leaving", "leave"))
_MOVED = frozenset("move moves moved moving check checks checked checking".split())
_THEN = frozenset("in during before after since on until between".split())
"""Behind `left`, or `out` of `moved out`, that is when it was."""
_BEGUN = frozenset("opened started began begun launched registered joined start starting opening".split())


def ended_then(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A time that is said of rows which ended is one of the day of their end, where they have one beside the other."""
    said = [t.lower for t in tokens]
    lowers = {one for one, other in pairwise([*said, ""]) if other != "up"}  # “ended up cancelled” is no end
    lowers |= {"ended" for one, other in pairwise(said) if one in _LEFT and other in _THEN}
    out = (said[i + 1] == "out" and said[i + 2] in _THEN for i in range(len(said) - 2) if said[i] in _MOVED)
    lowers |= {"ended"} if any(out) else set()
    if not lowers & _ENDED or lowers & _BEGUN:
        return query
    select = tuple(replace(i, where=tuple(_of_end(c, facts) for c in i.where)) for i in query.select)
    return replace(query, select=select, where=tuple(_of_end(c, facts) for c in query.where))


def _of_end(condition: Condition, facts: Facts) -> Condition:
    if isinstance(condition, AnyOf):
        return AnyOf(tuple(_of_end(c, facts) for c in condition.parts))
    column = condition.item.column if isinstance(condition, Filter) and condition.item.formula is None else None
    if not isinstance(condition, Filter) or column is None or not facts.begins(column):
        return condition
    held = facts.column(column)
    others = [Col(column.table, c.name) for c in facts.tables[column.table].columns if held and c.type == held.type]
    ends = [c for c in others if c != column and facts.ends(c)]
    if held is None or held.type not in TEMPORAL or len(ends) != 1:
        return condition
    return replace(condition, item=replace(condition.item, column=replace(column, name=ends[0].name)))
