"""Which language a question and the data are in.

py3langid tells (an n-gram model over 97 languages, of which those of languages.toml are allowed). It is loaded for
the first question that does not look English: 0.5 s and 100 MB once, then 0.1 ms a question.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.ask.state import Mention
from core.ask.tokens import Token
from core.model import Table
from core.text.words import words

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

ENGLISH = "en"
_PLAIN = frozenset(
    "the how many which what who whose where when why with without each every there does did show find give average "
    "number their than that this these those most least have has had from into between more less much please "
    "and are were been by for of is in on to not all any total per top best worst highest lowest latest earliest "
    "common biggest smallest share median minimum maximum sum".split()
)
"""English words that shape questions."""
_SHARED = frozenset(
    "by for of is in on to not all any total per and are were has had more least most top median minimum "
    "maximum".split()
)
"""Those of them that other languages write too: beside words of no meaning here they prove nothing."""
_READABLE = 0.6
"""Share of the words that must be names or values of the data for rules to read a question that is not in English."""
_MOST_ENGLISH = 0.2
"""With a higher probability of English a text is taken for English. Near languages share the rest among them."""
_NO_ENGLISH = 0.01
_LEAST_SURE = 0.45
"""The likeliest language's least probability, unless it is certainly not English."""
_LABELS_READ = 400
_OUTRIGHT = 0.75
"""What a link is worth at least whose words are a label or a value, maybe in the plural."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """What languages.toml says of one language."""

    name: str
    unread: str
    none: str
    top: str


def phrases(language: str) -> Phrases:
    """Of a language by its code; English for one that the file lacks."""
    known = _all()
    return known.get(language, known[ENGLISH])


def language_of(tokens: Sequence[Token], mentions: Sequence[Mention]) -> str:
    """The question's language by its ISO 639-1 code. English in doubt: also where all its words are known ones."""
    meant = _linked(mentions)
    said = [t for i, t in enumerate(tokens) if t.kind == "word" and i not in meant]
    if _looks_english([t.lower for t in said]) or not said:
        return ENGLISH
    values = _linked(mentions, "value")
    asked = " ".join(t.text for i, t in enumerate(tokens) if t.kind == "word" and i not in values)
    return _classified(asked)


def readable(tokens: Sequence[Token], mentions: Sequence[Mention]) -> bool:
    """Whether enough words are names or values for the rules to read a question in any language."""
    said = [i for i, t in enumerate(tokens) if t.kind == "word"]
    return bool(said) and len(_linked(mentions) & set(said)) >= _READABLE * len(said)


def named(tokens: Sequence[Token], mentions: Sequence[Mention]) -> frozenset[str]:
    """The words of a question, folded, that are outright a label or a value."""
    return frozenset(tokens[i].lower for i in _linked(mentions))


def language_of_data(tables: Sequence[Table]) -> str:
    """The language of the labels and of the commonest texts."""
    found: list[str] = []
    for table in tables:
        if len(found) > 4 * _LABELS_READ:
            break
        found += words(table.label)
        for column in table.columns:
            found += words(column.label)
            if column.type == "text":
                found += [w for value, _ in column.profile.common[:3] for w in words(value)]
    said = list(dict.fromkeys(w for w in found if len(w) > 2 and w.isalpha()))[:_LABELS_READ]
    return _classified(" ".join(said)) if said else ENGLISH


def _looks_english(said: list[str]) -> bool:
    plain = [w for w in said if w in _PLAIN]
    proof = [w for w in plain if w not in _SHARED]
    return plain == said or len(proof) >= 2 or bool(proof and len(plain) >= 0.25 * len(said))


def _linked(mentions: Sequence[Mention], kind: str = "") -> set[int]:
    """Tokens that are outright a label or a value."""
    return {
        i
        for m in mentions
        if any(k.score >= _OUTRIGHT and (k.kind == kind or not kind) and k.how != "meaning" for k in m.links)
        for i in range(m.start, m.end)
    }


def _classified(text: str) -> str:
    if not any(c.isalpha() for c in text):
        return ENGLISH
    ranked = _identifier().rank(text)
    english = next(share for language, share in ranked if language == ENGLISH)
    language, share = ranked[0]
    sure = english <= _MOST_ENGLISH and (share >= _LEAST_SURE or english <= _NO_ENGLISH)
    return str(language) if sure else ENGLISH


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(_all()))
    return identifier


@lru_cache(maxsize=1)
def _all() -> dict[str, Phrases]:
    raw = tomllib.loads((Path(__file__).parent / "languages.toml").read_text(encoding="utf-8"))
    return {code: Phrases(**said) for code, said in raw.items()}
