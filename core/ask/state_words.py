"""Other words for a state than its cells have: “turned down” where they say `Declined`, “kids” for `Child`."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import core.text
from core.ask.code_words import truths
from core.ask.state import Link
from core.ask.table_words import values_of_few
from core.ask.tokens import Token, stem
from core.model import Column, Table
from core.text.words import words

_FEW = 20
"""Different values of a column of states, at most."""
_CODES = 60
"""Codes of a column, at most."""
_GAP = 3
"""Words between a verb and its particle, at most."""
_WORTH = 0.72
"""Of a link by another word."""
_BEING = frozenset("is are was were be been being get gets got not yet".split())
_DOERS = ("er", "ers", "or", "ors")
_PRAISE = (stem("outstanding"),)
_GRADES = frozenset((stem(w),) for w in "good inadequate excellent poor satisfactory fair weak".split())
_PARTICLES = frozenset("down off out back up through over".split())

Phrase = tuple[str, ...]
"""Stems."""


@lru_cache(maxsize=1)
def _said() -> tuple[tuple[str, ...], ...]:
    """The groups of states.toml."""
    raw = tomllib.loads((Path(core.text.__file__).parent / "states.toml").read_text(encoding="utf-8"))
    return tuple(tuple(group) for group in raw["groups"])


@lru_cache(maxsize=1)
def _groups() -> tuple[tuple[Phrase, ...], ...]:
    """The groups, as stems."""
    return tuple(tuple(map(_stems, group)) for group in _said())


@lru_cache(maxsize=1)
def states_said() -> frozenset[str]:
    """The stems of single words that say a state."""
    return frozenset(phrase[0] for group in _groups() for phrase in group if len(phrase) == 1)


@lru_cache(maxsize=1)
def _begun() -> Mapping[str, tuple[tuple[Phrase, int], ...]]:
    """Of each stem the phrases that begin with it, longest first, and the group each is of."""
    found: dict[str, list[tuple[Phrase, int]]] = defaultdict(list)
    for number, group in enumerate(_groups()):
        for phrase in group:
            found[phrase[0]].append((phrase, number))
    return {word: tuple(sorted(said, key=lambda p: -len(p[0]))) for word, said in found.items()}


@lru_cache(maxsize=1)
def _forms() -> frozenset[str]:
    """The words that are phrases by themselves."""
    return frozenset(phrase for group in _said() for phrase in group if " " not in phrase)


class StateWords:
    """The cells of columns of states by the group that says the same."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._cells: dict[int, list[tuple[Column, str]]] = defaultdict(list)
        for column in (c for t in tables for c in t.columns):
            if answers := truths(column):
                self._add_flag(column, answers[0])
            elif values := values_of_few(column, _FEW) or _coded(column):
                self._add(column, values)

    def _add_flag(self, column: Column, yes: str) -> None:
        """Of a column of yes and no its header says the state: `Dumped`."""
        said = _stems(column.label)
        for phrase, number in _begun().get(said[0], ()) if said else ():
            if phrase == said:
                self._cells[number].append((column, yes))

    def _add(self, column: Column, values: Sequence[str]) -> None:
        """Of each group the one value that says it, or of codes the first of several whose meanings begin so."""
        if not column.codes and 2 * sum(map(_person, values)) > len(values):
            return  # by `Child, Lee` nothing is for children
        met: dict[int, list[str]] = defaultdict(list)
        seen: set[str] = set()
        for value in values:
            if value.casefold() in seen or _doer(column.meaning(value) or value):
                continue
            seen.add(value.casefold())  # `Done` and `done` are one
            said = _stems(column.meaning(value) or value)
            if said == _PRAISE and any(_stems(column.meaning(v) or v) in _GRADES for v in values):
                continue  # beside Good and Poor it is a grade, and nothing is still to be done
            if _of_a_thing(said, [_stems(column.meaning(v) or v) for v in values]):
                continue
            for phrase, number in _begun().get(said[0], ()) if said else ():
                if said[: len(phrase)] == phrase and value not in met[number]:
                    met[number].append(value)
        for number, found in met.items():
            begun = {_stems(column.meaning(v))[:1] for v in found} if column.codes else set()
            if len(found) == 1 or len(begun) == 1:
                self._cells[number].append((column, found[0]))

    def links(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Link]]:
        """Start, end and link of each place where a state is said in other words."""
        for i, token in enumerate(tokens):
            for phrase, number in _begun().get(token.stem, ()) if token.kind == "word" else ():
                end = _end(tokens, i, phrase)
                if len(phrase) == 1 and not _forms() & {token.lower, token.lemma}:
                    continue  # who waits is not waiting
                if token.lower == "done" and (not i or tokens[i - 1].lower not in _BEING):
                    continue  # what she has done need not be done with
                for column, value in self._cells.get(number, ()) if end else ():
                    if phrase not in (_stems(column.meaning(value) or value), _stems(column.label)):
                        yield i, end, Link("value", column.table, column.name, value, _WORTH, "synonym")


def _of_a_thing(said: Phrase, values: Sequence[Phrase]) -> bool:
    """`Fixed penalty notice`, beside `Improvement notice`: what sort of thing it is, and no state; `Failed inspection`,
    beside `Passed inspection`, is one."""
    alike = [v for v in values if v != said and len(v) > 1 and v[-1:] == said[-1:]]
    return len(said) > 1 and bool(alike) and not any(v[0] in _begun() for v in alike)


def _person(value: str) -> bool:
    """A surname and what is behind it: `Young, Ada M.`"""
    surname, _, given = value.partition(", ")
    return surname[:1].isupper() and given[:1].isupper()


def _doer(said: str) -> bool:
    """Somebody who does it: a finisher is no job that is finished."""
    first = (words(said) or [""])[0]
    return first.endswith(_DOERS) and first not in _forms()


def _coded(column: Column) -> list[str]:
    """The values of a column of numbers that have meanings."""
    held = {value for value, _ in column.profile.common}
    return [value for value, _ in column.codes if value in held] if len(column.codes) <= _CODES else []


def _end(tokens: Sequence[Token], start: int, phrase: Phrase) -> int:
    """Where the phrase ends that may begin here; 0 where it does not. Of one that is torn apart the verb alone."""
    end = start + len(phrase)
    if tuple(t.stem for t in tokens[start:end]) == phrase:
        return end
    torn = len(phrase) == len(("verb", "particle")) and phrase[1] in _PARTICLES
    behind = [t.stem for t in tokens[start + 2 : start + 2 + _GAP]] if torn else []
    return start + 1 if torn and phrase[1] in behind else 0


def _stems(text: str) -> Phrase:
    return tuple(map(stem, words(text)))
