"""A question in German, French, Spanish or Italian in the words that the grammar knows, and a question's words in those
of labels that are in another language.

Word by word, by lists (foreign.toml, and core/text/glossary.toml): the words that ask become English, those for things
become the labels' own words, all others stay. No translation: word order is kept but for adjectives behind their noun.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.ask.label_words import LabelWords
from core.ask.stop_words import FUNCTION, MODIFIERS, VERBS
from core.text.glossary import glossary
from core.text.words import fold

LONGEST = 6
LEAST_FOREIGN = 2
"""The fewest words of labels in another language for English words to be taken for these."""
LEAST_READ = 0.5
"""The least part of the words that must be known, as words that ask or words of labels and values."""
_BEFORE_NOUNS = frozenset(
    "average total median highest largest lowest smallest oldest youngest longest shortest cheapest latest".split()
) | {"most expensive", "most common", "different"}
_PIECE = re.compile(r"\"[^\"]+\"|“[^”]+”|«[^»]+»|„[^“”]+[“”]|\d+(?:[.,]\d+)*%?|[^\W_]+|[^\w\s]|_")
_THOUSANDS, _DECIMAL = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?"), re.compile(r"\d+,\d+")
_GENITIVE = frozenset(("der", "des"))
_MARKS = '"“«„'


@dataclass(frozen=True, slots=True)
class Wording:
    """How questions are worded in a language: folded phrases (a number that follows is "#") with their English."""

    phrases: Mapping[tuple[str, ...], str]
    behind: bool
    apart: frozenset[str]
    prefixes: Mapping[str, str]
    units: Mapping[str, str]


@dataclass(slots=True)
class _Said:
    """A piece of the question in English: `thing` where it may name something."""

    text: str
    thing: bool = False
    known: bool = True


@lru_cache(maxsize=1)
def wordings() -> Mapping[str, Wording]:
    """By language code."""
    raw = tomllib.loads((Path(__file__).parent / "foreign.toml").read_text(encoding="utf-8"))
    return {code: _wording(one) for code, one in raw.items()}


def _wording(raw: Mapping[str, object]) -> Wording:
    phrases: Mapping[str, Sequence[str]] = raw["phrases"]  # type: ignore[assignment]
    by_phrase = {tuple(p.split()): english for english, listed in phrases.items() for p in listed}
    return Wording(by_phrase, bool(raw["behind"]), frozenset(raw["apart"]), dict(raw["prefixes"]), dict(raw["units"]))  # type: ignore[call-overload]


def in_english(text: str, language: str, labels: LabelWords, named: Collection[str] = ()) -> str:
    """The question in English question words and the words of `labels` (folded); "" where too little of it is known.

    `named` are folded words that name something as they stand: values, and labels.
    """
    wording = wordings().get(language)
    if wording is None:
        return ""
    pieces = _pieces(text, wording)
    said: list[_Said] = []
    asks = at = 0
    while at < len(pieces):
        behind = bool(said) and said[-1].thing
        taken, english = _phrase(pieces, at, wording, behind)
        if taken:
            if behind and language == "de" and fold(pieces[at]) in _GENITIVE:
                english = "of"
            asks += 1
            _say(said, english, wording, pieces[at : at + taken], pieces[at + taken : at + taken + 1])
            at += taken
            continue
        unit = wording.units.get(fold(pieces[at]), "") if said and said[-1].text[:1].isdigit() else ""
        said.extend([_Said(unit)] if unit else _thing(pieces[at], language, wording, labels, named))
        at += 1
    counted = [s for s in said if s.text and s.text[0].isalnum()]
    if not asks or sum(s.known for s in counted) < LEAST_READ * len(counted):
        return ""
    return _joined(said)


def heard(text: str, language: str, labels: LabelWords, named: Collection[str]) -> str:
    """A question in words that the rules know, or as it is: one in another language in English, one in English with
    the words of labels in another language. `language` is what it was taken for; near ones are told apart here."""
    if language == "en":
        return in_labels(text, labels, named)
    if language not in wordings():
        return text
    return in_english(text, language_of_words(text) or language, labels, named) or text


def language_of_words(text: str) -> str:
    """The language of foreign.toml most of whose phrases the text has; "" for none."""
    covered: dict[str, int] = {}
    for code, wording in wordings().items():
        pieces, at = _pieces(text, wording), 0
        while at < len(pieces):
            taken, _ = _phrase(pieces, at, wording)
            covered[code] = covered.get(code, 0) + taken
            at += taken or 1
    best = max(covered, key=lambda code: covered[code], default="")
    return best if best and covered[best] else ""


def in_labels(text: str, labels: LabelWords, known: Collection[str]) -> str:
    """An English question with the label words of another language for those of its words that no label knows."""
    if len(labels.foreign) < LEAST_FOREIGN:
        return text

    def said(match: re.Match[str]) -> str:
        word = fold(match.group())
        if len(word) < 3 or word in known or word in FUNCTION | MODIFIERS | VERBS or labels.form(word, "en"):
            return match.group()
        return next((w for w in labels.same(word, "en") if w in labels.foreign), match.group())

    return re.sub(r"[^\W\d_]+", said, text)


def _pieces(text: str, wording: Wording) -> list[str]:
    """Words, numbers, quoted texts and marks; what is written with the next word ("d'écoles") parted from it."""
    if wording.apart:
        joined = "|".join(sorted(wording.apart, key=len, reverse=True))
        text = re.sub(rf"\b({joined})['’](?=\w)", r"\1 ", text, flags=re.IGNORECASE)
    return [_number(m.group()) for m in _PIECE.finditer(re.sub(r"(?<=\w)-(?=\w)", " ", text))]


def _number(piece: str) -> str:
    if _THOUSANDS.fullmatch(piece):
        return piece.replace(".", "").replace(",", ".")
    return piece.replace(",", ".") if _DECIMAL.fullmatch(piece) else piece


def _phrase(pieces: Sequence[str], at: int, wording: Wording, noun_before: bool = False) -> tuple[int, str]:
    """How many pieces from here on are a phrase of the language, the most that are, and its English. Behind a noun
    "media dei" is no phrase of its own: "età media | dei pazienti"."""
    said = [fold(p) for p in pieces[at : at + LONGEST + 1]]
    if len(said[0]) == 1 and pieces[at].isupper() and said[1:2] == ["."]:  # an initial: “A. Rossi”
        return 0, ""
    if wording.phrases.get((pieces[at].lower(),)) and pieces[at].lower() != said[0]:
        return 1, wording.phrases[(pieces[at].lower(),)]
    for size in range(min(LONGEST, len(said)), 0, -1):
        if size < len(said) and said[size][:1].isdigit() and (*said[:size], "#") in wording.phrases:
            return size, wording.phrases[(*said[:size], "#")]
        english = wording.phrases.get(tuple(said[:size]))
        of = size > 1 and wording.phrases.get((said[size - 1],)) == "of"
        if english is not None and not (noun_before and of and english in _BEFORE_NOUNS):
            return size, english
    return 0, ""


def _say(said: list[_Said], english: str, wording: Wording, phrase: Sequence[str], after: Sequence[str]) -> None:
    """Add what was asked; an adjective behind its noun goes before it, unless an article parts them and a noun follows:
    "ville la plus grande superficie"."""
    alone = not after or not after[0][:1].isalnum() or _phrase(after, 0, wording)[0] > 0
    behind = alone or wording.phrases.get((fold(phrase[0]),)) != "the"
    if wording.behind and english in _BEFORE_NOUNS and behind and said and said[-1].thing:
        noun = said.pop()
        if said and said[-1].text in ("most", "the most"):
            said.pop()
        said.extend((_Said(english), noun))
    elif english:
        said.append(_Said(english))


def _thing(piece: str, language: str, wording: Wording, labels: LabelWords, named: Collection[str]) -> list[_Said]:
    """A word that does not ask, as the labels call it; a compound's beginning (“Durchschnittspreis”) apart."""
    word = fold(piece)
    if not word[:1].isalpha():
        return [_Said(piece, thing=piece[:1] in _MARKS)]
    if month := glossary().months.get(word):
        return [_Said(month.capitalize())]
    if label := _label(word, language, labels):
        return [_Said(piece if fold(piece) == label else label, thing=True)]
    for prefix, english in wording.prefixes.items():
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 2:
            return [_Said(english), *_thing(rest, language, wording, labels, named)]
    if word in named:
        return [_Said(piece, thing=True)]
    senses = sorted(glossary().of(word, (language,)))
    if senses and piece[:1].islower() | (language == "de"):
        return [_Said(glossary().english[senses[0]], thing=True)]
    return [_Said(piece, thing=True, known=piece[:1].isupper() and language != "de")]


def _label(word: str, language: str, labels: LabelWords) -> str:
    """The label word that a word is, is a form of, or says in another language; ""."""
    return labels.form(word, language) or next(iter(labels.same(word, language)), "")


def _joined(said: Sequence[_Said]) -> str:
    text = " ".join(s.text for s in said if s.text not in ("¿", "¡"))
    return re.sub(r"\s+([?.!,;:])", r"\1", text)
