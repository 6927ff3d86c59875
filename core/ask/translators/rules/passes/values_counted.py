"""`how many ratings are there`, of a column `rating`: how many there are, and not what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Item, Query
from core.ask.translators.rules.query_parts import with_items
from core.text.words import singular, words

_HOW_MANY = (("how", "many"), ("number", "of"), ("count", "of"))


def values_counted(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Totals of what is not added up, of which so many are asked for by the plural of their header, count it."""
    lowers = [t.lower for t in tokens]
    asked = {lowers[end] for said in _HOW_MANY for _, end in places_of(lowers, said) if end < len(tokens)}

    def counted(item: Item) -> Item:
        held = facts.column(item.column) if item.column and item.aggregate == "sum" and not item.formula else None
        if held is None or item.column is None or not facts.speaks(item.column, lexicon().averaged):
            return item
        last = words(held.label)[-1:]
        many = [w for w in asked if (singular(w),) == last and w not in last]
        return replace(item, aggregate="count") if many else item

    return with_items(query, counted) if asked else query
