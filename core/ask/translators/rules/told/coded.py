"""`with a garden recorded (value 1)`: a column's code, given behind it."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.missing_codes import MIN_LINK_SCORE
from core.ask.translators.rules.query import Col, Definition, Filter, Item

_CODED = frozenset(("value", "values", "code", "coded", "="))
_REACH = 6
"""Tokens between the column and its code."""


def coded(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where the question gives a code: start → (end, the column holds it)."""
    found: dict[int, tuple[int, Definition]] = {}
    for at, token in enumerate(tokens[1:], 1):
        if token.number is None or tokens[at - 1].lower not in _CODED:
            continue
        before = [m for m in mentions if m.links and m.end < at]
        mention = max(before, key=lambda m: m.end, default=None)
        if mention is None or at - mention.end > _REACH:
            continue
        link = mention.links[0]
        column = Col(link.table, link.column) if link.kind == "column" and link.score >= MIN_LINK_SCORE else None
        stops = any(t.kind == "punct" and t.text in ",.;?" for t in tokens[mention.end : at])
        if column is None or stops or not facts.numeric(column):
            continue
        end = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].text == ")")
        said = tuple(t.lemma for t in tokens[mention.start : end])
        found[mention.start] = (end, Definition(said, None, (Filter(Item(column), "=", (token.number,)),)))
    return found
