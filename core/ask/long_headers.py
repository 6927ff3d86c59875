"""Long headers said in an order of their own, their short words spelt out.

`Vein Post-Op Q Left Front Count` is "count of vein post-op questions left front".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Link
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, stem
from core.ask.vocabulary import Vocabulary

LEAST_WORDS = 5
"""Words of a header that may be said in any order: with fewer, another order is often another thing."""
_SHORT = 3
"""Letters of a header's word that may stand for a longer one."""
_SCORE = 0.97


def long_headers(tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[tuple[int, int, Link]]:
    """Spans all whose words are the words of one long header: (start, end, link)."""
    found = dict.fromkeys(w for token in tokens for w in vocabulary.by_stem.get(token.stem, ()) if w.column)
    for wording in found:
        if len(wording.full) < LEAST_WORDS - 1 or len(wording.label) < LEAST_WORDS:
            continue
        for start in range(len(tokens)):
            if (end := _end(tokens, start, wording.label)) is not None:
                for link in wording.links(wording.all(), _SCORE, "label"):
                    yield start, end, link


def _end(tokens: Sequence[Token], start: int, said: Sequence[str]) -> int | None:
    """Where the words of a header that begin at a token end; None where a word is foreign or missing."""
    left = list(said)
    for i in range(start, len(tokens)):
        token = tokens[i]
        if token.kind != "word":
            return None
        own = next((w for w in left if stem(w) == token.stem), None)
        own = own or next((w for w in left if len(w) <= _SHORT and token.lower.startswith(w)), None)
        if own is not None:
            left.remove(own)
        elif i == start or token.lower not in FUNCTION:
            return None
        if not left:
            return i + 1
    return None
