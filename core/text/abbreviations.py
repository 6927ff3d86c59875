"""Shortened words: those of everyday English, and any that keep their word's first letter and its sound (`mthd`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

_VOWELS = re.compile(r"(?<=.)[aeiou]")
_DOUBLED = re.compile(r"(.)\1")
WHOLE, CUT, LOOSE = 0.95, 0.85, 0.75
"""What a shortened word is worth: all consonants kept, the word cut off, or some letters kept in order."""


@lru_cache(maxsize=1)
def everyday() -> dict[str, tuple[str, ...]]:
    """Shortened words and the words each stands for, folded; read once from abbreviations.toml."""
    raw = tomllib.loads((Path(__file__).parent / "abbreviations.toml").read_text(encoding="utf-8"))
    return {short: tuple(words.split()) for short, words in raw["words"].items()}


@lru_cache(maxsize=65_536)
def shortens(short: str, word: str) -> float:
    """How well `short` stands for a longer word, 0..1; both folded.

    `strt` and `nm` keep the consonants of start and name, `org` and `emrg` are cut off, `rte` keeps the first letter,
    the last, and some between.
    """
    if len(short) < 2 or len(word) < 4 or len(word) - len(short) < 1 or not short.isalpha() or short[0] != word[0]:
        return 0.0
    sound = skeleton(word)
    if short in (sound, _VOWELS.sub("", word)):
        return WHOLE if len(short) > 2 else CUT
    if len(short) < 3 or len(word) - len(short) < 2:
        return 0.0
    if word.startswith(short):
        known = any(w.startswith(word[: len(short) + 1]) for w in everyday().get(short, (word,)))
        return CUT if known and len(word) - len(short) > 2 else 0.0  # `ref` is nothing refused
    if sound.startswith(short):
        return CUT
    if word not in everyday().get(short, (word,)):  # `amt` is no allotment
        return 0.0
    letters = iter(word)
    kept = all(c in letters for c in short) and short[-1] == word[-1] and 2 * len(short) >= len(sound)
    return LOOSE if kept and 3 * len(_VOWELS.findall(short)) <= len(short) else 0.0


def spoken(word: str, among: Collection[str]) -> str:
    """The one of some folded words that a label's word is, or keeps the consonants of (`sprvsr`); "" if none."""
    if word in among:
        return word
    return next((w for w in sorted(among) if len(word) > 2 and shortens(word, w) == WHOLE), "")


def skeleton(word: str) -> str:
    """The first letter and the consonants after it, a doubled one once: `spprt`, and so `sprt`, for support."""
    return _DOUBLED.sub(r"\1", _VOWELS.sub("", word))
