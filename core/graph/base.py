"""`GraphStore`: what the product asks of a graph database.

The schema's graph, the same in every store (`core.graph.models` has that of documents too):

    (:Table   {id, label, rows, description})
    (:Column  {id: "table.column", label, data_type, is_unique, nulls, distinct})
    (:Cluster {id, label, description})
    (:Table)-[:HAS_COLUMN {position}]->(:Column)        (:Table)-[:IN_CLUSTER]->(:Cluster)
    (:Column)-[:SAME_ATTRIBUTE {join_id, similarity, state, cardinality, part, parts, perfect, after}]->(:Column)

SAME_ATTRIBUTE runs from child to parent, is matched undirected, and is absent for rejected joins. Every edge of a
composite join bears the same `join_id`, with `part` 1..`parts`. `after` says how values are rewritten so that they
meet; it is mostly empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, Union

from core.graph.changes import Records
from core.graph.models import SCHEMA
from core.model import Join, SchemaGraph, Value

CypherValue: TypeAlias = Union[Value, tuple["CypherValue", ...]]  # noqa: UP007 - an alias that names itself
"""One cell of a Cypher result. A list is a tuple; a node is its `id`, a relationship its `join_id` (else its type), a
path the tuple of its nodes and relationships in turn, a map its JSON."""

NODES, EDGES = SCHEMA.nodes, SCHEMA.edges
"""Node labels with their properties and types; relationship types: from, to, properties and types."""


@dataclass(frozen=True, slots=True)
class GraphRows:
    """A Cypher query's result. `truncated` says that there were more rows than the limit."""

    columns: tuple[str, ...]
    rows: tuple[tuple[CypherValue, ...], ...]
    truncated: bool = False


class GraphStore(Protocol):
    """A graph in the product's words: the schema's, or that of passages. People and models write plain Neo4j Cypher;
    adapters hide the rest."""

    name: str
    """What people call it: "embedded graph", "Neo4j"."""

    def put(self, graph: SchemaGraph | Records, tell: Callable[[float], None] = lambda share: None) -> None:
        """Make the store hold exactly `graph`. A schema is written in bulk; readers see the old graph or the new one.
        Of records with fingerprints only what differs is written, and `tell` gets the share that is done."""
        ...

    def check(self, cypher: str, parameters: Mapping[str, object] | None = None) -> None:
        """Guard (reading clauses only, known labels, edges and properties) and EXPLAIN without running.

        Raises QueryRefused, BadSyntax, UnknownName (with close names) or QueryFailed.
        """
        ...

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 1_000,
        seconds: float = 5.0,
    ) -> GraphRows:
        """Run one guarded, reading Cypher query. Raises what `check` raises, QueryTimeout, and StoreError."""
        ...

    def close(self) -> None: ...


def stored(joins: tuple[Join, ...]) -> tuple[Join, ...]:
    """The joins that have edges: all but the rejected."""
    return tuple(j for j in joins if j.state != "rejected")
