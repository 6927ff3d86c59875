"""Words that are a part of a text and no cell: `names that start with "A"`, `'Harbour' in their title`."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.lexicon.words import lexicon

_ENDS = frozenset(("like:starts", "like:ends"))
_HELD = "like:contains"
_LONGEST = 5
_THEIR = frozenset(("the", "their", "its", "his", "her"))
_WHOLE = 0.9
"""From this score a link says that a cell is quoted whole."""


def without_parts(tokens: Sequence[Token], mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions without the words that only begin, end or stand within a text."""
    shaping = _phrases(tokens)
    kept = (m for m in mentions if m.pinned or not shaping.issuperset(range(m.start, m.end)))
    return tuple(m for m in kept if m.pinned or not _part(tokens, m, mentions))


def _phrases(tokens: Sequence[Token]) -> frozenset[int]:
    """The tokens of phrases that speak of a part of a text: `start with the letter`."""
    found: set[int] = set()
    for end in range(2, len(tokens) + 1):
        tag, began = _led(tokens, end)
        if tag and end - began > 1:
            found.update(range(began, end))
    return frozenset(found)


def _part(tokens: Sequence[Token], m: Mention, mentions: Sequence[Mention]) -> bool:
    quoted = tokens[m.start].kind == "quoted"
    if m.end - m.start > 1 or not (quoted or len(tokens[m.start].text) == 1):
        return False
    tag, began = _led(tokens, m.start)
    if tag in _ENDS or (tag == _HELD and _column(mentions, began)):
        return True
    if not quoted or m.end + 1 >= len(tokens) or tokens[m.end].lower not in ("in", "within"):
        return False
    behind = m.end + 1 + (tokens[m.end + 1].lower in _THEIR)
    held = any(n.start == behind and any(k.kind == "column" for k in n.links[:1]) for n in mentions)
    return held and not any(k.score >= _WHOLE for k in m.links)


def _led(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """The tag of the phrase that ends right before a token, if it speaks of a part of a text, and where it begins."""
    for size in range(min(_LONGEST, at), 0, -1):
        tags, _ = lexicon().phrases.get(tuple(t.lower for t in tokens[at - size : at]), ((), ""))
        for tag in tags:
            if tag.startswith("like:"):
                return tag, at - size
    return "", at


def _column(mentions: Sequence[Mention], end: int) -> bool:
    """A column is said right before."""
    return any(m.end == end and any(k.kind == "column" for k in m.links[:1]) for m in mentions)
