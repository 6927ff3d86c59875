"""`men against women by region`: where one figure is reckoned for each group, the figures beside it are as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Item, Query


def grouped_figures(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Measures shown as they are beside a group take the one function that is used in the query."""
    used: set[Aggregate] = {i.aggregate for i in query.select if i.aggregate in ("sum", "avg", "min", "max")}
    if not query.group or len(used) != 1:
        return query
    (function,) = used
    return replace(query, select=tuple(_reckoned(i, function, query, facts) for i in query.select))


def _reckoned(item: Item, function: Aggregate, query: Query, facts: Facts) -> Item:
    column = item.column
    bare = column is not None and not item.aggregate and not item.formula and column not in query.group
    figure = bare and column is not None and facts.measure(column) and not facts.year(column)
    return replace(item, aggregate=function) if figure else item
