"""`the second largest`, `the 3rd most popular`: which place of an order is meant."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import Token
from core.ask.translators.rules.lexicon.words import lexicon
from core.text.number_words import ORDINALS

_RANKS = ("sup:", "common:", "agg:max", "agg:min")
_LONGEST = 4


def place_at(tokens: Sequence[Token], at: int) -> int:
    """The place that a word says, where a superlative stands right behind it; 0 for all other words."""
    number = ORDINALS.get(tokens[at].lower, 0) if tokens[at].kind == "word" else 0
    return number if number and at + 1 < len(tokens) and _superlative(tokens, at + 1) else 0


def place_said(tokens: Sequence[Token]) -> int:
    """The one place that a question asks for; 0 where it asks for none, or for several."""
    found = {n for at in range(len(tokens)) if (n := place_at(tokens, at))}
    return found.pop() if len(found) == 1 else 0


def _superlative(tokens: Sequence[Token], at: int) -> bool:
    words = [t.lower for t in tokens[at : at + _LONGEST]]
    said = (lexicon().phrases.get(tuple(words[:size]), ((), ""))[0] for size in range(1, len(words) + 1))
    return any(tag.startswith(_RANKS) for tags in said for tag in tags)
