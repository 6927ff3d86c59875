"""`which directors have staged six or more productions`: rows of which no director is known are nobody's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Query

_ASKING = frozenset(("which", "who", "whose"))
_TOP = frozenset(("top", "most", "best", "highest", "largest", "biggest", "least", "fewest", "lowest", "smallest"))


def named_groups(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Of groups that a question asks for by name and that a figure chooses, the one without a name is left out."""
    chosen = bool(query.having) or (
        query.limit is not None and bool(query.order) and bool(query.order[0].item.aggregate)
    )
    ranks = any(t.lower in _TOP and (not i or tokens[i - 1].lower != "at") for i, t in enumerate(tokens))
    asked = bool({t.lower for t in tokens[:3]} & _ASKING) or ranks
    if not chosen or not asked or query.keep or query.share or query.beside:
        return query
    shown = [c for c in query.group if Item(c) in query.select and not c.part and not c.through[0]]
    lacking = [c for c in shown if (held := facts.column(c)) is not None and held.profile.nulls]
    new = tuple(f for f in (Filter(Item(c), "is not null") for c in lacking) if f not in query.where)
    return replace(query, where=(*query.where, *new)) if new and len(shown) == 1 else query
