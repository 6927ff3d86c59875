"""`the second largest plot`, `the third highest salary`: the one row that has this place of the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.ordinals import place_at, place_said
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query

_NEAR = 3
"""Words from a superlative to the things that it is said of."""


def _things(column: Col, facts: Facts, tokens: Sequence[Token]) -> tuple[Item, ...]:
    """What the rows are called, where the superlative is said of them: `the second most visited exhibition`."""
    at = next(i for i in range(len(tokens)) if place_at(tokens, i))
    rows = set(stems(facts.tables[column.table].label)) - set(stems(facts.said(column)))
    said = any(t.stem in rows for t in tokens[at + 2 : at + 2 + _NEAR])
    return tuple(Item(c) for c in facts.display(column.table) if c != column) if said else ()


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
    if item.column is not None and (names := _things(item.column, facts, tokens)):
        return replace(query, select=(*names, value), where=where, order=order, limit=1, offset=place - 1)
    return replace(query, select=(value,), where=where, order=order, limit=1, offset=place - 1, distinct=True)
