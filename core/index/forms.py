"""The normal forms under which a question's words and a cell's value are the same thing.

A *key* is a value's words, folded, each in the singular, run together (a blank is left between digits, so that `1.5`
and `15` differ): "Knee Replacements", "knee-replacement" and "KneeReplacement" agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Literal

from core.text.words import fold, singular, variants

HitKind = Literal["exact", "case", "plural", "typo", "part"]
IN_FULL: frozenset[str] = frozenset(("exact", "case", "plural"))
"""How a cell is found all of whose words are said."""

_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = re.compile("['’ʼ`]")

FUNCTION_WORDS = frozenset(
    "a about above after against all also am among an and any are as at be because been before being below between "
    "both but by can could did do does doing down during each either else every few for from further had has have "
    "having he her here hers him his how i if in into is it its itself just less let many may me might mine more most "
    "much must my neither no nor not of off on once one only onto or other our ours out over own per please same "
    "shall she should since so some such than that the their theirs them then there these they this those through "
    "to too toward under until up upon us very via was we were what when where whether which while who whom whose "
    "why will with within without would yes yet you your yours".split()
)
"""Words that carry no value of their own: alone, they match only what is spelled the same, letter for letter."""

COMMON_WORDS = FUNCTION_WORDS | frozenset(
    "address age amount answer area average begin belong biggest bottom calculate category class code compare contain "
    "contains cost count date day days description difference different display distinct earliest email end ending "
    "equal exactly find first five found four get give given greater greatest group grouped had height highest "
    "include including kind label largest last latest least length lesser level like list listed long longest lowest "
    "made make maximum mean mention minimum month months name named names new number numbers old order ordered people "
    "percent percentage person phone place price provide rate ratio record recorded records related return room row "
    "rows same score second show shown single size smallest sort sorted start state status tell ten third three time "
    "times title top total two type types unique unit use used using value values want week weeks weight well whole "
    "width year years".split()
)
"""Words a question is made of: never taken for a misspelling, nor for a part of a longer value."""

DEMONYMS = {
    "american": ("united states", "united states of america", "usa", "us"),
    "british": ("united kingdom", "great britain", "uk", "britain"),
    "chinese": ("china",),
    "czech": ("czech republic", "czechia"),
    "danish": ("denmark",),
    "dutch": ("netherlands", "the netherlands", "holland"),
    "emirati": ("united arab emirates", "uae"),
    "english": ("england",),
    "filipino": ("philippines",),
    "finnish": ("finland",),
    "french": ("france",),
    "greek": ("greece",),
    "icelandic": ("iceland",),
    "iraqi": ("iraq",),
    "irish": ("ireland",),
    "italian": ("italy",),
    "lao": ("laos",),
    "norwegian": ("norway",),
    "pakistani": ("pakistan",),
    "polish": ("poland",),
    "saudi": ("saudi arabia",),
    "scottish": ("scotland",),
    "slovene": ("slovenia",),
    "spanish": ("spain",),
    "swedish": ("sweden",),
    "swiss": ("switzerland",),
    "thai": ("thailand",),
    "turkish": ("turkey", "türkiye"),
    "welsh": ("wales",),
}
"""Nationalities whose country does not begin with the same five letters; the rest follow from the shared prefix."""


def nationality(word: str, value: str) -> bool:
    """Whether a word in small letters says who comes from the country that is all of a value ("british")."""
    return fold(value) in DEMONYMS.get(word, ())


_ENDINGS = tuple(ending.split("+") for ending in "+n +an +ian +ese +i y+ a+ian y+ian a+ese".split())
"""What the name of a country loses at its end, and gains, in the word for who comes from it."""


def demonyms(country: str) -> tuple[str, ...]:
    """The words that may say who comes from a country, in small letters: “japanese”, “swedish”."""
    name = fold(country)
    irregular = tuple(word for word, countries in DEMONYMS.items() if name in countries)
    regular = (name.removesuffix(lost) + gained for lost, gained in _ENDINGS if name.endswith(lost))
    return irregular or tuple(regular)


def value_words(text: str) -> tuple[str, ...]:
    """The words of a cell or of a question, folded; any script; apostrophes vanish, other marks part words.

    Unlike `core.text.words.words` a change of case parts nothing: "McDonald" is one word, as people type it.
    """
    plain = text.lower() if text.isascii() else fold(text)
    return tuple(_WORD.findall(_APOSTROPHES.sub("", plain)))


def singulars(parts: Sequence[str]) -> tuple[str, ...]:
    return tuple([singular(w) for w in parts])


def join_key(parts: Sequence[str]) -> str:
    """Words in the singular run together, with a blank where digit would meet digit."""
    if len(parts) == 1:
        return parts[0]
    out: list[str] = []
    for word in parts:
        if out and out[-1][-1].isdigit() and word[0].isdigit():
            out.append(" ")
        out.append(word)
    return "".join(out)


def key(text: str) -> str:
    """A text's key; for one without letters or digits ("+", "—") its marks."""
    return join_key(singulars(value_words(text))) or "".join(fold(text).split())


def form_id(key_text: str) -> int:
    """A key's number: 64 bits, signed, the same on every machine."""
    return int.from_bytes(
        blake2b(key_text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True
    )


def agreement(said: str, value: str) -> tuple[HitKind, float] | None:
    """How a text agrees with a value, or with one side of a value in two languages ("Recall / Rappel"), with a score.

    None when their keys differ after all.
    """
    whole, *sides = variants(value)
    if agreed := _agreement(said, whole):
        return agreed
    found = [agreed for side in sides if (agreed := _agreement(said, side))]
    return ("case", min(0.94, max(score for _, score in found))) if found else None


def _agreement(said: str, value: str) -> tuple[HitKind, float] | None:
    said_words, words = value_words(said), value_words(value)
    if said_words == words:
        bare, bare_value = "".join(said.split()), "".join(value.split())
        if bare == bare_value:
            return "exact", 1.0
        if fold(bare) == fold(bare_value):
            return "case", 0.98
        return ("case", 0.95) if words else None
    if "".join(said_words) == "".join(words) and join_key(said_words) == join_key(words):
        return "case", 0.92
    return ("plural", 0.9) if key(said) == key(value) else None
