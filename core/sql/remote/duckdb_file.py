"""A DuckDB file as the engine, read in processes of their own (`core.sql.remote.duckdb_worker`).

DuckDB runs within the process that asks it, and its own limits do not hold for single values: one `replace` of long
texts took 4 GB and twenty seconds beyond its interruption. What tables there are is asked here.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from typing import Any

from core.errors import Cancelled, QueryError, StoreUnreachable
from core.model import Rows, Value
from core.processes.pool import Pool
from core.processes.queries import ask
from core.sql.names import quote
from core.sql.remote.address import Address
from core.sql.remote.engine import CHECK_SECONDS, RemoteEngine
from core.sql.remote.kinds import Kind
from core.sql.remote.read_only import in_pages
from core.sql.remote.reflect import Declared, Place

_LOOK_SECONDS = 30.0
"""For a look at what tables there are."""
_PAGE = 50_000
"""Rows that the process gives at a time."""


class DuckDbFile(RemoteEngine):
    """Tables of a DuckDB file, by the names that queries call them; `show_only` must name them first."""

    def __init__(self, address: Address, tables: Mapping[str, tuple[str, str]]) -> None:
        """`tables`: name to schema and table."""
        super().__init__(address, "", tables)
        self._pool = Pool(lambda: ("core.sql.remote.duckdb_worker", address.path))

    def catalogued(self) -> dict[Place, tuple[tuple[str, Kind], ...]]:
        """As `RemoteEngine.catalogued`."""
        found = self._looked({"do": "catalogue"})
        return {(schema, table): tuple((name, kind) for name, kind in columns) for (schema, table), columns in found}

    def references_among(self, places: Collection[Place]) -> tuple[Declared, ...]:
        """As `RemoteEngine.references_among`."""
        found = self._looked({"do": "references", "places": list(places)})
        return tuple(Declared(_place(a), tuple(b), _place(c), tuple(d)) for a, b, c, d in found)

    def explain(self, own: str) -> None:
        """As `RemoteEngine.explain`."""
        self._asked({"do": "explain", "sql": own}, CHECK_SECONDS)

    def run(self, own: str, columns: Sequence[tuple[str, Kind]], limit: int, seconds: float) -> Rows:
        """As `RemoteEngine.run`."""
        request = {"do": "run", "sql": own, "columns": [list(c) for c in columns], "limit": limit}
        found = self._asked(request, seconds)
        return Rows(tuple(name for name, _ in columns), tuple(map(tuple, found["rows"])), found["truncated"])

    def stream(self, table: str, most: int, seconds: float) -> Generator[Sequence[tuple[Value, ...]], None, None]:
        """As `Attached.stream`: in pages, each a query, in the order of all columns, for a view has none of its own."""
        order = ", ".join(str(n) for n in range(1, len(self.kinds(table)) + 1))
        return in_pages(
            lambda sql, limit: self.read(sql, limit=limit, seconds=seconds),
            f"SELECT * FROM {quote(table)} ORDER BY {order}",
            most,
            _PAGE,
        )

    def close(self) -> None:
        super().close()
        self._pool.close()

    def _looked(self, request: dict[str, Any]) -> Any:
        """What is asked of the file itself. Raises StoreError."""
        try:
            return self._asked(request, _LOOK_SECONDS)
        except QueryError as fault:
            hint = "Look at the file; if it is whole, try again."
            raise StoreUnreachable(f"{self.name} cannot be read: {fault.message}", hint) from fault

    def _asked(self, request: dict[str, Any], seconds: float) -> Any:
        stop = self._stop

        def check() -> None:
            if stop is not None and stop.is_set():
                raise Cancelled()

        return ask(self._pool, request, seconds, None if stop is None else check)


def _place(found: Sequence[str]) -> Place:
    schema, table = found
    return schema, table
