"""`who did the most visits, and how many was it`: the visits are told, and not that each person is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query


def ranked_figure(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """In groups by a key, a count of what that key tells apart is 1; where the groups are ranked by another figure,
    that one is meant."""
    if not query.order or not query.group or query.share or query.beside:
        return query
    ranked = query.order[0].item
    ones = [i for i in query.select if i != ranked and _one_each(i, query, facts)]
    if not ranked.aggregate or len(ones) != 1 or ranked in query.select or _one_each(ranked, query, facts):
        return query
    having = tuple(replace(f, item=ranked) if f.item == ones[0] else f for f in query.having)
    return replace(query, select=tuple(ranked if i == ones[0] else i for i in query.select), having=having)


def _one_each(item: Item, query: Query, facts: Facts) -> bool:
    """A count of the very things that each group is one of."""
    if item.aggregate != "count" or item.where or item.formula:
        return False
    if item.column is not None:
        return item.distinct and item.column in query.group
    key = facts.key(item.table) if item.table in facts.tables else None
    return key is not None and key in query.group
