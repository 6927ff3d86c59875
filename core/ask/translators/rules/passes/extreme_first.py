"""`average delay by cause, longest first`: a superlative at the end sorts all that is shown, and picks none of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Order, Query

_LONGEST = 3
"""Words of a superlative, at most: `most frequently occurring`."""
_WAYS = {"sup:max": True, "sup:min": False, "common:max": True, "common:min": False}


def extreme_first(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The figure of a breakdown sorts its groups, all of them; of rows the order stays, and none is left out."""
    falling = _sorted(tokens)
    if falling is None or query.of_each or query.share or query.beside or query.limit not in (None, 1):
        return query
    every = replace(query, limit=None, offset=0)
    shown = [i for i in query.select if i.aggregate or i.formula]
    figures = shown or [o.item for o in query.order if o.item.aggregate or o.item.formula]
    if not query.group:
        return every if query.order else query
    if len(set(figures)) != 1:
        return query
    select = (*query.select, *(i for i in figures[:1] if i not in query.select))
    return replace(every, select=select, order=(Order(figures[0], falling),))


def _sorted(tokens: Sequence[Token]) -> bool | None:
    """Whether the largest comes first, where a superlative of sizes and `first` end the question."""
    words = [t.lower for t in tokens if t.kind != "punct"]
    if words[-1:] != ["first"]:
        return None
    for size in range(min(_LONGEST, len(words) - 1), 0, -1):
        tags, quantity = lexicon().phrases.get(tuple(words[-1 - size : -1]), ((), ""))
        if way := next((t for t in tags if t in _WAYS), ""):
            return None if quantity == "age" else _WAYS[way]  # “oldest first”: in the order of time
    return None
