"""`how many riders have more than 8 trips`: the riders that have are counted together, and not listed with a 1 each."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Item, Query, Related, condition_items, tables_of


def those_with_so_many(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows counted one by one that a figure of another table bounds become one count of those within the bounds."""
    figures = [i for i in query.select if i.aggregate]
    if len(figures) != 1 or not query.having or query.beside or query.share or query.limit is not None:
        return query
    (count,) = figures
    own, key = count.table, facts.key(count.table) if count.table in facts.tables else None
    rows = count.aggregate == "count" and count.column is None and not count.where
    if not rows or key is None or key not in query.group or {c.table for c in query.group} != {own}:
        return query
    others = {t for f in query.having for t in tables_of(f.item)}
    if len(others) != 1 or own in others:
        return query
    (other,) = others
    kept: list[Condition] = []
    inner: list[Condition] = []
    for condition in query.where:
        tables = {t for i in condition_items((condition,)) for t in tables_of(i)}
        if isinstance(condition, Related):
            tables = {condition.table}
        if tables <= {own}:
            kept.append(condition)
        elif own in tables:
            return query
        else:
            inner.append(condition)
    bounded = Related(own, (other,), tuple(inner), False, query.having)
    return Query((Item(None, "count", table=own),), (*kept, bounded), tables=(own,))
