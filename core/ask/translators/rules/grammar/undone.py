"""`unpaid invoices`, `tickets that are unresolved`: what has no day yet on which it was done, or whose mark says no."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.ask.vocabulary import stems
from core.model import TEMPORAL

_SHORTEST = 6
"""Letters: `unpaid`, and not `under`, `until`, `union`."""
_FIRM = 0.8


def undone(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Words in un- whose rest is what one column of the tables named says: start → (end, what it means)."""
    named = {k.table for m in mentions for k in m.links if k.kind == "table" and k.score >= _FIRM}
    found: dict[int, tuple[int, Definition]] = {}
    for i, token in enumerate(tokens):
        word = token.lower
        if token.kind != "word" or not word.startswith("un") or len(word) < _SHORTEST or _held(i, mentions):
            continue
        conditions = [
            condition
            for name in (named & facts.tables.keys() or facts.tables)
            for c in facts.tables[name].columns
            if stem(word[2:]) in stems(c.label) and token.stem not in stems(c.label)
            if (condition := _not_done(Col(name, c.name), facts)) is not None
        ]
        if len(conditions) == 1:
            found[i] = (i + 1, Definition((token.lemma,), None, (conditions[0],)))
    return found


def _not_done(column: Col, facts: Facts) -> Filter | None:
    """A day that is missing, or the answer no."""
    found = facts.column(column)
    if found is not None and found.type in TEMPORAL:
        return Filter(Item(column), "is null") if found.profile.nulls else None
    truths = facts.flag(column)
    return Filter(Item(column), "=", (truths[1],)) if truths else None


def _held(i: int, mentions: Sequence[Mention]) -> bool:
    """A cell holds the word itself."""
    return any(
        m.start <= i < m.end and any(k.kind == "value" and k.how in ("exact", "case") for k in m.links)
        for m in mentions
    )
