"""Values that the index leaves out, asked of the database itself: of columns with more texts than the index keeps.

Only whole values are found that way, spelled as typed or all in small, large or leading large letters, of runs of words
that look like a name or a code; in few, bounded queries.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from core.errors import QueryError, StoreError
from core.index.forms import FUNCTION_WORDS
from core.index.value_search import ValueHit, ranked
from core.index.values import ValueIndex

MOST_COLUMNS = 6
"""That are asked."""
MOST_RUNS = 24
"""Of words, of one question."""
LONGEST_RUN = 4
"""Words."""
SECONDS = 3.0
"""For all columns; a single one may take as long as is left."""
_REMEMBERED = 200

Column = tuple[str, str]
"""Its table and its name."""
Ask = Callable[[Column, Sequence[str], float], Sequence[tuple[str, int]]]
"""Which of these texts stand in a column, each with how often, found within so many seconds.

Raises QueryError, StoreError."""


class ValuesBeyond:
    """`find` and `lookup` of a value index, and beyond it of `columns`. What the database cannot say is left out."""

    def __init__(self, index: ValueIndex, columns: Sequence[Column], ask: Ask) -> None:
        self._index = index
        self._columns = columns[:MOST_COLUMNS]
        self._ask = ask
        self._known: dict[tuple[Column, frozenset[str]], Sequence[tuple[str, int]]] = {}

    def find(self, words: Sequence[str]) -> list[ValueHit]:
        """As `ValueIndex.find`."""
        found = self._index.find(words)
        settled = {(h.start, h.end) for h in found if h.kind in ("exact", "case")}
        runs = {run: text for run, text in islice(_runs(words), MOST_RUNS) if run not in settled}
        return ranked([*found, *self._beyond(runs)]) if runs else found

    def lookup(self, text: str) -> list[ValueHit]:
        """As `ValueIndex.lookup`."""
        found = self._index.lookup(text)
        if any(h.kind in ("exact", "case") for h in found) or not text.strip():
            return found
        end = max((h.end for h in found), default=1)
        return ranked([*found, *self._beyond({(0, end): text.strip()})])

    def _beyond(self, runs: dict[tuple[int, int], str]) -> Iterator[ValueHit]:
        spelled: dict[str, list[tuple[int, int]]] = {}
        for run, text in runs.items():
            for one in dict.fromkeys((text, text.lower(), text.upper(), text.title())):
                spelled.setdefault(one, []).append(run)
        until = time.monotonic() + SECONDS
        for column in self._columns:
            for value, count in self._there(column, tuple(spelled), until - time.monotonic()):
                for start, end in spelled.get(value, ()):
                    if runs[start, end] == value:
                        yield ValueHit(start, end, *column, value, 1.0, "exact", count)
                    else:
                        yield ValueHit(start, end, *column, value, 0.98, "case", count)

    def _there(self, column: Column, texts: Sequence[str], seconds: float) -> Sequence[tuple[str, int]]:
        asked = (column, frozenset(texts))
        if asked not in self._known:
            if seconds <= 0:
                return ()
            try:
                found = self._ask(column, texts, seconds)
            except (QueryError, StoreError):
                return ()  # the index's own hits must do
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[asked] = found
        return self._known[asked]


def _runs(words: Sequence[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Runs of words that look like a name or a code, the longest first: one is capitalised or has a digit."""
    for length in range(LONGEST_RUN, 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            telling = [w for w in run if w[:1].isupper() or any(c.isdigit() for c in w)]
            if all(run) and telling and not all(w.lower() in FUNCTION_WORDS for w in telling):
                yield (start, start + length), " ".join(run)
