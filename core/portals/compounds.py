"""Compounds that a portal has no data set for as they stand (“Kindertagesstätten”): the words of its own that share
their beginning or are a part of them (“Kindertageseinrichtungen”, “Kinder”).

No dictionary is kept: what a portal can be asked by, its own tags and titles say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from core.portals.base import Hit
from core.portals.languages import translations
from core.text.words import fold

LEAST = 9
"""Letters from which on a word is taken for a possible compound."""
MOST = 4
_BEGINNING = 6
"""Letters of a beginning that two words share."""
_PART = 5
"""Letters of a part of a compound."""
_WORD = re.compile(r"[^\W\d_]{3,}(?:-[^\W\d_]{3,})*")
_ENDS = ("en", "er", "es", "n", "e", "s")
"""Endings of plurals, and what stands between parts of a compound."""
_COMPOUNDING = ("de", "nl")


def unmet(words: Sequence[str], hits: Iterable[Hit]) -> tuple[str, ...]:
    """The words long enough to be compounds that none of the hits holds."""
    long = [w for w in words if len(w) >= LEAST and " " not in w]
    if not long:
        return ()
    texts = [fold(" ".join((h.title, h.description, *h.tags, *(r.name for r in h.resources)))) for h in hits]
    return tuple(w for w in long if not any(_bare(fold(w)) in text for text in texts))


def words_of(texts: Iterable[str]) -> tuple[str, ...]:
    """The words of tags and titles as they are written, each once, those with capitals first."""
    return tuple(sorted({word for text in texts for word in _WORD.findall(text)}))


def akin(word: str, known: Iterable[str], language: str) -> tuple[str, ...]:
    """Of the portal's `known` words, and those of open data in its language, the ones that are a part of a compound or
    begin as it does; the closest first, at most `MOST`."""
    whole = fold(word)
    scores: dict[str, tuple[float, str]] = {}
    for other in (*known, *_of_open_data(language)):
        score = _score(whole, fold(other))
        if score:
            scores.setdefault(fold(other), (score, other))
    best = sorted(scores.items(), key=lambda item: (-item[1][0], len(item[0]), item[0]))
    return tuple(other for _, (_, other) in best[:MOST])


def _score(whole: str, other: str) -> float:
    """How close: the share of the compound's letters that the other word has in common with it; 0: not akin."""
    bare = _bare(other)
    if bare == _bare(whole):
        return 1.0
    if len(bare) >= _PART and (whole.startswith(bare) or _bare(whole).endswith(bare)):
        return len(bare) / len(whole)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(whole, other, strict=False)))
    alike = shared >= _BEGINNING and 2 * shared >= min(len(whole), len(bare))
    return shared / max(len(whole), len(other)) if alike else 0.0


def _bare(folded: str) -> str:
    """A word without the ending of a plural."""
    return next((folded.removesuffix(e) for e in _ENDS if folded.endswith(e) and len(folded) - len(e) >= _PART), folded)


def _of_open_data(language: str) -> Iterable[str]:
    """The nouns of `translations.toml` in a language that makes compounds."""
    if language not in _COMPOUNDING:
        return ()
    return (form for row in translations().rows for form in row.get(language, ()) if " " not in form)
