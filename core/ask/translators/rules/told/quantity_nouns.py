"""`average visit length`, `ride duration by station`: the noun of a quantity behind a thing, which no header says; or
before it, behind a function (`the average size of plots`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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

_FUNCTIONS = frozenset("average mean median total highest lowest maximum minimum".split())
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
        end = i + 1
        if table is None and tokens[i - 1 : i] and tokens[i - 1].lower in _FUNCTIONS:
            table, end = _of(tokens, mentions, i, things)
        if table not in facts.tables or token.lower not in _NOUNS or i in firm:
            continue
        column = facts.of_quantity(_NOUNS[token.lower], (table,))
        held = facts.column(column) if column else None
        lasting = token.lower != "duration" or (column is not None and facts.speaks(column, _TIMES))
        if column is not None and column.table == table and held is not None and held.type in NUMERIC and lasting:
            found[i] = (end, Definition(tuple(t.lemma for t in tokens[i:end]), Item(column)))
    return found


def _of(
    tokens: Sequence[Token], mentions: Sequence[Mention], at: int, things: Mapping[int, str]
) -> tuple[str | None, int]:
    """The things of whose quantity is spoken: `size of the plots`; and where they end."""
    led = [t.lower for t in tokens[at + 1 : at + 3]]
    start = at + 2 + (led[1:] == ["the"])
    end = next((m.end for m in mentions if m.start == start), 0) if led[:1] == ["of"] else 0
    return things.get(end), end or at + 1
