"""`bookings that took the damage waiver`, `legally protected animals`: rows that are ticked, in the words in which a
document tells what the tick means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.stop_words import DETERMINERS
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.text.words import words

_MARK = re.compile(r"[,.;:=(]")
_LEAST, _MOST = 2, 6
"""Words of what is said of a tick."""
_NOT = frozenset("not never no without didn't hadn't haven't hasn't weren't wasn't aren't isn't don't doesn't".split())
_NEAR = 3
"""Tokens before it, among which what denies it stands."""


def flags_described(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the column holds yes, or no), where one column is described so."""
    cells = cell_places(mentions)
    found: dict[tuple[int, int], list[Col]] = {}
    for table in facts.tables.values():
        for c in table.columns:
            column = Col(table.name, c.name)
            said = [w for w in words(_MARK.split(c.description, maxsplit=1)[0]) if w not in DETERMINERS]
            if not _LEAST <= len(said) <= _MOST or facts.flag(column) is None:
                continue
            for place in _places(tokens, [stem(w) for w in said]):
                if cells.isdisjoint(range(*place)):
                    found.setdefault(place, []).append(column)
    for (start, end), columns in sorted(found.items(), key=lambda f: f[0][0] - f[0][1]):
        truths = facts.flag(columns[0])
        if len(columns) == 1 and truths is not None:
            denied = bool(_NOT & {t.lower for t in tokens[max(0, start - _NEAR) : start]})
            met = Filter(Item(columns[0]), "=", (truths[denied],))
            return {start: (end, Definition(lemmas(tokens, start, end), None, (met,)))}
    return {}


def _places(tokens: Sequence[Token], said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where all of it is said, articles aside; or all but the noun behind it, which another may stand for."""
    for least in (len(said), len(said) - 1):
        for start in range(len(tokens)) if least >= _LEAST else ():
            at = start
            for n, word in enumerate(said[:least]):
                while n and at < len(tokens) and tokens[at].lower in DETERMINERS:
                    at += 1
                if at >= len(tokens) or tokens[at].stem != word:
                    break
                at += 1
            else:
                yield start, at
