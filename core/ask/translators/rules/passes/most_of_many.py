"""`which customer has spent the most`: amounts of many rows are added up for each, and not the largest row taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.passes.of_each_piece import total_of_pieces
from core.ask.translators.rules.query import Col, Item, Order, Query

_MOST = frozenset(("most", "fewest", "least"))
_TOP = frozenset(("top", "bottom"))
"""With "by": `the top 3 ships by cars`."""
_OFTEN, _SEVERAL = 1.1, 2.0
"""Rows for each different word at least: of a top few by something, and where there is the most of something."""
_HIGHEST = frozenset("highest largest biggest greatest lowest smallest best worst".split())
"""Before money that comes in by and by (`the highest takings`), which is an amount of many rows."""
_BY_AND_BY = frozenset("takings sales earnings receipts proceeds turnover revenue donations".split())
_ONE = frozenset(("single", "one", "once", "any", "individual"))


def most_together(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The first few by an amount of which each has many become the first few by its sum."""
    said = {t.lower for t in tokens}
    top = bool(said & _TOP) and "by" in said
    flow = _flow(tokens, query, facts) if said & _HIGHEST else False
    if query.group or not query.limit or len(query.order) != 1 or not (top or flow or said & _MOST) or said & _ONE:
        return query
    item, shown = query.order[0].item, [i.column for i in query.select if i.column and not i.aggregate]
    column = item.column
    if column is None or item.aggregate or item.formula or not shown or len(shown) < len(query.select):
        return query
    own = {c.table for c in shown}
    pieces = total_of_pieces(column, query, facts)
    many = {pieces.column.table} if pieces and pieces.column else {column.table}
    above = {*facts.above(next(iter(many))), *(many if pieces else ())}
    least = _OFTEN if top else _SEVERAL
    again = own == many and not pieces and all(_repeats(c, least, facts) for c in shown)  # a donor's gifts
    if len(own) != 1 or not (own <= above or again) or (own == {column.table} and not again) or facts.year(column):
        return query
    summed = "total" in facts.spelt(column)  # `Total duration` adds up, a duration does not
    if not facts.measure(column) or (facts.speaks(column, lexicon().averaged) and not summed):
        return query
    rows = any(facts.telling(c) for c in shown) or set(shown) == set(facts.person(shown[0].table) or ())
    key = facts.key(shown[0].table) if rows and not again else None  # two may have one name
    group = tuple(dict.fromkeys((*((key,) if key else ()), *shown)))
    order = Order(pieces or Item(column, "sum"), query.order[0].descending)
    return replace(query, group=group, order=(order,), distinct=False)


def _flow(tokens: Sequence[Token], query: Query, facts: Facts) -> bool:
    """`the highest takings`, of a column that is called so."""
    said = {b.lower for a, b in pairwise(tokens) if a.lower in _HIGHEST} & _BY_AND_BY
    column = query.order[0].item.column if query.order else None
    return bool(said) and column is not None and bool(said & set(facts.spelt(column)))


def _repeats(column: Col, least: float, facts: Facts) -> bool:
    """Words that stand in several rows, which they do not name."""
    held = facts.column(column)
    rows = facts.tables[column.table].rows
    return held is not None and held.type == "text" and least * held.profile.distinct <= rows
