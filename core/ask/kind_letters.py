"""Letters of kinds that nothing explains: `F` under `ptype` for “flats”, where F alone begins the word and nothing else
in the tables is said by it. A guess, told in the answer (`READ_AS`)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from core.ask.table_words import values_of_few
from core.ask.tokens import Token
from core.model import Table
from core.text.everyday import everyday
from core.text.words import words

READ_AS = "read as"
"""How a link was found by such a letter: what it stands for is guessed."""
Place = tuple[str, str, str]
"""Table, column, value."""

_KINDS = re.compile(r"(?:type|typ|kind|class|category|categ|cat|sort|style|form)s?$")
"""How headers of kinds end."""
_LETTER = re.compile("[A-Z]")
_FEW = 8
_FLAGS = (frozenset("YN"), frozenset("TF"), frozenset("MF"))
"""Yes and no, true and false, men and women: no kinds of things."""
_LEAST = 4
"""Letters of a word."""
_WIDE = frozenset(
    "people person thing one time day week month year hour minute second kind type sort lot item record row entry line "
    "name detail number figure total pound dollar euro penny amount cost price place part reason way other member "
    "customer client person family question answer case word "
    "percent percentage average".split()
)
"""Nouns that any question has, whatever its rows are."""


class KindLetters:
    """The single letters of columns of kinds, by their words."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._of: dict[str, list[Place]] = defaultdict(list)
        for column in (c for t in tables for c in t.columns if not c.codes and not c.profile.unique):
            values, said = values_of_few(column, _FEW), words(column.label)
            lettered = len(values) > 1 and all(map(_LETTER.fullmatch, values))
            if lettered and said and _KINDS.search(said[-1]) and frozenset(values) not in _FLAGS:
                for value in values:
                    self._of[value.casefold()].append((column.table, column.name, value))

    def links(self, tokens: Sequence[Token]) -> Iterator[tuple[int, Place]]:
        """Where a noun in the plural stands that one letter alone of all of them begins, and the letter."""
        for i, token in enumerate(tokens):
            places = self._of.get(token.lower[:1], ()) if _noun(token) else ()
            if len(places) == 1:
                yield i, places[0]


def _noun(token: Token) -> bool:
    """A noun in the plural that tells something of its own."""
    plural = token.kind == "word" and token.lemma != token.lower and token.lower.endswith("s")
    return (
        plural
        and len(token.lower) >= _LEAST
        and token.lemma not in _WIDE
        and not {
            token.lower,
            token.lemma,
        }
        & everyday()
    )
