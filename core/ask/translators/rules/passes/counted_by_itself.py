"""`Ann versus Bob: number of calls taken`, told apart by who took them: what is counted is the rows, and not whoever
they are told apart by, of whom each has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Order, Query


def counted_by_itself(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A column whose different cells are counted for each of its cells is counted by its rows."""
    if len(query.group) != 1 or not any(_by_itself(i, query) for i in query.select):
        return query
    table = query.group[0].table
    if query.group[0].part or query.group[0].through[0] or facts.key(table) == query.group[0]:
        return query

    def rows(item: Item) -> Item:
        return Item(None, "count", table=table) if _by_itself(item, query) else item

    order = tuple(Order(rows(o.item), o.descending) for o in query.order)
    select = (Item(query.group[0]), *map(rows, query.select))
    return replace(query, select=tuple(dict.fromkeys(select)), order=order)


def _by_itself(item: Item, query: Query) -> bool:
    return item.aggregate == "count" and item.distinct and item.column in query.group and not item.where
