"""`copies ordered`, `who ordered the most units`: the pieces of what is done, which its rows or their lines count."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition, Item, Order

_PIECES = frozenset(map(stem, ("units", "pieces", "copies", "articles", "bottles", "boxes", "packs", "kits")))
_QUANTITY = frozenset(map(stem, ("quantity", "qty", "units", "pieces", "number", "amount", "count")))
_BEING = frozenset("were was are have has had been".split())
_WAYS = {"most": True, "fewest": False, "least": False}


def pieces_done(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the one quantity of the rows of that deed or of their lines, or its most)."""
    deeds = {
        m.start: k.table
        for m in mentions
        for k in m.links[:1]
        if k.kind == "table"
        and k.table in facts.tables
        and k.score >= FIRM
        and m.end - m.start == 1
        and tokens[m.start].lower.endswith(PARTICIPLES)
        and tokens[m.start].stem in stems(facts.tables[k.table].label)
    }
    found: dict[int, tuple[int, Definition]] = {}
    for i, token in enumerate(tokens):
        if token.stem not in _PIECES or not token.lower.endswith("s"):
            continue
        way = _WAYS.get(tokens[i - 1].lower) if i else None
        before = i - 2 - (tokens[i - 2].lower == "the") if way is not None else -1
        behind = i + 1
        while behind < len(tokens) and tokens[behind].lower in _BEING:
            behind += 1
        at = next((j for j in (behind, before) if j in deeds), None)
        column = _quantity(deeds[at], facts) if at is not None else None
        if column is None or at is None:
            continue
        start, end = min(i, at), max(i, at) + 1
        words = tuple(t.lemma for t in tokens[start:end])
        order = Order(Item(column, "sum"), bool(way)) if at < i else None
        found[start] = (end, Definition(words, order=order) if order else Definition(words, Item(column)))
    return found


def _quantity(table: str, facts: Facts) -> Col | None:
    """The one quantity of a table, or else of those whose rows belong to it."""
    for tables in ((table,), facts.belonging(table)):
        columns = [Col(t, c.name) for t in tables if t in facts.tables for c in facts.tables[t].columns]
        held = [c for c in columns if facts.measure(c) and not facts.year(c) and facts.speaks(c, _QUANTITY)]
        if held:
            return held[0] if len(held) == 1 else None
    return None
