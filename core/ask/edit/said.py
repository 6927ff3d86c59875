"""The words of a question beside its reading: those left over, and which value of a column each of them may mean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core.ask.edit.offers import Offers
from core.ask.label_stems import stems
from core.ask.stop_words import COMPUTING, FUNCTION, MODIFIERS, VERBS
from core.ask.tokens import Token, stem, tokenise
from core.ask.translators.rules.query import Col
from core.model import NUMERIC, Column
from core.text.abbreviations import shortens
from core.text.number_words import SMALL_NUMBERS, TENS

FEW = 20
"""Different values of a column, at most, of which a word may mean one."""
_CODE = 5
"""Letters of a value that a word may be cut short to, at most."""
_SHAPING = frozenset(map(stem, MODIFIERS))
_IDLE = FUNCTION | VERBS | MODIFIERS | COMPUTING


class Said:
    """The words of a question: those without a part in its reading, and what all of them are."""

    def __init__(self, question: str, ignored: Collection[str]) -> None:
        self.tokens: Sequence[Token] = tokenise(question)
        left = {w.casefold() for said in ignored for w in said.split()}
        self.left = [t for t in self.tokens if t.lower in left]
        self.stems = {t.stem for t in self.tokens if t.kind == "word" and t.lower not in _IDLE}
        self.denied = {stem(t.lower.removeprefix("un")) for t in self.tokens if t.lower.startswith("un")}
        """Of “unpaid” what is said not to be."""
        self.exact = {t.lower for t in self.tokens}

    def header(self, column: Column) -> bool:
        """All of the header is said but words that only shape a question."""
        own = set(stems(column.label)) - _SHAPING
        return bool(own) and own <= self.stems


def _number(t: Token) -> float | None:
    said = t.number if t.number is not None else SMALL_NUMBERS.get(t.lower, TENS.get(t.lower))
    return None if said is None else float(said)


def meant(column: Col, found: Column, said: Said, offers: Offers) -> Iterator[tuple[str | float, float]]:
    """Values of a column that words may mean, and how much speaks for each."""
    if (flag := offers.facts.flag(column)) is not None:
        own = set(stems(found.label))
        left = {t.stem for t in said.left} & own
        if left or (own and own <= said.stems):
            yield as_value(flag[0]), 2.5 + len(left)
        if own & said.denied:
            yield as_value(flag[1]), 2.5
        return
    if found.type in NUMERIC:
        held = {float(v) for v, _ in found.profile.common if _plain(v)}
        few = found.profile.distinct <= FEW and not offers.facts.year(column)
        numbers = {n for t in said.left if (n := _number(t)) is not None}
        yield from ((n, 2.0 + said.header(found)) for n in sorted(held & numbers if few else ()))
        return
    if found.type != "text" or found.profile.distinct > FEW:
        return
    for value, _ in found.profile.common:
        if (much := _speaks(value, found, said)) > 0:
            yield value, much


def _speaks(value: str, column: Column, said: Said) -> float:
    """How much speaks for a word's being a value: it says it, or its meaning; or is cut short to it."""
    if value.casefold() in said.exact and len(value) > 1:
        return 4.0
    meant = {stem(w.casefold()) for w in column.meaning(value).split()}
    left = {t.stem for t in said.left}
    if meant & left:
        return 3.0
    return max((stands_for(value.casefold(), t.lower) for t in said.left), default=0.0)


def stands_for(code: str, word: str) -> float:
    """How well a code stands for a word of which it has the first letter, and its others in their order."""
    if not code.isalpha() or not len(code) < min(len(word), _CODE + 1) or code[0] != word[0]:
        return 0.0
    if word in _IDLE:
        return 0.0
    if len(code) == 1:
        return 1.0
    if len(code) == 2 and not word.startswith(code):
        return 1.5 if shortens(code, word) else 0.0
    letters = iter(word)
    return (2.5 if word.startswith(code) else 1.5) if all(c in letters for c in code) else 0.0


def as_value(v: str | float) -> str | float:
    """As a condition compares it."""
    return v if isinstance(v, str) else float(v)


def _plain(text: str) -> bool:
    return text.replace(".", "", 1).removeprefix("-").isdecimal()
