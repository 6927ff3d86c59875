"""The graph stores that the contracts of paths are held against."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.graph.base import GraphStore
from core.graph.embedded import EmbeddedGraph
from tests.neo4j.client import open_graph, wipe

KINDS = ("embedded", pytest.param("neo4j", marks=pytest.mark.neo4j))


@contextmanager
def opened_graph(kind: str, uri: str, folder: Path) -> Iterator[GraphStore]:
    """An empty graph of one of the kinds, gone at the end; `uri` is where Neo4j is served."""
    graph: GraphStore
    if kind == "embedded":
        graph = EmbeddedGraph(folder / "graph.lbug", buffer_mb=256)
    else:
        wipe(uri)
        graph = open_graph(uri, "contract")
    yield graph
    graph.close()
    if kind == "neo4j":
        wipe(uri)
