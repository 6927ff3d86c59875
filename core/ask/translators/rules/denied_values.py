"""`because there was no bed`, where a code means “no bed available”: what denies is part of it, and no negation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.text.words import singular, words

_DENYING = frozenset("no not without never non".split())
_BETWEEN = frozenset("a an any the enough".split())


def with_denials(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> list[Mention]:
    """The mentions, those of values that begin with a denial taking the one that is said before them."""
    return [_with_denial(tokens, m, mentions, facts) for m in mentions]


def _with_denial(tokens: Sequence[Token], mention: Mention, mentions: Sequence[Mention], facts: Facts) -> Mention:
    at = mention.start - 1
    while at >= 0 and tokens[at].lower in _BETWEEN:
        at -= 1
    taken = any(m.start <= at < m.end for m in mentions)
    if at < 0 or taken or tokens[at].lower not in _DENYING or not mention.links:
        return mention
    said = singular(tokens[mention.start].lower)
    if not _denied(mention.links[0], said, facts):
        return mention
    text = " ".join(t.text for t in tokens[at : mention.end])
    return replace(mention, start=at, text=text)


def _denied(link: Link, said: str, facts: Facts) -> bool:
    """The value, or what it means, begins with a denial of the word."""
    column = facts.column(Col(link.table, link.column)) if link.kind == "value" else None
    if column is None:
        return False
    texts = (words(column.meaning(link.value) or ""), words(link.value))
    return any(len(t) > 1 and t[0] in _DENYING and said in map(singular, t[1:]) for t in texts)
