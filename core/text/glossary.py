"""Words of published data in five languages, read from glossary.toml beside this file, and word stems in these."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from core.text.everyday import everyday
from core.text.synonyms import synonyms
from core.text.words import fold, singular

if TYPE_CHECKING:
    import snowballstemmer

STEMMED = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian"}


@dataclass(frozen=True, slots=True)
class Glossary:
    """`senses`: by language, for each stem the groups that it stands in. `english`: the first word of each
    group; `words`: all of these, and their plurals. `months`: folded names with the English ones. `spelled`: the words
    of each group, folded."""

    senses: Mapping[str, Mapping[str, frozenset[int]]]
    english: tuple[str, ...]
    words: frozenset[str]
    months: Mapping[str, str]
    spelled: tuple[frozenset[str], ...]

    def of(self, word: str, languages: tuple[str, ...] = tuple(STEMMED)) -> frozenset[int]:
        """What a folded word of one of these languages may mean."""
        return frozenset(n for language in languages for n in self.senses[language].get(word_stem(word, language), ()))

    def written(self, word: str, sense: int) -> bool:
        """Whether a group has a folded word so, or but for an ending of the plural: stems meet more than that."""
        return any(word == one or word in (f"{one}s", f"{one}es", f"{one}n") for one in self.spelled[sense])

    def foreign(self, word: str) -> bool:
        """Whether a folded word is one of another language than English, and none of everyday English, nor a form of
        one: `bookings`, `parts`, `booked`."""
        forms = {word, singular(word), *(word.removesuffix(e) for e in ("ed", "d") if word.endswith(e))}
        english = any(w in self.words or w in everyday() or w in synonyms() for w in forms)
        return not english and bool(self.of(word))


@lru_cache(maxsize=1)
def glossary() -> Glossary:
    """The glossary, read once."""
    raw = tomllib.loads((Path(__file__).parent / "glossary.toml").read_text(encoding="utf-8"))
    senses: dict[str, dict[str, set[int]]] = {language: defaultdict(set) for language in STEMMED}
    for n, group in enumerate(raw["groups"]):
        for word in group:
            for language in STEMMED:
                senses[language][word_stem(fold(word), language)].add(n)
    months = {fold(name): english for english, names in raw["months"].items() for name in names}
    kept = {code: {stem: frozenset(groups) for stem, groups in found.items()} for code, found in senses.items()}
    english = tuple(group[0] for group in raw["groups"])
    spelled = tuple(frozenset(map(fold, group)) for group in raw["groups"])
    return Glossary(kept, english, frozenset({*english, *(f"{word}s" for word in english)}), months, spelled)


@lru_cache(maxsize=16_384)
def word_stem(word: str, language: str) -> str:
    """The Snowball stem of a folded word of a language; the word itself where the language has no stemmer here."""
    if language not in STEMMED:
        return word
    if language == "de":
        return _german(word)
    stemmer, one = _stemmer(language)
    with one:
        return fold(str(stemmer.stemWord(word)))


def _german(word: str) -> str:
    """A folded German word without its endings; lighter than Snowball's stem, for which `Schule` is `Schüler`."""
    for _ in range(2):
        ending = next((e for e in ("es", "en", "e", "n", "s") if word.endswith(e) and len(word) - len(e) >= 3), "")
        word = word.removesuffix(ending)
    return word


@lru_cache(maxsize=8)
def _stemmer(language: str) -> tuple[snowballstemmer.stemmer, Lock]:
    """The stemmer keeps the word it works on: one thread at a time."""
    import snowballstemmer

    return snowballstemmer.stemmer(STEMMED[language]), Lock()
