"""Words with a meaning given, as edges: a condition, a figure, or what ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Edge
from core.ask.translators.rules.chart.meanings import Figure, Meaning, Predicate, Rank, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Definition, Filter, Item, Related, condition_items

Placed = Mapping[int, tuple[int, Definition]]
"""Of the words from a token on: the token behind them, and what they mean."""


def told_edges(placed: Placed, facts: Facts) -> Iterator[Edge]:
    """What words were told to mean."""
    for start, (end, means) in placed.items():
        used = frozenset(range(start, end))
        for category, meaning in _meanings(means, facts):
            yield Edge(category, start, end, meaning, used, 0.0)


def silent(placed: Placed) -> frozenset[int]:
    """The words of which it was told that they add nothing."""
    return frozenset(
        i
        for start, (end, means) in placed.items()
        if means.item is None and means.order is None and not means.conditions
        for i in range(start, end)
    )


def spoken(placed: Placed) -> frozenset[int]:
    """Every word that was told about."""
    return frozenset(i for start, (end, _) in placed.items() for i in range(start, end))


def _meanings(means: Definition, facts: Facts) -> Iterator[tuple[str, Meaning]]:
    met = _met(means.conditions)
    if means.item is not None and (table := _table(means.item)) in facts.tables:
        rows = Things(table, met.where, met.having)
        if not means.item.aggregate:
            yield "lasting", Figure((means.item,), rows)
        yield "figure", Figure((replace(means.item, aggregate=means.item.aggregate or "sum"),), rows)
    elif means.order is not None:
        yield "rank", Rank(means.order.item, means.order.descending, where=met.where)
    elif means.conditions:
        yield "predicate", met


def _met(conditions: tuple[Condition, ...]) -> Predicate:
    """Conditions, those on figures of groups by themselves."""
    having = tuple(c for c in conditions if isinstance(c, Filter) and c.item.aggregate)
    where = tuple(c for c in conditions if c not in having)
    tables = [_table(i) for i in (*condition_items(where), *(f.item for f in having))]
    tables += [c.table for c in where if isinstance(c, Related)]
    return Predicate(where, having, tuple(dict.fromkeys(t for t in tables if t)))


def _table(item: Item) -> str:
    return item.column.table if item.column else item.table
