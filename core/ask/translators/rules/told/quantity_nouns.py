"""`average visit length`, `ride duration by station`: the noun of a quantity behind a thing, which no header says."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, firm_places
from core.ask.translators.rules.query import Definition, Item
from core.model import NUMERIC

_NOUNS = {
    "length": "length", "duration": "length", "weight": "weight", "height": "height", "price": "price",
    "speed": "speed", "distance": "distance", "size": "size", "age": "age",
}  # fmt: skip

_TIMES = frozenset(map(stem, "duration time minutes minute hours hour seconds second days runtime".split()))
"""Of a duration there is no distance."""


def quantity_nouns(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the one figure of the thing's rows that is such a quantity)."""
    firm = firm_places(mentions)
    things = {m.end: k.table for m in mentions for k in m.links[:1] if k.kind == "table" and k.score >= FIRM}
    found: dict[int, tuple[int, Definition]] = {}
    for i, token in enumerate(tokens):
        table = things.get(i)
        if table not in facts.tables or token.lower not in _NOUNS or i in firm:
            continue
        column = facts.of_quantity(_NOUNS[token.lower], (table,))
        held = facts.column(column) if column else None
        lasting = token.lower != "duration" or (column is not None and facts.speaks(column, _TIMES))
        if column is not None and column.table == table and held is not None and held.type in NUMERIC and lasting:
            found[i] = (i + 1, Definition((token.lemma,), Item(column)))
    return found
