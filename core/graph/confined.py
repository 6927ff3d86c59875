"""Cypher that people and models write, in processes that can be ended: run there on the embedded graph, read there for
a Neo4j server, which runs it with limits of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.graph.base import CypherValue, GraphRows, GraphStore
from core.graph.models import SCHEMA, GraphModel
from core.graph.neo4j_dialect import Translated
from core.graph.values import sendable
from core.processes.pool import Pool
from core.processes.queries import ask

if TYPE_CHECKING:
    from core.graph.neo4j import Neo4jGraph

_CHECK_SECONDS = 5.0


class ConfinedCypher:
    """The processes (`core.graph.worker`) for the graph of a model in the file `path`."""

    def __init__(self, path: Path, buffer_mb: int, model: GraphModel = SCHEMA) -> None:
        file = str(path.resolve())
        self.pool = Pool(lambda: ("core.graph.worker", file, str(buffer_mb), model.name))
        self.start, self.close = self.pool.start, self.pool.close

    def check(self, cypher: str, parameters: Mapping[str, object] | None) -> None:
        """As `GraphStore.check`."""
        given = None if parameters is None else sendable(parameters)
        ask(self.pool, {"check": True, "cypher": cypher, "parameters": given}, _CHECK_SECONDS)

    def read(self, cypher: str, parameters: Mapping[str, object] | None, limit: int, seconds: float) -> GraphRows:
        """As `GraphStore.read`."""
        request = {"check": False, "cypher": cypher, "parameters": sendable(parameters or {}), "limit": limit}
        found = ask(self.pool, request, seconds)
        rows = tuple(tuple(_value(cell) for cell in row) for row in found["rows"])
        return GraphRows(tuple(found["columns"]), rows, bool(found["truncated"]))


class ConfinedGraph:
    """A `GraphStore` whose `check` and `read` happen in processes of their own; all else is the `inner` graph's."""

    def __init__(self, inner: GraphStore, queries: ConfinedCypher) -> None:
        self._queries = queries
        self.name, self.put = inner.name, inner.put

    def check(self, cypher: str, parameters: Mapping[str, object] | None = None) -> None:
        """As `GraphStore.check`."""
        self._queries.check(cypher, parameters)

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 1_000,
        seconds: float = 5.0,
    ) -> GraphRows:
        """As `GraphStore.read`."""
        return self._queries.read(cypher, parameters, limit, seconds)

    def close(self) -> None:
        """Nothing: whoever opened the inner graph and the processes closes them."""


class ConfinedTranslation:
    """The processes (`core.graph.neo4j_worker`) in which queries for a Neo4j server are read."""

    def __init__(self) -> None:
        self.pool = Pool(lambda: ("core.graph.neo4j_worker",))
        self.start, self.close = self.pool.start, self.pool.close

    def __call__(self, cypher: str, model: GraphModel = SCHEMA) -> Translated:
        """Raises QueryError."""
        found = ask(self.pool, {"cypher": cypher, "model": model.name}, _CHECK_SECONDS)
        columns = None if found["columns"] is None else tuple(found["columns"])
        return Translated(str(found["text"]), columns, frozenset(found["parameters"]), frozenset(found["variables"]))


class ConfinedNeo4j:
    """A graph in Neo4j whose queries are read in processes of their own; all else is the `inner` graph's."""

    def __init__(self, inner: Neo4jGraph, translation: ConfinedTranslation) -> None:
        self._inner, self._translation = inner, translation
        self.name, self.put = inner.name, inner.put

    def check(self, cypher: str, parameters: Mapping[str, object] | None = None) -> None:
        """As `GraphStore.check`."""
        self._inner.explain(self._translation(cypher, self._inner.model), parameters)

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 1_000,
        seconds: float = 5.0,
    ) -> GraphRows:
        """As `GraphStore.read`."""
        return self._inner.run(self._translation(cypher, self._inner.model), parameters, limit, seconds)

    def close(self) -> None:
        """Nothing: whoever opened the inner graph and the processes closes them."""


def _value(cell: Any) -> CypherValue:
    return tuple(map(_value, cell)) if isinstance(cell, list) else cell
