"""Codes that nothing explains, read from their letters: `CANC` for “cancelled”, `CHQ` for “cheque”, `DD` for “direct
debit”, `R` among the states of an order for “refunded”."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.ask.label_stems import stems
from core.ask.letter_codes import letters_told
from core.ask.stop_words import PARTICIPLES
from core.ask.table_words import values_of_few
from core.ask.tokens import stem
from core.model import Column, Table
from core.text.abbreviations import LOOSE, shortens

Place = tuple[str, str, str]
"""Table, column, value."""

LONGEST = 4
"""Words that a code may have the first letters of, at most."""
_LEAST = 4
"""Letters of a word that a code may be short for."""
_CODE = re.compile("[A-Z]{3,6}")
_LETTERS = re.compile("[A-Z]{2,4}")
_CUT_WORD = re.compile("[A-Z]?[a-z]{2,5}")
_CUT_OFF = 3
"""Letters that such a word lacks at least: `Done` is no `donated`."""
_LETTER = re.compile("[A-Z]")
_FEW = 12
"""Different values of a column of codes, at most."""
_LISTED = 60
"""Codes of a list that explains them, at most."""
_STATES = frozenset(map(stem, ("status", "state", "outcome", "outc", "result", "res", "st", "stat", "sts")))
_STATE_WORDS = frozenset("open active live pending due lost won passed current".split())
_TRIED = frozenset(("pass", "fail"))
_OFF = frozenset(("cancelled", "canceled"))
"""What a `C` or an `X` means."""
_DONE = frozenset("done completed complete finished carried closed settled fulfilled".split())
"""What a `D` means, or a `C` where another letter says that something was cancelled, or is open."""
_WAITING = frozenset(("waiting", "awaiting"))


class BareCodes:
    """The values of columns that hold a few words in capitals, or a few letters, and nothing else."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._short: dict[str, list[Place]] = defaultdict(list)
        """By their first letter."""
        self._initials: dict[str, list[Place]] = defaultdict(list)
        self._cut: dict[str, list[Place]] = defaultdict(list)
        """Words that may be cut short (`Canc`, `Susp`), by their first letter."""
        self._headed: dict[str, list[Place]] = defaultdict(list)
        """Those of columns whose headers are their values, so that nouns are cut short too: `Vol/Paid`."""
        self._letters: dict[str, list[tuple[Place, bool]]] = defaultdict(list)
        """Single letters, by the stem of a word that they stand for."""
        self._states: list[tuple[Column, dict[str, str]]] = []
        listed = [(c.table, set(values_of_few(c, _LISTED))) for t in tables for c in t.columns if c.profile.unique]
        for column in (c for t in tables for c in t.columns if not c.codes and not c.profile.unique):
            for said, letter in letters_told(column):
                self._letters[said].append(((column.table, column.name, letter), "/" in column.label))
            values = values_of_few(column, _FEW)
            headed = set(column.label.casefold().split("/"))
            for value in filter(_CUT_WORD.fullmatch, values):
                self._cut[value[0].casefold()].append((column.table, column.name, value))
                if len(headed) > 1 and headed == {v.casefold() for v in values}:
                    self._headed[value[0].casefold()].append((column.table, column.name, value))
            if not values or not all(v.upper() in values for v in values):
                continue
            if any(table != column.table and held.issuperset(values) for table, held in listed):
                continue  # what they mean stands beside them there
            for value in values:
                place = (column.table, column.name, value)
                if _CODE.fullmatch(value):
                    self._short[value[0].casefold()].append(place)
                if _LETTERS.fullmatch(value):
                    self._initials[value.casefold()].append(place)
            letters = {v.casefold(): v for v in values if _LETTER.fullmatch(v)}
            if len(letters) == len(values) and _STATES & set(stems(column.label)):
                self._states.append((column, letters))

    def of_word(self, word: str) -> Iterator[Place]:
        """The codes that a word, folded, is cut short to, where it is to no other of their column; the letters of
        states that it begins with."""
        short = self._short.get(word[:1], ()) if len(word) >= _LEAST else ()
        yield from _alone(p for p in short if shortens(p[2].casefold(), word) >= LOOSE)
        cut = (self._cut if word.endswith(PARTICIPLES) else self._headed).get(word[:1], ())
        yield from _alone(p for p in cut if word.startswith(p[2].casefold()) and len(word) - len(p[2]) >= _CUT_OFF)
        tried = word in _TRIED  # “the pass rate”, where they pass or fail
        if word.endswith(PARTICIPLES) or tried or word in _STATE_WORDS | _DONE | _WAITING:
            for column, letters in self._states:
                if (not tried or {"p", "f"} <= letters.keys()) and (value := _letter(word, letters)):
                    yield column.table, column.name, value

    def of_letter(self, word: str, *, spelt: bool) -> Sequence[Place]:
        """The one letter, or two, of a column that a word, by its stem, is known to stand for; where `spelt`, headers
        say the word, and those alone are meant that spell it (`Loan/Own`)."""
        return tuple(_alone(p for p, by_header in self._letters.get(word, ()) if by_header or not spelt))

    def of_initials(self, letters: str) -> Sequence[Place]:
        """The codes that are the first letters, folded, of words said one after the other."""
        return self._initials.get(letters, ())


def _letter(word: str, letters: Mapping[str, str]) -> str | None:
    """The letter among those of some states that says a word: its first one, or that of a word that says the same."""
    own, done, closed = letters.get(word[0]), letters.get("d"), letters.get("c")
    cancelled, opened = letters.get("x"), letters.get("o")
    if word in _OFF:
        if closed and not done:  # what is closed beside what is open, or beside what was cancelled
            return cancelled or (None if opened else closed)
        return closed or cancelled
    if word not in _DONE:
        return own
    if done:  # beside it a `C` is what was cancelled
        return done if own is None or (own == closed and not cancelled) else own
    return own or (closed if cancelled or opened else None)


def _alone(places: Iterable[Place]) -> Iterator[Place]:
    """Those beside which there is no other of their column."""
    met: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for place in places:
        met[place[:2]].append(place)
    yield from (found[0] for found in met.values() if len(found) == 1)
