"""`how many grants were awarded`: what is counted is no sum of the money that was awarded."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.tokens import Token, place_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item
from core.text.units import SIGNS
from core.text.words import words

_SUMS = frozenset("amount amt price cost fee fare income revenue takings rent".split())
_COINS = frozenset(map(stem, "pound euro dollar cent penny pence money".split()))
_NOUN = 2
"""Words behind “how many” that say of what."""


def money_added_up(tokens: Sequence[Token], items: Sequence[Item], facts: Facts) -> bool:
    """Money is added up, and nothing counted, where `how many` of something else is asked."""
    at = place_of([t.lower for t in tokens], ("how", "many"))
    if at is None or any(i.aggregate == "count" for i in items):
        return False
    asked = {t.stem for t in tokens[at + 2 : at + 2 + _NOUN]}
    added = [held for i in items if i.aggregate == "sum" and i.column and (held := facts.column(i.column))]
    sums = [c for c in added if c.unit in SIGNS or _SUMS & set(words(c.label))]
    return any(not asked & ({*stems(c.label), *stems(c.description)} | _COINS) for c in sums)
