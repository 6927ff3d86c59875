"""Which adapter serves which seam, and how each is opened in a workspace's folder; nothing before its first use."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast
from uuid import uuid4

from core.catalogue.store import Catalogue
from core.config import Settings, without_user
from core.config.database import Declared
from core.config.secrets import database_password, graph_password
from core.errors import SettingsError, StoreRefused, StoreUnreachable, WorkspaceDamaged
from core.graph.base import GraphStore
from core.graph.confined import ConfinedCypher, ConfinedGraph, ConfinedNeo4j
from core.graph.confined import ConfinedTranslation as Neo4jReading
from core.graph.models import PASSAGES, SCHEMA, GraphModel
from core.index.base import Embedder, LabelIndex
from core.index.values import ValueIndex
from core.sql.base import SqlEngine
from core.sql.confined import ConfinedEngine, ConfinedQueries
from core.storage.sqlite_files import protected
from core.text.words import counted
from core.workspace.choices import Choices
from core.workspace.graph_seals import GraphSeals
from core.workspace.lazy_store import LazyStore

if TYPE_CHECKING:
    from core.sql.remote.confined import ConfinedTranslation
    from core.sql.remote.sqlite_file import SqliteFile

DATA, GRAPH, VALUES, LABELS = "data.sqlite", "graph.lbug", "values.sqlite", "chroma"
PASSAGE_GRAPH = "passages.lbug"
WORKSPACE_ID = "workspace_id"
"""Where the catalogue keeps what marks the workspace's data on a server."""


def _translation() -> ConfinedTranslation:
    from core.sql.remote.confined import ConfinedTranslation

    return ConfinedTranslation()


