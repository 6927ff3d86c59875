"""The questions that a workspace offers: found once for each state of its tables and joins, and then kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence

from core.errors import Cancelled, QueryError, StoreError
from core.model import Answer, Join, Table

MOST_KEPT = 200
"""Answers whose follow-ups are remembered."""
_State = tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, str], ...]]

Ask = Callable[[str], Answer | None]


class Suggestions:
    """Suggested questions by what they are for. Threads may share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: _State | None = None
        self._kept: dict[tuple[str, ...], tuple[str, ...]] = {}

    def kept(self, tables: Sequence[Table], joins: Sequence[Join], after: Answer | None) -> tuple[str, ...] | None:
        """What was found before; None: nothing was looked for, or tables or joins have changed since."""
        with self._lock:
            return self._kept.get(_purpose(after)) if self._state == _state(tables, joins) else None

    def find(
        self,
        tables: Sequence[Table],
        joins: Sequence[Join],
        ask: Ask,
        *,
        after: Answer | None = None,
        first: Collection[str] = (),
        stopped: Callable[[], bool] = lambda: False,
    ) -> tuple[str, ...]:
        """Questions to start with, those about the tables `first` before others, or to go on with `after` an answer.

        `ask` answers one by the rules. What was found before comes at once; what was stopped is not kept.
        """
        known = self.kept(tables, joins, after)
        if known is not None:
            return known
        from core.ask.suggest.follow_ups import follow_ups
        from core.ask.suggest.starters import suggest

        def tried(text: str) -> Answer | None:
            try:
                return ask(text)
            except (QueryError, StoreError, Cancelled):
                return None

        if after is None:
            found = tuple(suggest(tables, joins, tried, first=first, stopped=stopped))
        else:
            found = tuple(follow_ups(after, tables, joins, tried, stopped=stopped))
        state = _state(tables, joins)
        with self._lock:
            if self._state != state or len(self._kept) >= MOST_KEPT:
                self._state, self._kept = state, {}
            if not stopped():
                self._kept[_purpose(after)] = found
        return found


def _purpose(after: Answer | None) -> tuple[str, ...]:
    return () if after is None else (after.question, after.sql or "")


def _state(tables: Sequence[Table], joins: Sequence[Join]) -> _State:
    return tuple((t.name, t.version, t.label, t.row) for t in tables), tuple((j.id, j.state) for j in joins)
