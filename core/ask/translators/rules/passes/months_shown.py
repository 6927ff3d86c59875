"""`loans by period`, where the file has months: shown, told apart and ordered by months, and not by their firsts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.ingest.periods import monthly

_KEPT = ("", "min", "max")


def months_shown(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Each date that stands for a month as its month, where it is shown, grouped or ordered by."""

    def of_col(c: Col) -> Col:
        found = facts.column(c)
        return replace(c, part="month") if not c.part and found is not None and monthly(found) else c

    def of_item(item: Item) -> Item:
        plain = item.column is not None and item.formula is None and item.aggregate in _KEPT
        return replace(item, column=of_col(item.column)) if plain and item.column else item

    return replace(
        query,
        select=tuple(map(of_item, query.select)),
        group=tuple(map(of_col, query.group)),
        order=tuple(replace(o, item=of_item(o.item)) for o in query.order),
    )
