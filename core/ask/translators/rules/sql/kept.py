"""A table all of whose rows stay: joined outwards from it by LEFT JOIN, and counted by what a partner has.

Conditions on a partner stand in its join: “customers with their orders of 2023, also those without” leaves no customer
out. What is counted of a partner is a column that it has a value in, so that a row without one counts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Item, Query, columns_of, condition_items
from core.ask.walks import multiplies
from core.model import PathEdge


def kept_first(query: Query, tables: tuple[str, ...]) -> tuple[str, ...]:
    """The tables of the FROM clause, the one whose rows all stay first."""
    return tuple(dict.fromkeys((query.keep, *tables))) if query.keep else tables


def own_conditions(query: Query) -> tuple[Condition, ...]:
    """Conditions on the kept table alone."""
    return tuple(c for c in query.where if _tables(c) <= {query.keep})


def on_the_way(query: Query, edges: Sequence[PathEdge]) -> tuple[dict[int, list[Condition]], tuple[Condition, ...]]:
    """Conditions by the number of the join that they belong to, and those that are on the whole."""
    if not query.keep:
        return {}, query.where
    place = {e.right_table: n for n, e in enumerate(edges)}
    within: dict[int, list[Condition]] = {}
    whole: list[Condition] = []
    for condition in query.where:
        at = [place[t] for t in _tables(condition) if t in place]
        if at:
            within.setdefault(max(at), []).append(condition)
        else:
            whole.append(condition)
    return within, tuple(whole)


def partner(query: Query, item: Item, edges: Sequence[PathEdge], facts: Facts) -> tuple[Col, bool] | None:
    """The column by which a partner's rows are counted, and whether each only once; None where rows are counted."""
    if not query.keep or item.column is not None or item.table == query.keep:
        return None
    to = next((e for e in edges if e.right_table == item.table), None)
    key = facts.key(item.table)
    if to is None:  # from a query within, whose rows stand once
        return (key, True) if key else None
    further = list(edges)[list(edges).index(to) + 1 :]
    if key is not None:
        return key, multiplies(further)
    return Col(item.table, to.right[0]), False


def _tables(condition: Condition) -> set[str]:
    return {c.table for i in condition_items((condition,)) for c in columns_of(i)}
