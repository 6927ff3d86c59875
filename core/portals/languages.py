"""The words of a search in a portal's own language: by `translations.toml`, and from other languages to English by the
glossary of labels."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from core.text.glossary import glossary
from core.text.words import fold

_BY_ENDING = {
    "de": "de",
    "at": "de",
    "fr": "fr",
    "es": "es",
    "mx": "es",
    "cl": "es",
    "ar": "es",
    "it": "it",
    "nl": "nl",
}
"""What a host's ending says of the language of its titles."""
_LONGEST = 3
"""Words of which one entry is made at most."""


@dataclass(frozen=True, slots=True)
class Translations:
    """`rows`: for each thing its forms by language; `at`: the rows in which a folded form stands."""

    languages: tuple[str, ...]
    rows: tuple[Mapping[str, tuple[str, ...]], ...]
    at: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Said:
    """A word of the search and how it is said in the portal's language, the likeliest form first; the word alone where
    that is not known or it is of that language."""

    word: str
    forms: tuple[str, ...]

    @property
    def other(self) -> bool:
        """Whether it is said otherwise there."""
        return fold(self.forms[0]) != fold(self.word)


def language_of(address: str, told: str = "") -> str:
    """A portal's language by ISO 639-1: as it tells (`de_AT`, `fr`), else by its host's ending; "": not known."""
    code = told.strip().lower()[:2]
    if code in translations().languages:
        return code
    host = urlsplit(address).hostname or ""
    return _BY_ENDING.get(host.rsplit(".", 1)[-1], "")


def said_in(words: Sequence[str], language: str) -> tuple[Said, ...]:
    """The words in a language, in their order; those that are one thing there (“air quality”) become one."""
    if language not in translations().languages:
        return tuple(Said(w, (w,)) for w in words)
    found: list[Said] = []
    n = 0
    while n < len(words):
        for width in range(min(_LONGEST, len(words) - n), 0, -1):
            phrase = " ".join(words[n : n + width])
            forms = _forms(phrase, language)
            if forms or width == 1:
                found.append(Said(phrase, forms or (phrase,)))
                n += width
                break
    return tuple(found)


def _forms(phrase: str, language: str) -> tuple[str, ...]:
    """How it is said; () where that is not known. A word that the language has itself stays."""
    known = translations()
    folded = fold(phrase)
    rows = known.at.get(folded, ())
    if not rows and " " not in phrase:
        english = glossary().of(folded)
        rows = tuple(r for n in sorted(english) for r in known.at.get(fold(glossary().english[n]), ()))
        if not rows and language == "en" and glossary().foreign(folded):
            return tuple(glossary().english[n] for n in sorted(english))
    forms = tuple(dict.fromkeys(f for r in rows for f in known.rows[r].get(language, ())))
    if folded in {fold(f) for f in forms}:
        return (phrase, *(f for f in forms if fold(f) != folded))
    return forms


@lru_cache(maxsize=1)
def translations() -> Translations:
    """The table of `translations.toml`, read once."""
    told = tomllib.loads(Path(__file__).with_name("translations.toml").read_text(encoding="utf-8"))
    languages = tuple(told["languages"])
    rows = tuple(
        {
            code: tuple(f.strip() for f in forms.split("/") if f.strip())
            for code, forms in zip(languages, row, strict=True)
        }
        for row in told["rows"]
    )
    at: dict[str, list[int]] = {}
    for n, row in enumerate(rows):
        for forms in row.values():
            for form in forms:
                if n not in at.setdefault(fold(form), []):
                    at[fold(form)].append(n)
    return Translations(languages, rows, {form: tuple(found) for form, found in at.items()})
