"""How alike two words of labels are, and how many of one label's words another names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from core.text.abbreviations import CUT, shortens
from core.text.label_words import COUNTS, MEASURES, TIMES

Words = tuple[str, ...]

_DIGITS = re.compile(r"\d+")

_FIGURES = COUNTS | MEASURES | TIMES
"""Words that are whole, though others begin so."""


@lru_cache(maxsize=65_536)
def word_match(a: str, b: str) -> float:
    """1 for the same word, less for an abbreviation (`cust`, `mgr`) or a slip of the pen, 0 for different words."""
    if a == b:
        return 1.0
    if (left := _DIGITS.findall(a)) and (right := _DIGITS.findall(b)) and left != right:
        return 0.0  # `store1` and `store12` are two stores
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if not short or short[0] != long[0]:
        return 0.7 if len(short) >= 3 and len(long) - len(short) <= 2 and long.endswith(short) else 0.0
    if short in _FIGURES and long not in _FIGURES:
        return 0.0  # an age is no short agent
    if long.startswith(short):
        return {1: 0.4, 2: 0.5}.get(len(short), 0.85)
    if len(short) >= 5 and Levenshtein.distance(a, b) <= 1 + len(long) // 12:
        return 0.8
    if len(short) == 2 and len(long) >= 4 and shortens(short, long) >= CUT:
        return 0.6  # `rm` of room, `yr` of year: all that is heard of it
    if len(short) in (3, 4) and len(long) > len(short) + 1 and _subsequence(short, long):
        return 0.7
    return 0.0


def _subsequence(short: str, long: str) -> bool:
    rest = iter(long)
    return all(c in rest for c in short)


def share_named(child: Iterable[str], parent: Words) -> float:
    """Share of the parent's words named by the child, a little less when the child has words of its own.

    The last word, the noun, counts twice; a child whose noun is another (`product_quantity`) means something else.
    """
    own = tuple(child)
    if not own or not parent:
        return 0.0
    parent_cover = _cover(parent, own)
    child_cover = _cover(own, parent)
    score = parent_cover * (0.6 + 0.4 * child_cover)
    if "".join(own) == "".join(parent):
        return 1.0
    return score if any(word_match(own[-1], p) for p in parent) else 0.6 * score


def _cover(wanted: Words, given: Words) -> float:
    total = found = 0.0
    for i, word in enumerate(wanted):
        weight = 2.0 if i == len(wanted) - 1 else 1.0
        total += weight
        found += weight * max(word_match(word, g) for g in given)
    return found / total
