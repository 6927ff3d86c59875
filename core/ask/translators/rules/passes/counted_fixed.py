"""`How many places are there in Leith`: of a column that a condition holds to one value there is nothing to count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Query


def rows_of_one_kind(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query with rows counted in place of the different values of a column that has one."""
    fixed = {
        f.item.column for f in query.where if isinstance(f, Filter) and f.operator == "=" and len(f.values) == 1
    } - {None}
    select = tuple(
        Item(None, "count", table=i.column.table)
        if i.aggregate == "count" and i.distinct and i.column in fixed and i.column and not i.formula and not i.where
        else i
        for i in query.select
    )
    return query if select == query.select else replace(query, select=select)
