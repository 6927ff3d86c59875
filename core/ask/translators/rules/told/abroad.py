"""`customers living abroad`, `members from overseas`: those whose country is another than that of most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item

_ABROAD = frozenset(("abroad", "overseas"))
_LED = frozenset("living live lives based resident from in".split())
_COUNTRY = frozenset({stem("country")})
_MOST = 0.5
"""The share of all rows that are of our country, at least."""


def abroad(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the condition), where one table that is named tells countries."""
    at = next((i for i, t in enumerate(tokens) if t.lower in _ABROAD), None)
    if at is None or at in cell_places(mentions):
        return {}
    named = sorted(tables_named(mentions) & facts.tables.keys())
    homes = [found for t in named for found in _homes(t, facts)]
    if len(homes) != 1:
        return {}
    start = at
    while start and tokens[start - 1].lower in _LED:
        start -= 1
    column, home = homes[0]
    return {start: (at + 1, Definition(lemmas(tokens, start, at + 1), None, (Filter(Item(column), "!=", (home,)),)))}


def _homes(table: str, facts: Facts) -> Iterator[tuple[Col, str]]:
    """The columns of countries, and the one that most rows are of."""
    for c in facts.tables[table].columns:
        if c.type == "text" and facts.speaks(Col(table, c.name), _COUNTRY) and c.profile.common:
            value, often = max(c.profile.common, key=lambda found: found[1])
            if often > _MOST * c.profile.filled:
                yield Col(table, c.name), value
