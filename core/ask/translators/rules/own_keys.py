"""`log ids`, `the id and name of the log`: the key of its rows, whatever else has an id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

_KEYS = frozenset(("id", "ids"))
_OF = frozenset(("of", "for"))
_NEAR = 8
"""Tokens between ids and the table that they are said to be of, at most."""
_SURE = 0.98
_WEAK = 0.7
"""Below this score a link is no better a meaning."""


def own_keys(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Sequence[Mention]:
    """The mentions; one of ids right behind a table means first of all those of its rows, if they have them, and one
    that hardly means a column those of the table that they are said to be of."""

    def told(m: Mention) -> Mention:
        key = _key(m, tokens, mentions, facts) if m.text.lower() in _KEYS and not m.pinned else None
        if key is None:
            return m
        link = Link("column", key.table, key.name, "", _SURE, "label")
        return replace(m, links=(link, *(k for k in m.links if (k.table, k.column) != (link.table, link.column))))

    return [told(m) for m in mentions]


def _key(ids: Mention, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Col | None:
    tables = [(m, m.links[0].table) for m in mentions if m.links and m.links[0].kind == "table"]
    behind = next((t for m, t in tables if m.end == ids.start and t in facts.tables), "")
    if behind and (key := facts.key(behind)) is not None and facts.speaks(key, _KEYS):
        return key
    ahead = next(((m, t) for m, t in tables if m.start >= ids.end and t in facts.tables), None)
    if ahead is None or any(k.score >= _WEAK for k in ids.links) or ahead[0].start - ids.end > _NEAR:
        return None
    said = {t.lower for t in tokens[ids.end : ahead[0].start]}
    return facts.key(ahead[1]) if said & _OF else None
