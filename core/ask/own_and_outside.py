"""Who does the work where a column `In house` tells it: `our own team`, `outside firms`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.ask.code_words import truths
from core.ask.state import Link
from core.ask.tokens import Token
from core.model import Table
from core.text.words import words

_HEADERS = frozenset((("in", "house"), ("inhouse",), ("internal",), ("own", "staff"), ("own", "team"), ("directly",)))
_OWN = frozenset(("own", "house", "internal"))
_OUTSIDE = frozenset("outside external".split())
_DOERS = frozenset(
    "team staff people crew worker man lad squad force workforce employee firm company contractor business "
    "trade tradesman supplier outfit agency".split()
)
_WORTH = 0.9


class OwnAndOutside:
    """The columns that tell own people from others, and what of a question says which."""

    def __init__(self, tables: Sequence[Table]) -> None:
        columns = (c for t in tables for c in t.columns if words(c.label) in _HEADERS)
        self._told = [(c, answers) for c in columns if (answers := truths(c)) is not None]

    def links(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Link]]:
        """Where it is said: start, end, and the answer of the only such column."""
        if len(self._told) != 1:
            return
        column, (yes, no) = self._told[0]
        for i, (one, doer) in enumerate(pairwise(tokens)):
            if doer.lemma not in _DOERS or not (one.lower in _OWN or one.lower in _OUTSIDE):
                continue
            own = one.lower in _OWN
            start = i - (own and i > 0 and tokens[i - 1].lower in ("our", "in", "their"))
            yield start, i + 2, Link("value", column.table, column.name, yes if own else no, _WORTH, "code")
