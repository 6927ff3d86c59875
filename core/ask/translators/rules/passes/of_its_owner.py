"""`fees of sailors from Norway`: where each fee is one sailor's, that is a condition of the fee itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Query, Related


def of_its_owner(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Conditions on the one row that each row refers to stand by themselves, and in no query of their own."""
    where = tuple(w for c in query.where for w in _plain(c, facts))
    return query if where == query.where else replace(query, where=tuple(dict.fromkeys(where)))


def _plain(condition: Condition, facts: Facts) -> Iterator[Condition]:
    if not isinstance(condition, Related) or condition.negated or condition.bounds or len(condition.tables) != 1:
        yield condition
        return
    (owner,) = condition.tables
    joins = [j for j in facts.schema.joins if {j.child_table, j.parent_table} == {condition.table, owner}]
    own = len(joins) == 1 and joins[0].child_table == condition.table and not joins[0].is_self
    told = all(isinstance(f, Filter) and f.item.column and f.item.column.table == owner for f in condition.where)
    if own and told and condition.where and joins[0].evidence.parent_unique:
        yield from condition.where
    else:
        yield condition
