"""`counting every arrival`, `including repeat visits`: each time counts, and nothing else is said by it."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Definition

_COUNTING = frozenset(("counting", "count", "including", "include"))
_EVERY = frozenset(("every", "each", "all"))
_REPEATED = frozenset(("repeat", "repeats", "repeated", "duplicates"))
_ENOUGH = 2
"""Words behind `counting every`, at most."""


def each_counted(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said in a clause of its own: start → (end, no condition)."""
    lowers = [t.lower for t in tokens]
    for at, word in enumerate(lowers):
        begins = at > 0 and tokens[at - 1].kind == "punct"
        end = next((i for i in range(at, len(tokens)) if tokens[i].kind == "punct"), len(tokens))
        every = lowers[at + 1 : at + 2]
        said = (word.startswith("count") and every and every[0] in _EVERY) or (every and every[0] in _REPEATED)
        if word in _COUNTING and begins and said and 1 <= end - at - 1 <= 1 + _ENOUGH:
            return {at: (end, Definition(tuple(t.lemma for t in tokens[at:end])))}
    return {}
