"""`the names of aircraft`, `each aircraft's name`: what the aircraft are called, whatever its column is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM

_NAME = frozenset(("name", "names"))
_LED = frozenset(("of", "for"))
_SMALL = frozenset("of for the all each every our their and , as well".split())
_OWNED = frozenset(("'s", "'"))


def with_names_of(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """The mentions; where a name is one of things that have no column called so, it means what they are shown by."""
    return tuple(_meant(tokens, mentions, i, facts) for i in range(len(mentions)))


def _meant(tokens: Sequence[Token], mentions: Sequence[Mention], at: int, facts: Facts) -> Mention:
    mention = mentions[at]
    if mention.pinned or mention.text.lower() not in _NAME:
        return mention
    table = _behind(tokens, mentions, at) or _before(tokens, mentions, at)
    shown = facts.display(table) if table in facts.tables else ()
    if len(shown) != 1 or not facts.named(table) or any(k.table == table for k in mention.links):
        return mention
    return replace(mention, links=(Link("column", table, shown[0].name, "", 1.0, "label"), *mention.links))


def _table(mention: Mention) -> str:
    """The table that a mention surely is; "" for others."""
    return next((k.table for k in mention.links[:1] if k.kind == "table" and k.score >= FIRM), "")


def _behind(tokens: Sequence[Token], mentions: Sequence[Mention], at: int) -> str:
    """`name of the aircraft`, `names and weights of all aircraft`."""
    owned = False
    for one, other in zip(mentions[at:], mentions[at + 1 :], strict=False):
        gap = {t.lower for t in tokens[one.end : other.start]}
        owned = owned or bool(gap & _LED)
        if not gap <= _SMALL or not gap:
            return ""
        if owned:
            return _table(other)
    return ""


def _before(tokens: Sequence[Token], mentions: Sequence[Mention], at: int) -> str:
    """`the aircraft's name`, `aircraft names`."""
    if not at:
        return ""
    gap = {t.lower for t in tokens[mentions[at - 1].end : mentions[at].start]}
    return _table(mentions[at - 1]) if gap <= _OWNED else ""
