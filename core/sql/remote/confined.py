"""SQL that people and models write, translated in processes that can be ended (`core.sql.remote.worker`)."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence

from core.model import Rows, Value
from core.processes.pool import Pool
from core.processes.queries import ask
from core.sql.confined import ConfinedEngine
from core.sql.remote.engine import EFFORT_SECONDS, RemoteEngine
from core.sql.remote.kinds import Kind

_SECONDS = 5.0
"""For the translation of one query."""


class ConfinedTranslation:
    """The processes that translate."""

    def __init__(self) -> None:
        self.pool = Pool(lambda: ("core.sql.remote.worker", ""))
        self.start, self.close = self.pool.start, self.pool.close

    def __call__(
        self, engine: RemoteEngine, sql: str, parameters: Sequence[Value] = ()
    ) -> tuple[str, list[tuple[str, Kind]]]:
        """The engine's own SQL, and the names and kinds of the columns. Raises QueryError."""
        tables = [
            (name, t.schema, t.name, [list(c) for c in t.columns], t.query) for name, t in engine.readable().items()
        ]
        target = engine.address.text.partition(":")[0]
        request = {"sql": sql, "tables": tables, "parameters": list(parameters), "target": target}
        found = ask(self.pool, request, _SECONDS)
        return str(found["sql"]), [(str(n), k) for n, k in found["columns"]]


class ConfinedRemote(ConfinedEngine):
    """A database whose queries are read in processes of their own; the database itself runs them."""

    def __init__(self, inner: RemoteEngine, translation: ConfinedTranslation) -> None:
        self._take_over(inner)
        self._remote, self._translation = inner, translation

    def stopping(self, stop: threading.Event) -> ConfinedRemote:
        """As `SqlEngine.stopping`."""
        return ConfinedRemote(self._remote.stopping(stop), self._translation)

    def check(self, sql: str) -> None:
        """As `SqlEngine.check`."""
        own, _ = self._translation(self._remote, sql)
        self._remote.explain(own)

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
        own, columns = self._translation(self._remote, sql, parameters)
        return self._remote.run(own, columns, limit, min(seconds, max(1.0, effort * EFFORT_SECONDS)))
