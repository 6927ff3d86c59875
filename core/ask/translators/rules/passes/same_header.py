"""`members who voted to close` where both tables of votes have a `Party`: each vote has its own, and needs no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Query
from core.ask.translators.rules.query_parts import columns_in


def by_same_header(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A condition on a table that nothing else of the query or the question speaks of is one on the query's own column
    of the same header, where that holds the value too."""
    if query.beside or query.share or len(query.tables) != 1 or query.tables[0] not in facts.tables:
        return query
    rows, said = query.tables[0], {t.stem for t in tokens}
    asked = {c.table for c in columns_in(replace(query, where=()))}
    where = tuple(_own(c, rows, facts) if _elsewhere(c, asked | {rows}, said, facts) else c for c in query.where)
    return query if where == query.where else replace(query, where=where)


def _elsewhere(condition: Condition, asked: set[str], said: set[str], facts: Facts) -> bool:
    """It compares a column of a table that has no other part in the query, and that no word names."""
    column = condition.item.column if isinstance(condition, Filter) and condition.item.aggregate == "" else None
    if column is None or column.table in asked or column.table not in facts.tables:
        return False
    return not said & set(stems(facts.tables[column.table].label))


def _own(condition: Condition, rows: str, facts: Facts) -> Condition:
    column = condition.item.column if isinstance(condition, Filter) else None
    if column is None or not isinstance(condition, Filter) or condition.operator not in ("=", "in"):
        return condition
    for c in facts.tables[rows].columns:
        held = {v.strip().casefold() for v, _ in c.profile.common}
        if c.name.casefold() == column.name.casefold() and {str(v).casefold() for v in condition.values} <= held:
            return replace(condition, item=Item(Col(rows, c.name)))
    return condition
