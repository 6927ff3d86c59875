"""`which pieces in the library`, `what is the dearest item`: things are asked for, and no quantity of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts

_ASKING = frozenset(("which", "what"))
_BETWEEN = frozenset("is are was were the our a an of single one".split())
_REACH = 6
"""Words between “which” and its noun, at most."""
_MANY = frozenset("qty quantity unit units copies number no count pieces".split())
"""Headers of how many there are."""
_WITHIN = frozenset("in on of from".split())
_SURE = 0.8


def with_things_asked(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """The mentions; the noun behind "which" or "what" names no column of quantities, and where the table that holds
    the things is named behind it (`pieces in the library`) it is these."""
    at = next((i for i, t in enumerate(tokens) if t.lower in _ASKING), None)
    if at is None:
        return tuple(mentions)
    noun = next((m for m in mentions if at < m.start <= at + _REACH and m.links and _led(tokens, at, m, facts)), None)
    if noun is None or noun.pinned:
        return tuple(mentions)
    kept = tuple(k for k in noun.links if not _of_quantities(k, facts))
    if len(kept) == len(noun.links):
        return tuple(mentions)
    within = next((m for m in mentions if m.start > noun.end and _beside(tokens, noun, m)), None)
    table = next((k for k in within.links[:1] if k.kind == "table"), None) if within else None
    if table is not None:
        kept = (replace(table, score=_SURE, how="told"), *kept)
    return tuple(replace(m, links=kept) if m is noun else m for m in mentions if m is not noun or kept)


def _led(tokens: Sequence[Token], at: int, noun: Mention, facts: Facts) -> bool:
    """It is the first noun behind the word that asks: small words and one adjective stand between."""
    between = [t.lower for t in tokens[at + 1 : noun.start] if t.lower not in _BETWEEN]
    return len(between) <= 1 and any(_of_quantities(k, facts) for k in noun.links[:1])


def _of_quantities(link: Link, facts: Facts) -> bool:
    """A column that says how many, of which the noun is only another word."""
    if link.kind != "column" or link.how != "synonym" or link.table not in facts.tables:
        return False
    held = next((c for c in facts.tables[link.table].columns if c.name == link.column), None)
    return held is not None and bool(_MANY & set(held.plain_label.lower().split()))


def _beside(tokens: Sequence[Token], noun: Mention, other: Mention) -> bool:
    """`pieces in the library`."""
    between = [t.lower for t in tokens[noun.end : other.start]]
    return bool(between) and between[0] in _WITHIN and set(between[1:]) <= _BETWEEN
