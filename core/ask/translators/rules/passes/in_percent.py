"""`what share of loans is fiction`: 31.1 of a hundred, as people say it; a fraction or a ratio stays a part of 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Formula, Item, Query

_SHARES = frozenset("share shares proportion proportions".split())
_PARTS = frozenset("fraction fractions ratio ratios decimal".split())


def in_percent(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Shares that are parts of 1, as parts of a hundred where a share is asked for."""
    lowers = {t.lower for t in tokens}
    if not lowers & _SHARES or lowers & _PARTS:
        return query
    if query.share == 1.0:
        return replace(query, share=100.0)
    return replace(
        query,
        select=tuple(map(_percent, query.select)),
        order=tuple(replace(o, item=_percent(o.item)) for o in query.order),
    )


def _percent(item: Item) -> Item:
    ratio = item.formula
    if ratio is None or ratio.name != "share" or ratio.operator != "/":
        return item
    return replace(item, formula=Formula("*", ratio, 100.0, "percent"))
