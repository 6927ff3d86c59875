"""`homes registered since 2019`, of the file `care homes register`: what was done, and no part of the file's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.told.deeds import day_of_deed
from core.text.words import words

_SAID = 0.85
_BEING = frozenset("is are was were been being".split())


def without_deeds(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """The mentions of tables without the participle behind, where the rows say on which day that was done: this day is
    what it means."""
    return tuple(part for m in mentions for part in _parts(tokens, m, facts))


def _parts(tokens: Sequence[Token], m: Mention, facts: Facts) -> tuple[Mention, ...]:
    verb, best = tokens[m.end - 1], m.links[0] if m.links else None
    single = m.end - m.start == 1 or m.pinned
    if single or best is None or best.kind != "table" or best.table not in facts.tables:
        return (m,)
    day = day_of_deed((verb,), best.table, facts) if verb.lower.endswith("ed") else None
    if day is None or verb.lower in words(facts.tables[best.table].label):
        return (m,)
    end = m.end - 1
    while end - 1 > m.start and tokens[end - 1].lower in _BEING:
        end -= 1
    thing = replace(m, end=end, text=" ".join(t.text for t in tokens[m.start : end]))
    link = Link("column", day.table, day.name, "", _SAID, "stem")
    return thing, Mention(m.end - 1, m.end, verb.text, (link,))
