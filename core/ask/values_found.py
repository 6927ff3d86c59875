"""What linking asks of the value index, and the cells that are found in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.ask.tokens import Token

_ARTICLES = frozenset(("the", "a", "an", "our"))
_AND = frozenset(("and",))


class Values(Protocol):
    """What linking asks of the value index."""

    def find(self, words: Sequence[str]) -> Sequence[ValueFound]: ...

    def lookup(self, text: str) -> Sequence[ValueFound]: ...


class ValueFound(Protocol):
    """A cell value seen in the question: tokens `start` to `end`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def table(self) -> str: ...
    @property
    def column(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def score(self) -> float: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Across:
    """A cell value seen with an article inside."""

    start: int
    end: int
    table: str
    column: str
    value: str
    score: float
    kind: str


def across(values: Values, tokens: Sequence[Token], plain: Sequence[str]) -> Iterator[ValueFound]:
    """Whole values that a question says with an article inside: "cancelled by the hospital"; or with "and" for
    the sign that they have: "arts and crafts". `plain` is the text of each token, "" for what no cell holds.
    """
    for left_out, sign in ((_ARTICLES, ""), (_AND, "&")):
        kept = [i for i, t in enumerate(tokens) if t.lower not in left_out]
        if len(kept) == len(tokens):
            continue
        for hit in values.find([plain[i] for i in kept]):
            start, end = kept[hit.start], kept[hit.end - 1] + 1
            whole = hit.kind in ("exact", "case") and end - start > hit.end - hit.start
            if whole and sign in hit.value:
                yield Across(start, end, hit.table, hit.column, hit.value, hit.score, hit.kind)
