"""`how many orders were there`, where a table holds their lines: orders by their number, and not lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.tokens import Token, stem
from core.ask.translators.rules.columns import KEYS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.ask.translators.rules.query_parts import with_items
from core.text.words import singular, words

_SHORTEST = 2
"""Letters of a word cut short."""
_LINES = frozenset("line item row detail entry position".split())


def lines_of_orders(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows that are counted become the different numbers of what they are lines of, where that is what is said."""

    def whole(item: Item) -> Item:
        table = item.table or next(iter(query.tables), "")
        plain = item.aggregate == "count" and item.column is None and not item.formula and not item.where
        number = _number(table, facts, tokens) if plain and table in facts.tables else None
        if number is not None:
            return Item(number, "count", distinct=True)
        sides = item.formula
        if sides is None or not isinstance(sides.left, Item) or not isinstance(sides.right, Item):
            return item
        return replace(item, formula=replace(sides, left=whole(sides.left), right=whole(sides.right)))

    return query if query.share or query.beside else with_items(query, whole)


def _number(table: str, facts: Facts, tokens: Sequence[Token]) -> Col | None:
    """The one column of numbers that several lines share, called after what the question speaks of."""
    said = [singular(w) for w in words(facts.tables[table].label)]
    kinds = [a for a, b in pairwise(said) if b in _LINES]
    spoken = {t.stem for t in tokens if t.lower.endswith("s")}
    if len(kinds) != 1 or stem(kinds[0]) not in spoken or any(singular(t.lower) in _LINES for t in tokens):
        return None
    found = [c for c in facts.tables[table].columns if _numbers(c.label, kinds[0]) and not c.profile.unique]
    held = [Col(table, c.name) for c in found if not c.profile.nulls]
    return held[0] if len(held) == 1 else None


def _numbers(label: str, kind: str) -> bool:
    """`OrdNo`, of orders."""
    said = words(label)
    own = [w for w in said if stem(w) not in KEYS and w not in KEYS]
    return len(own) == 1 and len(said) > 1 and kind.startswith(singular(own[0])) and len(own[0]) >= _SHORTEST
