"""Cypher as a Neo4j server runs it, once the guard has read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.graph.base import NODES
from core.graph.cypher import bound, parse
from core.graph.syntax import Dialect, Node, Path


@dataclass(frozen=True, slots=True)
class Translated:
    """A query that may run."""

    text: str
    columns: tuple[str, ...] | None
    """As the query names them; None where it takes all there are."""
    parameters: frozenset[str]
    variables: frozenset[str]

    def bound(self, parameters: Mapping[str, object] | None) -> dict[str, object]:
        """The parameters that the query names. Raises UnknownName for one without a value."""
        return bound(self.parameters, parameters)


class Neo4jDialect(Dialect):
    """Plain Cypher; a node of any label is one of ours, so the workspace's own mark stays unseen."""

    def path(self, path: Path) -> str:
        if len(path.steps) == 1 and isinstance(node := path.steps[0], Node) and not node.labels:
            path = replace(path, steps=(replace(node, labels=tuple(NODES)),))
        return super().path(path)


def translated(cypher: str) -> Translated:
    """Raises what `core.graph.cypher.parse` raises."""
    query = parse(cypher)
    return Translated(Neo4jDialect().query(query), query.columns, query.parameters, query.variables)
