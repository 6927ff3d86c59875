"""Words near a word: misspellings and words of one stem, among the words the values are made of.

Candidates for a misspelling share the first or the last letters with what was typed (one of the two halves of a word
with one slip is whole), so two range scans of the word list find them; the distance then decides.
"""

from __future__ import annotations

import re
import sqlite3
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from core.index.forms import COMMON_WORDS, DEMONYMS, HitKind

_LAST = "\U0010ffff"
SHARED_PREFIX = 5
SHARED_SHARE = 0.6
_DOUBLED = re.compile(r"(.)\1")
_SPELT = 0.97
"""What a word is worth that differs in doubled letters alone: `canceled`."""


class Near(NamedTuple):
    """A word (or run of words, for a country of several) that may be meant."""

    word: str
    kind: HitKind
    score: float


def near_words(db: sqlite3.Connection, word: str) -> list[Near]:
    """Words of one stem with `word` and, unless it is known or common, those it may be a misspelling of."""
    if not word.isalpha() or word in COMMON_WORDS:
        return []
    known = db.execute("SELECT 1 FROM word WHERE word = ?", (word,)).fetchone()
    return ([] if known else misspellings(db, word)) + stems(db, word)


def slips_allowed(length: int) -> int:
    """Edit distance allowed for a word, by its length in letters: 0 below 5, 1 below 9, then 2."""
    return 0 if length < 5 else 1 if length < 9 else 2


def misspellings(db: sqlite3.Connection, word: str, most: int = 3) -> list[Near]:
    """Known words within the slips allowed, nearest first; a swap of neighbours is one slip (OSA distance).

    The first letter is hardly ever mistyped: the two words begin alike, or with their first two letters swapped.
    """
    if slips_allowed(len(word) + 1) == 0:
        return []
    stem = 3 if len(word) >= 6 else 2
    slips = slips_allowed(len(word) + 1)
    low, high = len(word) - slips, len(word) + slips
    head, tail = word[:stem], word[::-1][:stem]
    found = db.execute(
        "SELECT word FROM word WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ? "
        "UNION SELECT word FROM word WHERE back >= ? AND back < ? AND length(word) BETWEEN ? AND ?",
        (head, head + _LAST, low, high, tail, tail + _LAST, low, high),
    )
    names = [row[0] for row in found]
    near = process.extract(word, names, scorer=OSA.distance, score_cutoff=slips, limit=4 * most)
    plain = _DOUBLED.sub(r"\1", word)
    hits = [
        Near(name, "case", _SPELT)
        if plain == _DOUBLED.sub(r"\1", name)
        else Near(name, "typo", round(0.85 * (1 - distance / max(len(name), len(word))), 4))
        for name, distance, _ in near
        if 0 < distance <= slips_allowed(max(len(name), len(word))) and word[0] in name[:2] and name[0] in word[:2]
    ]
    return sorted(hits, key=lambda n: (-n.score, n.word))[:most]


def stems(db: sqlite3.Connection, word: str, most: int = 4) -> list[Near]:
    """Words that share a long beginning ("canadian", "canada"), and the countries of irregular nationalities."""
    hits = [Near(country, "part", 0.5) for country in DEMONYMS.get(word, ())]
    if len(word) > SHARED_PREFIX:
        head = word[:SHARED_PREFIX]
        longest = int(len(word) / SHARED_SHARE)
        found = db.execute(
            "SELECT word FROM word WHERE word >= ? AND word < ? AND length(word) <= ? AND word <> ? LIMIT 500",
            (head, head + _LAST, longest, word),
        )
        for (name,) in found:
            shared = next((i for i, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), None)
            share = (min(len(word), len(name)) if shared is None else shared) / max(len(word), len(name))
            if share >= SHARED_SHARE:
                hits.append(Near(name, "part", round(0.6 * share, 4)))
    return sorted(hits, key=lambda n: (-n.score, n.word))[:most]
