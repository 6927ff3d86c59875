"""`the second largest plot`, `the third highest salary`: the one row that has this place of the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.ordinals import place_said
from core.ask.translators.rules.query import Filter, Item, Order, Query


def in_its_place(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The first row becomes the one in the place that is said; of an amount alone, the different amounts are ranked."""
    place = place_said(tokens)
    if not place or query.share or query.beside:
        return query
    if query.order and query.limit == 1:
        alone = [i for i in query.select if not i.aggregate and not i.formula]
        values = not query.group and alone == [query.order[0].item] == list(query.select)
        return replace(query, offset=place - 1, distinct=query.distinct or values)
    item = query.select[0] if len(query.select) == 1 else Item()
    plain = item.column is not None and not item.formula and not item.where
    if item.aggregate not in ("max", "min") or not plain or query.group or query.order or query.having:
        return query
    value = Item(item.column)
    known = Filter(value, "is not null")
    held = facts.column(item.column) if item.column else None
    where = (*query.where, known) if held is not None and held.profile.nulls else query.where
    order = (Order(value, item.aggregate == "max"),)
    return replace(query, select=(value,), where=where, order=order, limit=1, offset=place - 1, distinct=True)
