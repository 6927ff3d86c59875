"""Which adapter serves which seam, and how each is opened in a workspace's folder; nothing before its first use."""

from __future__ import annotations

from uuid import uuid4

from core.catalogue import Catalogue
from core.config import Settings
from core.errors import StoreRefused, StoreUnreachable, WorkspaceDamaged
from core.graph.base import GraphStore
from core.handles import Handle
from core.index.base import Embedder, LabelIndex
from core.index.values import ValueIndex
from core.sql.base import SqlEngine

DATA, GRAPH, VALUES, LABELS = "data.sqlite", "graph.lbug", "values.sqlite", "chroma"


class Stores:
    """The engine, the graph, the label index and the value index of one folder.

    A derived store whose file cannot be read is made anew, unless the folder is open for reading only.
    """

    def __init__(self, settings: Settings, catalogue: Catalogue, embedder: Embedder | None = None) -> None:
        self._settings = settings
        self._folder = settings.workspace
        self._catalogue = catalogue
        self._read_only = catalogue.read_only
        self._embedder = (embedder, f"Labels are compared by {embedder.name}.") if embedder else None
        self.graph_key = f"{settings.neo4j_uri}/{settings.neo4j_database}" if settings.neo4j_uri else "embedded"
        self.graph_name = f"Neo4j at {settings.neo4j_uri}" if settings.neo4j_uri else "the embedded graph (ladybug)"
        self.engine: Handle[SqlEngine] = Handle(self._open_engine)
        self.graph: Handle[GraphStore] = Handle(self._open_neo4j if settings.neo4j_uri else self._open_embedded)
        self.labels: Handle[LabelIndex] = Handle(self._open_labels)
        self.values: Handle[ValueIndex] = Handle(self._open_values)

    def embedder(self) -> tuple[Embedder, str]:
        """What makes vectors of labels, and a sentence on which it is and why."""
        if self._embedder is None:
            from core.index.embed import best_embedder

            self._embedder = best_embedder(self._settings.cache)
        return self._embedder

    def discard_derived(self) -> None:
        """Delete what can be built anew from the rows and the catalogue."""
        from core.index.chroma import ChromaLabelIndex

        for handle in (self.graph, self.labels, self.values):
            handle.close()
        self._discard_graph()
        ValueIndex.discard(self._folder / VALUES)
        ChromaLabelIndex.discard(self._folder / LABELS)

    def close(self) -> None:
        for handle in (self.graph, self.labels, self.values, self.engine):
            handle.close()

    def _discard_graph(self) -> None:
        for name in (GRAPH, f"{GRAPH}.wal"):
            (self._folder / name).unlink(missing_ok=True)

    def _open_engine(self) -> SqlEngine:
        from core.sql.sqlite import SqliteEngine

        return SqliteEngine(self._folder / DATA, read_only=self._read_only)

    def _open_embedded(self) -> GraphStore:
        from core.graph.embedded import EmbeddedGraph

        def opened() -> GraphStore:
            return EmbeddedGraph(
                self._folder / GRAPH, buffer_mb=self._settings.graph_buffer_mb, read_only=self._read_only
            )

        try:
            return opened()
        except StoreRefused:
            if self._read_only:
                raise
            self._discard_graph()
            return opened()

    def _open_neo4j(self) -> GraphStore:
        from core.graph.neo4j import Neo4jGraph

        s = self._settings
        return Neo4jGraph(
            s.neo4j_uri, s.neo4j_user, s.neo4j_password, s.neo4j_database, s.neo4j_seconds, self._workspace_id()
        )

    def _open_values(self) -> ValueIndex:
        path = self._folder / VALUES
        try:
            return ValueIndex(path, read_only=self._read_only)
        except WorkspaceDamaged:
            if self._read_only:
                raise
            ValueIndex.discard(path)
            return ValueIndex(path)

    def _open_labels(self) -> LabelIndex:
        from core.index.chroma import ChromaLabelIndex

        folder, embedder = self._folder / LABELS, self.embedder()[0]
        try:
            return ChromaLabelIndex(folder, embedder, read_only=self._read_only)
        except WorkspaceDamaged:
            if self._read_only:
                raise
            ChromaLabelIndex.discard(folder)
            return ChromaLabelIndex(folder, embedder)

    def _workspace_id(self) -> str:
        """What marks this workspace's data on a server; moves with the folder."""
        found = self._catalogue.meta("workspace_id")
        if found is None:
            if self._read_only:
                raise StoreUnreachable("The graph is not in Neo4j yet.", "Open the workspace for writing once.")
            found = uuid4().hex
            self._catalogue.set_meta("workspace_id", found)
        return found
