"""SQL that people and models write, run in processes that can be ended (`core.sql.worker`)."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.model import Rows, Value
from core.processes.pool import Pool
from core.processes.queries import ask
from core.sql.base import SqlEngine

_CHECK_SECONDS = 5.0


class ConfinedQueries:
    """`check` and `read` of the file at `path`, as `SqlEngine` has them, in processes of their own."""

    def __init__(self, path: Path) -> None:
        file = str(path.resolve())
        self.pool = Pool(lambda: ("core.sql.worker", file))
        self.start, self.close = self.pool.start, self.pool.close

    def check(self, sql: str, shown: Iterable[str]) -> None:
        """As `SqlEngine.check`, on the tables `shown`."""
        ask(self.pool, {"check": True, "sql": sql, "shown": list(shown)}, _CHECK_SECONDS)

    def read(
        self,
        sql: str,
        shown: Iterable[str],
        parameters: Sequence[Value] = (),
        *,
        limit: int = 10_000,
        seconds: float = 20.0,
        effort: float = math.inf,
    ) -> Rows:
        """As `SqlEngine.read`, on the tables `shown`."""
        request = {
            "check": False,
            "sql": sql,
            "shown": list(shown),
            "parameters": list(parameters),
            "limit": limit,
            "effort": None if effort == math.inf else effort,
        }
        found = ask(self.pool, request, seconds)
        return Rows(tuple(found["columns"]), tuple(map(tuple, found["rows"])), found["truncated"])


class ConfinedEngine:
    """A `SqlEngine` whose `check` and `read` happen in processes of their own; all else is the `inner` engine's."""

    def __init__(self, inner: SqlEngine, queries: ConfinedQueries) -> None:
        self._take_over(inner)
        self._queries = queries

    def _take_over(self, inner: SqlEngine) -> None:
        """All that is the inner engine's."""
        self._inner = inner
        self.name, self.dialect = inner.name, inner.dialect
        self.write, self.amend, self.drop, self.view = inner.write, inner.amend, inner.drop, inner.view
        self.stage, self.put_in_place, self.version = inner.stage, inner.put_in_place, inner.version
        self.held, self.own_sql = inner.held, inner.own_sql
        self.index, self.show_only, self.tables = inner.index, inner.show_only, inner.tables

    def stopping(self, stop: threading.Event) -> SqlEngine:
        """The same: its queries end by their own limits."""
        return self

    def check(self, sql: str) -> None:
        """As `SqlEngine.check`."""
        self._queries.check(sql, self._inner.tables())

    def read(
        self,
        sql: str,
        parameters: Sequence[Value] = (),
        *,
        limit: int = 10_000,
        seconds: float = 20.0,
        effort: float = math.inf,
    ) -> Rows:
        """As `SqlEngine.read`."""
        return self._queries.read(sql, self._inner.tables(), parameters, limit=limit, seconds=seconds, effort=effort)

    def close(self) -> None:
        """Nothing: whoever opened the inner engine and the processes closes them."""
