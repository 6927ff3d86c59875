"""`which month of the year has the most calls`, `which month is usually quietest`: March of whatever year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query

_USUALLY = frozenset("usually typically normally generally tend tends".split())


def months_of_any_year(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Groups by month are those of all years together."""
    lowers = [t.lower for t in tokens]
    whole = any(
        end == len(tokens) or tokens[end].kind not in ("number", "date")
        for _, end in places_of(lowers, ("month", "of", "the", "year"))
    )
    usual = "month" in lowers and bool(_USUALLY & set(lowers))
    if not (whole or usual) or not any(c.part == "month" for c in query.group):
        return query
    return replace(
        query,
        select=tuple(map(_item, query.select)),
        group=tuple(map(_any_year, query.group)),
        order=tuple(replace(o, item=_item(o.item)) for o in query.order),
    )


def _any_year(column: Col) -> Col:
    return replace(column, part="calendar month") if column.part == "month" else column


def _item(item: Item) -> Item:
    return replace(item, column=_any_year(item.column)) if item.column is not None else item
