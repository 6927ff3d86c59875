"""`what is the biggest fine`: of nameless rows how much it is, and not their number alone; `what is
the longest anyone has waited`: how long, of any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query

_SIZES = frozenset(
    "biggest largest highest smallest lowest greatest dearest cheapest longest shortest heaviest".split()
)
_WHAT = frozenset(("what", "whats"))
_ANY = frozenset("any anything anyone anybody".split())


def size_shown(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The figure that one nameless row is the first by, beside it."""
    said = [t.lower for t in tokens]
    if query.limit != 1 or len(query.order) != 1 or query.group or not _SIZES & set(said) or query.distinct:
        return query
    item, shown = query.order[0].item, [i.column for i in query.select]
    any_of_them = _ANY & set(said) or any(a in _SIZES and b == "it" for a, b in pairwise(said))  # “the longest it took”
    asked = (said[0] in _WHAT and any_of_them) or said[:2] == ["how", "long"]
    if item.formula and item.formula.lasting and asked:
        return replace(query, select=(item,))
    column = item.column
    if column is None or item.aggregate or item.formula or not facts.measure(column) or column in shown:
        return query
    named = any(c is None or c.table != column.table or c != facts.key(c.table) for c in shown)
    of_nameless = said[0] in _WHAT or bool(_SIZES & set(said[:2]))
    return query if named or not of_nameless else replace(query, select=(*query.select, Item(column)))
