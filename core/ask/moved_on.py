"""`Went out in May`, `came back late`, where a column of days is called by the small word alone: `Out`, `Back`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.ask.span_selection import Spans, offer
from core.ask.state import Link
from core.ask.tokens import Token
from core.ask.vocabulary import Vocabulary
from core.model import TEMPORAL
from core.text.words import words

_MOVES = frozenset(
    "go goes going went gone come comes coming came sent send bring brought take took taken get got given handed "
    "booked moved let is was were are".split()
)
_WHERE = frozenset("out in back off up down".split())
_WORTH = 0.97


def moved_on(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """What moves says the day on which it did, where a table has such a column."""
    for i, (verb, where) in enumerate(pairwise(tokens)):
        if verb.lower not in _MOVES or where.lower not in _WHERE:
            continue
        for table in vocabulary.tables.values():
            for column in table.columns:
                if column.type in TEMPORAL and words(column.label) == (where.lower,):
                    offer(spans[i, i + 2], Link("column", table.name, column.name, "", _WORTH, "label"))
