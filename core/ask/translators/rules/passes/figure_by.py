"""`top five boats by value`: what they are ranked by is a figure that was said, and stands beside their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query

_TOP = frozenset(("top", "bottom"))


def figure_by(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The first few groups by a figure, with it."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, w in enumerate(lowers[:3]) if w in _TOP), len(lowers))
    if "by" not in lowers[at:] or not query.group or not query.limit or query.of_each or len(query.order) != 1:
        return query
    by = query.order[0].item
    figures = [i for i in query.select if i.aggregate or i.formula]
    if not (by.aggregate or by.formula) or figures or query.share or query.beside:
        return query
    return replace(query, select=(*query.select, by))