class Stores:
    """The engine, the graph, the label index and the value index of one folder.

    A derived store whose file cannot be read is made anew, unless the folder is open for reading only.
    """

    def __init__(self, settings: Settings, catalogue: Catalogue, embedder: Embedder | None = None) -> None:
        self._settings = settings
        self._folder = settings.workspace
        self._catalogue = catalogue
        self._read_only = catalogue.read_only
        self._given = (embedder, f"Names are compared by {embedder.name}.") if embedder else None
        self._embedder = self._given
        self._copies: tempfile.TemporaryDirectory[str] | None = None
        self.engine: LazyStore[SqlEngine] = LazyStore(self._open_engine)
        self._choices = Choices(catalogue, settings.cache)
        self._seals = GraphSeals(catalogue, settings.cache)
        self._passage_seals = GraphSeals(catalogue, settings.cache, "passage seals")
        self.built_anew: list[str] = []
        """What could not be opened and is built anew, in words: it was damaged, or written on another machine."""
        self._graph_file = self._folder / GRAPH
        """Of the embedded graph that is asked."""
        self.database_password = ""
        """Of the attached database, while this lasts; "": the settings say it."""
        self.translation: LazyStore[ConfinedTranslation] = LazyStore(_translation)
        self.queries: LazyStore[ConfinedQueries] = LazyStore(lambda: ConfinedQueries(self._folder / DATA))
        self.cypher: LazyStore[ConfinedCypher] = LazyStore(
            lambda: ConfinedCypher(self._graph_file, settings.graph_buffer_mb)
        )
        self.passage_cypher: LazyStore[ConfinedCypher] = LazyStore(
            lambda: ConfinedCypher(self._folder / PASSAGE_GRAPH, settings.graph_buffer_mb, PASSAGES)
        )
        self.neo4j_reading: LazyStore[Neo4jReading] = LazyStore(Neo4jReading)
        self.graph: LazyStore[GraphStore] = LazyStore(self._open_graph)
        self.passages: LazyStore[GraphStore] = LazyStore(self._open_passages)
        self.labels: LazyStore[LabelIndex] = LazyStore(self._open_labels)
        self.values: LazyStore[ValueIndex] = LazyStore(self._open_values)

    @property
    def settings(self) -> Settings:
        """Those that the stores are opened by."""
        return self._settings

    @property
    def graph_key(self) -> str:
        """Under which the catalogue notes what this graph holds."""
        s = self._settings
        return f"{s.neo4j_uri}/{s.neo4j_database}" if s.neo4j_uri else "embedded"

    @property
    def graph_name(self) -> str:
        """What people call the graph in use."""
        uri = without_user(self._settings.neo4j_uri)
        return f"Neo4j at {uri}" if uri else "the embedded graph (ladybug)"

    @property
    def labels_name(self) -> str:
        """What people call the label index in use."""
        url = without_user(self._settings.chroma_url)
        return f"Chroma at {url}" if url else "Chroma, in the workspace"

    def embedder(self) -> tuple[Embedder, str]:
        """What makes vectors of labels, and a sentence on which it is and why."""
        if self._embedder is None:
            from core.index.embed import chosen_embedder

            self._embedder = chosen_embedder(self._settings.embeddings, self._settings.cache)
        return self._embedder

    def confined(self, graph: GraphStore) -> GraphStore:
        """The graph for Cypher that people and models write: read elsewhere, and run there or by a server with limits
        of its own."""
        return self._confined(graph, self.cypher)

    def confined_passages(self, graph: GraphStore) -> GraphStore:
        """As `confined`, of the similarity graph."""
        return self._confined(graph, self.passage_cypher)

    def _confined(self, graph: GraphStore, processes: LazyStore[ConfinedCypher]) -> GraphStore:
        if not self._settings.neo4j_uri:
            return ConfinedGraph(graph, processes.get())
        from core.graph.neo4j import Neo4jGraph

        return ConfinedNeo4j(graph, self.neo4j_reading.get()) if isinstance(graph, Neo4jGraph) else graph

    def confined_engine(self) -> SqlEngine:
        """The rows for queries that people and models write, which are read in processes of their own."""
        from core.sql.remote.confined import ConfinedRemote
        from core.sql.remote.engine import RemoteEngine
        from core.sql.remote.sqlite_file import SqliteFile

        engine = self.engine.get()
        if isinstance(engine, SqliteFile):
            return engine
        if isinstance(engine, RemoteEngine):
            return ConfinedRemote(engine, self.translation.get())
        return ConfinedEngine(engine, self.queries.get())

    def use_database(self, password: str) -> None:
        """Open the engine anew, by what is chosen now; `password` is kept in memory only."""
        self.database_password = password
        self.engine.close()
        self.queries.close()

    @property
    def attached(self) -> bool:
        """Tables of a database are asked that were there already."""
        return (choice := self._choices.database) is not None and not choice.loaded

    @property
    def takes_files(self) -> bool:
        """Files can be loaded: their rows are the workspace's own, wherever they are."""
        choice = self._choices.any_database
        return choice is None or bool(choice.loaded)

    @property
    def engine_name(self) -> str:
        """What people call the engine that holds the rows."""
        with suppress(StoreRefused):
            if (choice := self._choices.database) is not None:
                from core.sql.remote.address import address

                return address(choice.url)[0].shown
        return "a database that is not asked" if self.asks_database else "SQLite"

    @property
    def asks_database(self) -> bool:
        """The rows are in a database, and not in a file of the workspace."""
        return self._choices.asks_database

    @property
    def declared(self) -> tuple[Declared, ...]:
        """The keys that the database declares, and those among which tables were copied."""
        with suppress(StoreRefused):
            if (choice := self._choices.database) is not None and not choice.loaded:
                return choice.declared
        there = {t.name: t.address for t in self._catalogue.tables()}
        return tuple(
            key
            for choice in self._choices.copied
            for key in choice.declared
            if all(choice.address(name) == there.get(name) for name in (key[0], key[2]))
        )

    def start_processes(self) -> None:
        """Have a process ready for each kind of query, so that the first need not wait for its start."""
        self._processes_for_queries().start()
        if self._settings.neo4j_uri:
            self.neo4j_reading.get().start()
        elif not self._read_only and self._graph_file.is_file():
            self.cypher.get().start()

    def _processes_for_queries(self) -> ConfinedTranslation | ConfinedQueries | SqliteFile:
        """Those in which SQL that others wrote is read."""
        if not self.asks_database:
            return self.queries.get()
        with suppress(StoreRefused):
            if (choice := self._choices.database) is not None and choice.url.startswith("sqlite:"):
                return cast("SqliteFile", self.engine.get())
        return self.translation.get()

    def beside(self, settings: Settings) -> Stores:
        """Stores of the same folder by other settings, none opened yet."""
        return Stores(settings, self._catalogue, self._given and self._given[0])

    def take_graph(self, other: Stores) -> None:
        """Use the graph of `other` from now on; the one before is closed."""
        s = other.settings
        self._settings = replace(
            self._settings,
            neo4j_uri=s.neo4j_uri,
            neo4j_user=s.neo4j_user,
            neo4j_password=s.neo4j_password,
            neo4j_database=s.neo4j_database,
        )
        old, self.graph = self.graph, other.graph
        old.close()
        self.passages.close()

    def take_labels(self, chroma_url: str, embeddings: str) -> None:
        """Keep label vectors, and make them, as these settings say; the open index is closed."""
        self._settings = replace(self._settings, chroma_url=chroma_url, embeddings=embeddings)
        self._embedder = self._given
        self.labels.close()

    def try_graph(self) -> str:
        """Connect and read, changing nothing on a server; what to tell people. Raises StoreError."""
        uri = self._settings.neo4j_uri
        graph = self._open_neo4j(claim=False) if uri else self._open_embedded()
        try:
            held = graph.read("MATCH (t:Table) RETURN count(t) AS n").rows[0][0]
        finally:
            graph.close()
        where = f"The Neo4j server at {uri} answers" if uri else "The graph in the workspace opens"
        return f"{where}; it holds {counted(int(str(held)), 'table')} of this workspace."

    def try_labels(self) -> str:
        """See that the label vectors can be kept there; what to tell people. Raises StoreError."""
        if not (url := self._settings.chroma_url):
            return "The index of names is kept in the workspace's own folder."
        from core.index.chroma_server import ChromaServerIndex

        ChromaServerIndex.try_out(url, self.embedder()[0])
        return f"The Chroma server at {url} answers."

    def try_embedder(self) -> str:
        """Make one vector; what to tell people. Raises StoreError when the model that was wanted is not there."""
        from core.index.embed import MiniLmEmbedder

        if not self._settings.embeddings and self._given is None:
            MiniLmEmbedder(self._settings.cache)  # its fault says what is missing and how to get it
        embedder, sentence = self.embedder()
        embedder.embed(["health"])
        return sentence

    def discard_derived(self) -> None:
        """Delete what can be built anew from the rows and the catalogue."""
        from core.index.chroma import ChromaLabelIndex

        for handle in (self.graph, self.passages, self.labels, self.values):
            handle.close()
        self._discard_graph()
        self._discard_graph(PASSAGE_GRAPH)
        ValueIndex.discard(self._folder / VALUES)
        ChromaLabelIndex.discard(self._folder / LABELS)

    def close(self) -> None:
        for handle in (self.graph, self.passages, self.labels, self.values, self.engine):
            handle.close()
        for pool in (self.cypher, self.passage_cypher, self.neo4j_reading, self.queries, self.translation):
            pool.close()
        if self._copies is not None:
            self._copies.cleanup()
            self._copies = None

    def _discard_graph(self, file: str = GRAPH) -> None:
        for name in (file, f"{file}.wal"):
            (self._folder / name).unlink(missing_ok=True)

    def _open_engine(self) -> SqlEngine:
        if (choice := self._choices.database) is not None:
            from core.sql.remote.address import address
            from core.sql.remote.opening import opened, opened_own

            place, _ = address(choice.url)
            try:
                password = self.database_password or database_password(self._settings, place.user).value
            except SettingsError as fault:
                raise StoreRefused(fault.message, fault.hint) from fault
            if choice.loaded:
                owner = self.workspace_id()
                return opened_own(place, password, choice.loaded, owner, self._folder, self._read_only)
            return opened(place, password, choice.places)
        from core.sql.own_schema import refuse_foreign
        from core.sql.sqlite import SqliteEngine

        refuse_foreign(self._folder / DATA)
        return SqliteEngine(self._folder / DATA, read_only=self._read_only)

    def _open_embedded(self) -> GraphStore:
        """The graph's file, if it is as it was written on this machine; else one that is built anew."""
        from core.graph.embedded import EmbeddedGraph

        def opened(path: Path, read_only: bool) -> EmbeddedGraph:
            return EmbeddedGraph(
                path,
                buffer_mb=self._settings.graph_buffer_mb,
                read_only=read_only,
                before_swap=self._let_go,
                written=self._seals.note,
                trusts=self._seals.fits,
            )

        try:
            graph = opened(self._folder / GRAPH, self._read_only)
        except StoreRefused:
            if not (self._folder / GRAPH).exists():
                raise
            if self._read_only:
                return self._built_aside()
            self._discard_graph()
            graph = opened(self._folder / GRAPH, read_only=False)
            self._fill(graph)  # at once: while a load goes on, nothing else would
            self._tell_built_anew("The schema graph")
        self._ask_graph_at(graph.path)
        return graph

    def _built_aside(self) -> GraphStore:
        """The graph of the catalogue in a folder of this process, where the workspace's own may be neither read nor
        written: it was made on another machine, or is damaged."""
        from core.graph.embedded import EmbeddedGraph

        graph = EmbeddedGraph(self._aside() / GRAPH, buffer_mb=self._settings.graph_buffer_mb)
        self._fill(graph)
        self._ask_graph_at(graph.path)
        return graph

    def _fill(self, graph: GraphStore) -> None:
        from core.catalogue.cluster_names import ClusterNames
        from core.graph.build import schema_graph

        names = ClusterNames(self._catalogue).all()
        graph.put(schema_graph(self._catalogue.tables(), self._catalogue.joins(), names))

    def _ask_graph_at(self, path: Path) -> None:
        if path != self._graph_file:
            self._graph_file = path
            self.cypher.close()

    def _tell_built_anew(self, what: str) -> None:
        if what not in self.built_anew:
            self.built_anew.append(what)

    def _let_go(self) -> None:
        if sys.platform == "win32" and self.cypher.opened:
            self.cypher.get().pool.let_go()

    def _open_graph(self) -> GraphStore:
        return self._open_neo4j() if self._settings.neo4j_uri else self._open_embedded()

    def _open_passages(self) -> GraphStore:
        """The similarity graph: on the server, or in a file of its own, an empty one where that is not as it was
        written on this machine."""
        if self._settings.neo4j_uri:
            return self._open_neo4j(model=PASSAGES)
        from core.graph.embedded import EmbeddedGraph

        def opened() -> EmbeddedGraph:
            return EmbeddedGraph(
                self._folder / PASSAGE_GRAPH,
                buffer_mb=self._settings.graph_buffer_mb,
                model=PASSAGES,
                read_only=self._read_only,
                before_swap=self._let_passages_go,
                written=self._passage_seals.note,
                trusts=self._passage_seals.fits,
            )

        try:
            return opened()
        except StoreRefused:
            if self._read_only or not (self._folder / PASSAGE_GRAPH).exists():
                raise
            self._discard_graph(PASSAGE_GRAPH)
            return opened()

    def _let_passages_go(self) -> None:
        if sys.platform == "win32" and self.passage_cypher.opened:
            self.passage_cypher.get().pool.let_go()

    def _open_neo4j(self, claim: bool = True, model: GraphModel = SCHEMA) -> GraphStore:
        from core.graph.neo4j import Neo4jGraph

        s = self._settings
        try:
            password = graph_password(s).value
        except SettingsError as fault:
            raise StoreRefused(fault.message, fault.hint) from fault
        return Neo4jGraph(
            s.neo4j_uri,
            s.neo4j_user,
            password,
            s.neo4j_database,
            s.neo4j_seconds,
            self.workspace_id(),
            claim=claim,
            model=model,
        )

    def _open_values(self) -> ValueIndex:
        path = self._folder / VALUES
        try:
            return ValueIndex(path, read_only=self._read_only)
        except WorkspaceDamaged:
            if self._read_only:
                raise
            ValueIndex.discard(path)
            self._tell_built_anew("The index of values")
            return ValueIndex(path)

    def _open_labels(self) -> LabelIndex:
        from core.index.chroma import ChromaLabelIndex

        if url := self._settings.chroma_url:
            from core.index.chroma_server import ChromaServerIndex

            return ChromaServerIndex(url, self.workspace_id(), self.embedder()[0], read_only=self._read_only)
        folder, embedder = self._folder / LABELS, self.embedder()[0]
        if self._read_only and protected(folder) and folder.is_dir():
            folder = self._copied(folder)  # Chroma writes where it reads
        try:
            return ChromaLabelIndex(folder, embedder, read_only=self._read_only)
        except WorkspaceDamaged:
            if self._read_only:
                raise
            ChromaLabelIndex.discard(folder)
            self._tell_built_anew("The index of names")
            return ChromaLabelIndex(folder, embedder)

    def _copied(self, folder: Path) -> Path:
        """A copy of the folder that can be written, gone when the stores are closed."""
        return Path(shutil.copytree(folder, self._aside() / "copy"))

    def _aside(self) -> Path:
        """A new place for files that are gone when the stores are closed."""
        if self._copies is None:
            self._copies = tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True)
        return Path(tempfile.mkdtemp(dir=self._copies.name))

    def workspace_id(self) -> str:
        """What marks this workspace's data on a server; moves with the folder."""
        found = self._catalogue.meta(WORKSPACE_ID)
        if found is None:
            if self._read_only:
                raise StoreUnreachable("The server holds nothing of this workspace yet.", "Open it for writing once.")
            found = uuid4().hex
            self._catalogue.set_meta(WORKSPACE_ID, found)
        return found
