"""What the value index keeps of one column's values, worked out before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.index.forms import FUNCTION_WORDS, form_id, join_key, key, singulars, value_words
from core.text.words import variants

MOST_CHARACTERS = 100
"""Longer values are prose; they are not kept."""


@dataclass(frozen=True, slots=True)
class Forms:
    """The values of a column by their keys, each list in the order of the index."""

    cells: list[tuple[int, str, int]]
    """(number of the key, value, how often)"""
    parts: list[tuple[str, int, int]]
    """(word, words of its value, number of the key), for values of several words"""
    words: list[str]
    """Those that a misspelling may be of."""


def forms_of(values: Iterable[tuple[str, int]]) -> Forms:
    """The forms of distinct values with their counts."""
    cells: list[tuple[int, str, int]] = []
    parts: set[tuple[str, int, int]] = set()
    words: set[str] = set()
    for value, count in values:
        if not value or len(value) > MOST_CHARACTERS:
            continue
        said = singulars(value_words(value))
        form = form_id(join_key(said) if said else key(value))
        cells.append((form, value, count))
        cells.extend((form_id(key(side)), value, count) for side in variants(value)[1:])
        words.update(said)
        if len(said) > 1:
            parts.update([(w, len(said), form) for w in said if w not in FUNCTION_WORDS])
    cells.sort()
    return Forms(cells, sorted(parts), sorted(letters(words)))


def letters(words: Iterable[str]) -> set[str]:
    """The words that a misspelling may be of."""
    return {w for w in words if len(w) > 3 and w.isalpha()}
