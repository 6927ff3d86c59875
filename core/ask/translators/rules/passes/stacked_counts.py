"""`How many loans` where each row says how many it stands for: they are added up, and not the rows counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.main_figures import own_number, stacked
from core.ask.translators.rules.query import Filter, Item, Order, Query


def added_up(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows of a table whose only measure is a count, or that says how many there are of what it is called, are added up
    wherever they would be counted."""
    if any(t.lower in lexicon().rows for t in tokens) or query.share:
        return query
    select = tuple(_added(i, facts) for i in query.select)
    order = tuple(Order(_added(o.item, facts), o.descending) for o in query.order)
    having = tuple(Filter(_added(f.item, facts), f.operator, f.values) for f in query.having)
    beside = tuple(added_up(q, facts, tokens) for q in query.beside)
    if (select, order, having, beside) == (query.select, query.order, query.having, query.beside):
        return query
    return replace(query, select=select, order=order, having=having, beside=beside)


def _added(item: Item, facts: Facts) -> Item:
    plain = item.aggregate == "count" and item.column is None and item.formula is None and not item.distinct
    column = stacked(facts, item.table) or own_number(facts, item.table) if plain else None
    return Item(column, "sum", where=item.where) if column else item
