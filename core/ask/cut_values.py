"""Cells and tables whose words are cut short: “autumn 2024” where they say `Aut 24`, “ground floor” for `Gr Fl`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.state import Link
from core.ask.table_words import values_of_few
from core.ask.tokens import Token
from core.model import Table
from core.text.words import words

_PARTS = re.compile(r"[a-z]+|\d+")
_FEW = 40
"""Different values of such a column, at most."""
_WORDS = (2, 3)
"""How many words such a value has."""
_LEAST = 2
"""Letters that a word is cut to, at least."""
_CUT_OFF = 2
"""Letters that it lacks, at least."""
_WORTH = 0.9
_WORTH_OF_TABLE = 0.92


class CutValues:
    """The values and the ends of tables' names of a few words each, by the first letters of their first word."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._said: dict[str, list[tuple[Link, tuple[str, ...], frozenset[str]]]] = defaultdict(list)
        for column in (c for t in tables for c in t.columns):
            for value in values_of_few(column, _FEW):
                link = Link("value", column.table, column.name, value, _WORTH, "code")
                self._add(link, tuple(words(value)), frozenset(("of", *stems(column.label))))
        for table in tables:
            said = tuple(_PARTS.findall(table.label.casefold()))
            if said[-1:] and said[-1].isdigit():
                self._add(Link("table", table.name, "", "", _WORTH_OF_TABLE, "short"), said[-2:], frozenset(("of",)))

    def _add(self, link: Link, said: tuple[str, ...], between: frozenset[str]) -> None:
        if len(said) in _WORDS and said[0].isalpha() and len(said[0]) >= _LEAST:
            self._said[said[0][:_LEAST]].append((link, said, between))

    def links(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Link]]:
        """Start, end and link of each place where such a value is said in full."""
        for i, token in enumerate(tokens):
            for link, said, between in self._said.get(token.lower[:_LEAST], ()) if token.kind == "word" else ():
                if end := _end(tokens, i, said, between):
                    yield i, end, link


def _end(tokens: Sequence[Token], start: int, said: Sequence[str], between: Collection[str]) -> int:
    """Where the words end that the value's are cut from, one of them at least; 0 where they are others. What the column
    is called may stand between them: `autumn term 2024`."""
    at, cut = start, False
    for n, word in enumerate(said):
        while n and at < len(tokens) and tokens[at].stem in between:
            at += 1
        if at >= len(tokens) or not (tokens[at].lower == word or _cut(tokens[at].lower, word)):
            return 0
        cut = cut or tokens[at].lower != word
        at += 1
    return at if cut else 0


def _cut(whole: str, short: str) -> bool:
    """`autumn` to `aut`, `2024` to `24`."""
    if short.isdigit():
        return len(short) == 2 and len(whole) == 4 and whole.isdigit() and whole.endswith(short)
    return len(short) >= _LEAST and len(whole) - len(short) >= _CUT_OFF and whole.isalpha() and whole.startswith(short)
