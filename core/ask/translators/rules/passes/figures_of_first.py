"""`the average price of the books by the oldest author`: a rank beside a figure says of which things the figure is.

One row cannot be ordered and cut: the rank becomes a condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Item, Leading, Query, Scalar


def of_the_first(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The figures of a query without groups are taken over the first things by its order, all of them where several
    tie for the one first place."""
    alone = bool(query.select) and all(i.aggregate for i in query.select) and not query.group
    if not alone or not query.limit or len(query.order) != 1 or query.share or query.beside:
        return query
    item, descending = query.order[0].item, query.order[0].descending
    if item.column is None or item.aggregate or item.formula:
        return query
    table = item.column.table
    within = tuple(c for c in query.where if _of(c, table))
    made: Condition
    if query.limit == 1:
        made = Filter(item, "=", (Scalar(Item(item.column, "max" if descending else "min"), within),))
    elif (key := facts.key(table)) is not None:
        made = Leading(key, item, descending, query.limit, within)
    else:
        return query
    return replace(query, where=(*query.where, made), order=(), limit=None)


def _of(condition: Condition, table: str) -> bool:
    """It speaks of a table's own columns alone."""
    return isinstance(condition, Filter) and condition.item.column is not None and condition.item.column.table == table
