"""Words that stand together in what a document says of one column alone: `chairs that passed the wobble test`, where
`WT_RES` is described as “Result of the wobble test after assembly”."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from core.ask.code_words import content, within
from core.ask.state import Link
from core.ask.stop_words import COMPUTING, FUNCTION, MODIFIERS, VERBS
from core.ask.table_words import tell_of_others
from core.ask.tokens import Token
from core.model import Column, Table

HOW = "described"
"""How such a link was found."""
_SCORE, _FOR_EACH, _MOST = 0.7, 0.03, 0.85
"""What two words are worth, what each more adds, and the most."""
_LONGEST = 8
"""Tokens of a span."""
_TWO = 2
_PIECES = re.compile(r"[;.]\s")
_SHAPING = FUNCTION | MODIFIERS | VERBS | COMPUTING
_Place = tuple[str, str]


class Described:
    """The links from words of a question to columns, by what documents say of these."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._by_stem: dict[str, list[tuple[_Place, tuple[str, ...]]]] = defaultdict(list)
        aside = tell_of_others(tables)
        for column in (c for t in tables if t.name not in aside for c in t.columns):
            for said in dict.fromkeys(map(content, _texts(column))):
                for word in set(said):
                    self._by_stem[word].append(((column.table, column.name), said))

    def links(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Link]]:
        """Spans of two words or more, none of which says how to reckon, with the one column that is described so."""
        stems = [content(t.text) if t.kind in ("word", "number") else () for t in tokens]
        for start, token in enumerate(tokens):
            if not stems[start] or token.lower in _SHAPING:
                continue
            for end in range(start + _TWO, min(len(tokens), start + _LONGEST) + 1):
                if tokens[end - 1].kind not in ("word", "number"):
                    break
                asked = tuple(s for some in stems[start:end] for s in some)
                if not stems[end - 1] or tokens[end - 1].lower in _SHAPING or len(asked) < _TWO:
                    continue
                found = {place for place, said in self._by_stem.get(asked[0], ()) if within(asked, said)}
                if len(found) == 1:
                    table, column = found.pop()
                    score = min(_MOST, _SCORE + _FOR_EACH * (len(asked) - _TWO))
                    yield start, end, Link("column", table, column, "", score, HOW)


def _texts(column: Column) -> Iterator[str]:
    """The pieces of its description, and what the meanings of all its codes begin with."""
    yield from _PIECES.split(column.description)
    meanings = [meaning.split() for _, meaning in column.codes]
    if len(meanings) > _TWO:
        yield " ".join(w[0] for w in takewhile(lambda w: len(set(w)) == 1, zip(*meanings, strict=False)))
