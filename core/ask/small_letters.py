"""Questions typed without a capital: a word that no everyday English has may be a name (`lessons that aisha gave`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.stop_words import FUNCTION, VERBS
from core.ask.tokens import Token
from core.text.everyday import everyday
from core.text.synonyms import synonyms


def with_names(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens, words that are none of every day taken for names where nothing is written with a capital."""
    written = [t for t in tokens if t.kind == "word"]
    if any(t.capital for t in written) or any(ch.isupper() for t in written[1:] for ch in t.text):
        return tokens
    return [replace(t, capital=True) if t.kind == "word" and not _plain(t) else t for t in tokens]


def _plain(token: Token) -> bool:
    said = {token.lower, token.lemma}
    return bool(said & (FUNCTION | VERBS)) or not said.isdisjoint(everyday()) or not said.isdisjoint(synonyms().keys())
