"""`Seats were booked`, of `seat bookings` that have `Seats`: the figure that stands in each row, and not the rows."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.span_selection import Spans
from core.ask.tokens import Token
from core.ask.vocabulary import Vocabulary
from core.model import NUMERIC

_DONE = ("ed", "en", "wn", "ht", "ld", "id")
_WHOLE = 0.97
"""What a header is worth that is said as it stands."""


def figures_of_rows(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """Where words that are a table's name begin with a figure of its rows and end with what was done, they are no
    name."""
    for (start, end), links in list(spans.items()):
        if end - start > 1 and tokens[end - 1].lower.endswith(_DONE):
            own = {k.table for k in spans[start, start + 1].values() if _figure(k.table, k.column, k.score, vocabulary)}
            for key in [key for key, k in links.items() if k.kind == "table" and k.table in own]:
                del links[key]


def _figure(table: str, column: str, score: float, vocabulary: Vocabulary) -> bool:
    """A column of sizes or amounts, said outright."""
    held = vocabulary.tables[table].column(column) if column and score >= _WHOLE else None
    return held is not None and held.type in NUMERIC and not held.profile.unique
