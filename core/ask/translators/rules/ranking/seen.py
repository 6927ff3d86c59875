"""What the features and the contradiction checks look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from core.ask.state import JoinTree, Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Query
from core.model import TEMPORAL, Value

NOT_HEARD = 2.0


@dataclass(frozen=True, slots=True)
class Seen:
    """A reading and all that it was made of."""

    tokens: Sequence[Token]
    mentions: Sequence[Mention]
    links: Sequence[Link | None]
    """One for each mention; None where it was left alone."""
    chunks: Sequence[Chunk]
    ignored: Sequence[str]
    query: Query
    tree: JoinTree
    facts: Facts
    rows: Sequence[Sequence[Value]] | None
    """The first rows; None when the query fails, or has too much to do to be tried."""
    runs: bool
    choice: float = 0.0
    behind: float = 0.0
    preferred: Sequence[str] = ()
    """The joins that the question's words speak for, where two tables have several."""
    heard: float = NOT_HEARD
    """How far the query is from what the chart heard best; NOT_HEARD when the chart has no such reading."""
    readers: Collection[str] = ("chunks",)
    """Which readers gave the query: of chunks, of the chart, of places."""
    agreed: int = 1
    """How many readers gave it, or what gives the same rows."""


Check = Callable[[Seen], bool | float]
"""Whether, or how often, a query contradicts its question; known by the function's name."""


def temporal(s: Seen, column: Col | None) -> bool:
    """A column of days or times."""
    found = s.facts.column(column) if column is not None else None
    return found is not None and found.type in TEMPORAL
