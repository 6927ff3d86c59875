"""Cypher as a Neo4j server runs it, once the guard has read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.graph.cypher import bound, parse
from core.graph.models import SCHEMA, GraphModel
from core.graph.syntax import Dialect, Node, Path, Relationship


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
    """Plain Cypher; a node of any label, and a relationship of any type, is one of the graph that is asked: the other
    graph in the database and the workspace's own mark stay unseen."""

    def __init__(self, model: GraphModel = SCHEMA) -> None:
        self._model = model

    def path(self, path: Path) -> str:
        if len(path.steps) == 1 and isinstance(node := path.steps[0], Node) and not node.labels:
            path = replace(path, steps=(replace(node, labels=tuple(self._model.nodes)),))
        return super().path(path)

    def relationship(self, rel: Relationship, path: Path) -> str:
        return super().relationship(rel if rel.types else replace(rel, types=tuple(self._model.edges)), path)


def translated(cypher: str, model: GraphModel = SCHEMA) -> Translated:
    """Raises what `core.graph.cypher.parse` raises."""
    query = parse(cypher, model)
    return Translated(Neo4jDialect(model).query(query), query.columns, query.parameters, query.variables)
