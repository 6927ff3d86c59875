"""A DuckDB file as the engine, read in processes of their own (`core.sql.remote.duckdb_worker`).

DuckDB runs within the process that asks it, and its own limits do not hold for single values: one `replace` of long
texts took 4 GB and twenty seconds beyond its interruption. What tables there are is asked here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import Cancelled
from core.model import Rows
from core.processes.pool import Pool
from core.processes.queries import ask
from core.sql.remote.address import Address
from core.sql.remote.engine import CHECK_SECONDS, RemoteEngine
from core.sql.remote.kinds import Kind


class DuckDbFile(RemoteEngine):
    """Tables of a DuckDB file, by the names that queries call them; `show_only` must name them first."""

    def __init__(self, address: Address, tables: Mapping[str, tuple[str, str]]) -> None:
        """`tables`: name to schema and table."""
        super().__init__(address, "", tables)
        self._pool = Pool(lambda: ("core.sql.remote.duckdb_worker", address.path))

    def explain(self, own: str) -> None:
        """As `RemoteEngine.explain`."""
        self._asked({"sql": own, "explain": True}, CHECK_SECONDS)

    def run(self, own: str, columns: Sequence[tuple[str, Kind]], limit: int, seconds: float) -> Rows:
        """As `RemoteEngine.run`."""
        request = {"sql": own, "explain": False, "columns": [list(c) for c in columns], "limit": limit}
        found = self._asked(request, seconds)
        return Rows(tuple(name for name, _ in columns), tuple(map(tuple, found["rows"])), found["truncated"])

    def close(self) -> None:
        super().close()
        self._pool.close()

    def _asked(self, request: dict[str, Any], seconds: float) -> Any:
        stop = self._stop

        def check() -> None:
            if stop is not None and stop.is_set():
                raise Cancelled()

        return ask(self._pool, request, seconds, None if stop is None else check)
