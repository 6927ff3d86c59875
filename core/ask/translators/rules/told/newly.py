"""`new clients per month`: those of each month, by the day on which they began; “new” says nothing more."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Definition
from core.ask.translators.rules.years import says_time

_NEW = frozenset(("new", "newly"))


def newly(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Right before things that have a date, where a time is said or told apart, and no cell or header says the word."""
    timed = any(says_time(t) or t.lemma in lexicon().date_parts for t in tokens)
    held = {i for m in mentions if m.links for i in range(m.start, m.end)}
    begun = {m.start: m.links for m in mentions if m.links}
    found: dict[int, tuple[int, Definition]] = {}
    for i, token in enumerate(tokens):
        if not timed or token.lower not in _NEW or i in held or i + 1 not in begun:
            continue
        tables = {k.table for k in begun[i + 1] if k.table in facts.tables and k.kind in ("table", "column")}
        if any(facts.own_when(t, day=True) for t in tables):
            found[i] = (i + 1, Definition((token.lemma,)))
    return found
