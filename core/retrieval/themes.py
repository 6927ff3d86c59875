"""Themes of documents: the words that tell each from the others (tf-idf), where no model names them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from core.index.forms import FUNCTION_WORDS
from core.retrieval.chunks import Chunked
from core.text.words import singular, words

THEMES = 5
_OPENING = 500
"""Words of a document that are read for its themes, as in seed 003."""


def themes(documents: Sequence[Chunked]) -> tuple[tuple[str, ...], ...]:
    """Five words of each document."""
    counts = [_counts(d) for d in documents]
    held = Counter(w for c in counts for w in c)
    total = len(documents) + 1
    return tuple(
        tuple(sorted(c, key=lambda w: (-(1 + math.log(c[w])) * math.log(total / held[w]), w))[:THEMES]) for c in counts
    )


def _counts(document: Chunked) -> Counter[str]:
    headings = dict.fromkeys(s.place for s in document.sentences)
    said = [w for text in (*headings, *(s.text for s in document.sentences)) for w in words(text)][:_OPENING]
    return Counter(singular(w) for w in said if len(w) > 3 and w not in FUNCTION_WORDS and not w.isdigit())
