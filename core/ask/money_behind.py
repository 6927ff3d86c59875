"""`Hire charges`, `delivery money`: behind a column of money a word for it says no more than its header (`Hire £`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.ask.span_selection import Spans, offer
from core.ask.tokens import Token
from core.ask.vocabulary import Vocabulary
from core.model import NUMERIC
from core.text.units import SIGNS

_MONEY = frozenset("charge charges fee fees cost costs money income takings".split())
_NAMED = 0.8


def money_behind(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """Both words mean the column that the first one names."""
    for i, (_, behind) in enumerate(pairwise(tokens)):
        if behind.lower not in _MONEY:
            continue
        for link in list(spans[i, i + 1].values()):
            named = link.kind == "column" and link.how != "meaning" and link.score >= _NAMED
            column = vocabulary.tables[link.table].column(link.column) if named else None
            if column is not None and column.type in NUMERIC and SIGNS & set(column.label):
                offer(spans[i, i + 2], link)
