"""The words of all labels, and what they are called in other languages (core/text/glossary.toml)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from core.text.glossary import glossary, word_stem

_SHORT = 3
"""Letters of a word at most that must stand in the glossary as it is, and not by its stem."""


class LabelWords:
    """Folded words of the labels of one state of the schema; their senses are looked up when first needed."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words

    @cached_property
    def _told(self) -> frozenset[str]:
        """Those that the glossary may know: `CAS` is short for casualties, and no form of the Spanish `casa`."""
        known = glossary()
        return frozenset(w for w in self.words if len(w) > _SHORT or any(known.written(w, s) for s in known.of(w)))

    @cached_property
    def foreign(self) -> frozenset[str]:
        """Those that are of another language than English."""
        return frozenset(w for w in self._told if glossary().foreign(w))

    @cached_property
    def _by_sense(self) -> Mapping[int, tuple[str, ...]]:
        found: dict[int, list[str]] = defaultdict(list)
        for word in sorted(self._told, key=lambda w: (len(w), w)):
            for sense in glossary().of(word):
                found[sense].append(word)
        return {sense: tuple(words) for sense, words in found.items()}

    def same(self, word: str, language: str) -> tuple[str, ...]:
        """The label words that may mean the same as a folded word of a language: those that the glossary has before
        those of their stem (“visitantes” before “visitas”), then the shortest first."""
        senses = sorted(glossary().of(word, (language,)))
        found = [(not glossary().written(w, sense), w) for sense in senses for w in self._by_sense.get(sense, ())]
        return tuple(dict.fromkeys(w for _, w in sorted(found, key=lambda f: f[0])))

    def form(self, word: str, language: str) -> str:
        """The label word that a folded word is, or is a form of; ""."""
        if word in self.words:
            return word
        own = word_stem(word, language)
        near = [w for w in self.words if w[:3] == word[:3] and word_stem(w, language) == own]
        return min(near, key=lambda w: (len(w), w), default="")
