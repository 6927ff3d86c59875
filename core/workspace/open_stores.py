"""One folder and its stores: opened, kept in step, closed."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from core.catalogue.chats import Chats
from core.catalogue.meanings import Meanings
from core.catalogue.private_columns import PrivateColumns
from core.catalogue.referred_rows import called_by_references, words_by_references
from core.catalogue.row_nouns import RowNouns
from core.catalogue.store import Catalogue
from core.catalogue.verified_answers import VerifiedAnswers
from core.config import JOIN_SCORERS, Settings
from core.config.saved import StoreChoice
from core.documents.code_books import CodeBooks
from core.documents.standard_codes import with_standard_codes
from core.documents.store import Documents
from core.errors import FileError, StoreError, WorkspaceBusy, WorkspaceError, WorkspaceUnwritable
from core.graph.base import GraphStore
from core.index.base import Embedder, LabelIndex
from core.index.values import ValueIndex
from core.model import Join, Table
from core.sql.base import SqlEngine
from core.workspace.choices import Choices
from core.workspace.lazy_store import Closable, LazyStore
from core.workspace.lock import WorkspaceLock
from core.workspace.stores import DATA, Stores
from core.workspace.sync import Sync

if TYPE_CHECKING:
    from core.ask.conversation.chat_memory import ChatMemory
    from core.retrieval.base import Retrieved
    from core.retrieval.graph import SimilarityGraph
    from core.retrieval.kept import Retrieval

STATE, CHATS, TALKS, DOCUMENTS = "state.sqlite", "chats.sqlite", "talks.sqlite", "documents.sqlite"
RETRIEVAL = "retrieval.sqlite"
PATIENCE = 2.0
"""Seconds to wait for another thread that writes."""
_S = TypeVar("_S", bound=Closable)


class OpenStores:
    """The stores of one folder, opened and kept in step. Threads may share it: reads are free, one at a time writes."""

    def __init__(self, settings: Settings, *, read_only: bool | None = None, embedder: Embedder | None = None) -> None:
        self.settings = settings
        self.folder = settings.workspace
        self._writing = threading.RLock()
        self._closing = threading.Event()
        self._talks: ChatMemory | None = None
        self._background: list[threading.Thread] = []
        self._drawing: threading.Thread | None = None
        self._stored: tuple[GraphStore, SimilarityGraph] | None = None
        """What was brought in step last: the store, and the graph that it holds."""
        self._coded: tuple[tuple[tuple[Table, ...], tuple[Join, ...]], tuple[Table, ...], Mapping[str, str]] | None = (
            None
        )
        """The tables and joins, the same tables with what codes that everyone knows mean and what rows are called by
        references, and those words by table."""
        self._lock = WorkspaceLock(self.folder)
        self._refused: WorkspaceBusy | WorkspaceUnwritable = WorkspaceBusy(str(self.folder))
        if not read_only:
            try:
                self._lock.take()
            except (WorkspaceBusy, WorkspaceUnwritable) as fault:
                if read_only is False:
                    raise
                self._refused = fault
        self.read_only = not self._lock.held
        with ExitStack() as undo:
            undo.callback(self._lock.release)
            torn = any((self.folder / f"{name}-wal").exists() for name in (STATE, DATA))
            self.catalogue = Catalogue(self.folder / STATE, read_only=self.read_only)
            self.choices = Choices(self.catalogue, settings.cache)
            self._opened = (self.folder / STATE).stat()
            undo.callback(self.catalogue.close)
            self.chats = Chats(self.folder / CHATS, deleted=self._forget)
            self.verified = VerifiedAnswers(
                self.folder / STATE, check=lambda sql: self.confined.check(sql), read_only=self.read_only
            )
            undo.callback(self.verified.close)
            self.adapters = Stores(self.chosen.over(settings), self.catalogue, embedder)
            undo.callback(self.adapters.close)
            self.catalogue.versions = self._version
            self.sync = Sync(self.catalogue, self.adapters, self.scorer)
            self.documents = Documents(self.folder / DOCUMENTS, lambda: self.adapters.embedder()[0])
            self.code_books = CodeBooks(lambda sql, most: self.engine.read(sql, limit=most))
            self._graph_seen = self.sync.graph_state
            if not self.read_only:
                for left in self.folder.glob("load-*"):
                    shutil.rmtree(left, ignore_errors=True)
                # A full disk, a database that does not answer: what is there can be asked, and is mended later.
                with suppress(WorkspaceUnwritable, StoreError, FileError):
                    self.sync.sweep(torn)
            undo.pop_all()  # all is well: nothing to undo

    @property
    def chosen(self) -> StoreChoice:
        """The stores that a person chose for this workspace; the settings may name others."""
        return self.choices.stores

    @property
    def scorer(self) -> str:
        """What scores pairs of columns as joins: the settings say so, or a person chose it here."""
        return self.settings.join_scorer or self.choices.scorer or JOIN_SCORERS[0]

    def close(self) -> None:
        """Stop a load that is under way, and let go of every file. Closing twice is harmless."""
        self._closing.set()
        for thread in (*self._background, self._drawing):
            if thread is not None:
                thread.join()
        with self._writing:
            self.adapters.close()
            self.chats.close()
            self.verified.close()
            if self._talks is not None:
                self._talks.close()
            self.catalogue.close()
            self._lock.release()

    def _version(self, table: str) -> str:
        """Which version of the table's rows is there; "" while that cannot be told."""
        try:
            return self.adapters.engine.get().version(table)
        except (FileError, StoreError, WorkspaceError):
            return ""

    @property
    def engine(self) -> SqlEngine:
        """The rows; queries may read the ready tables."""
        engine = self.adapters.engine.get()
        engine.show_only(self.catalogue.names())
        return engine

    @cached_property
    def retrieval(self) -> Retrieval:
        """The passages of the documents, and the tables' cards, as a similarity graph."""
        from core.retrieval.kept import Retrieval

        path = self.folder / RETRIEVAL
        return Retrieval(
            path, self.documents, self.tables, lambda: self.adapters.embedder()[0], read_only=self.read_only
        )

    def retrieve(self, question: str, strategy: str = "") -> Retrieved:
        """What a strategy finds in the documents, and by which way; "" takes the one that answers are found by. Raises
        UnknownName and StoreError."""
        from core.retrieval.graph import Where
        from core.retrieval.strategies.known import CHOSEN, named

        return self.retrieval.retrieve(question, named(strategy or CHOSEN)[0], where=Where.of(kinds=["passage"]))

    def put_passages(self, tell: Callable[[str, float], None] = lambda what, share: None) -> GraphStore:
        """Bring the graph store in step with the similarity graph: what differs is written. Raises StoreError."""
        from core.retrieval.stored import records

        made = self.retrieval.graph(tell)
        store = self.adapters.passages.get()
        held = self._stored
        if self.read_only or (held is not None and held[0] is store and held[1] is made):
            return store
        if not self._writing.acquire(timeout=PATIENCE):
            return store  # who writes for so long brings it in step as well, or the next who asks does
        try:
            tell("the similarity graph", 0.0)
            store.put(records(made), lambda share: tell("the similarity graph", share))
            self._stored = (store, made)
        finally:
            self._writing.release()
        return store

    def put_passages_soon(self) -> None:
        """The same while the caller goes on; whoever asks the similarity graph waits for it."""

        def write() -> None:
            with suppress(StoreError, WorkspaceError):  # it stays behind, and is caught up when it is asked
                self.put_passages()

        self.background("writing-passages", write)

    @property
    def confined_passages(self) -> GraphStore:
        """The similarity graph in its store, in step, for Cypher that people write. Raises StoreError."""
        return self.adapters.confined_passages(self.put_passages())

    @property
    def confined(self) -> SqlEngine:
        """The rows for queries that people and models write: checked and run in a process that can be ended."""
        self.adapters.engine.get().show_only(self.catalogue.names())
        return self.adapters.confined_engine()

    @property
    def graph(self) -> GraphStore:
        """The schema graph. Raises StoreError while it does not serve."""
        if self.read_only and self._graph_seen != (now := self.sync.graph_state):
            self._graph_seen = now
            self.adapters.graph.close()
            self.adapters.labels.close()
        return self._in_step(self.adapters.graph, self.sync.put_graph)

    @property
    def confined_graph(self) -> GraphStore:
        """The schema graph for Cypher that people and models write: checked and run where it can be ended."""
        return self.adapters.confined(self.graph)

    def put_graph_soon(self) -> None:
        """Write the graph while the caller goes on; whoever asks for the graph waits for it."""

        def write() -> None:
            if not self._writing.acquire(timeout=PATIENCE):
                return  # who writes for so long brings the graph in step as well
            try:
                with suppress(StoreError, WorkspaceError):  # it stays behind, and is caught up later
                    self.sync.put_graph()
            finally:
                self._writing.release()

        self._drawing = threading.Thread(target=write, name="writing-graph", daemon=True)
        self._drawing.start()

    @property
    def labels(self) -> LabelIndex:
        """The label index. Raises StoreError or WorkspaceDamaged while it does not serve."""
        return self._in_step(self.adapters.labels, self.sync.fill_labels)

    @property
    def values(self) -> ValueIndex:
        """The value index. Raises StoreError or WorkspaceDamaged while it does not serve."""
        return self._in_step(self.adapters.values, self.sync.fill_values)

    def serving(self, handle: LazyStore[Any]) -> Any:
        """The open graph, label index or value index, brought in step. Raises StoreError, WorkspaceDamaged."""
        fills = {
            self.adapters.graph: self.sync.put_graph,
            self.adapters.labels: self.sync.fill_labels,
            self.adapters.values: self.sync.fill_values,
        }
        return self._in_step(handle, fills[handle])

    def background(self, name: str, work: Callable[[], None]) -> None:
        """Do this in a thread of its own, which `close` waits for."""
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._background.append(thread)
        thread.start()

    @property
    def closing(self) -> bool:
        """Whether `close` was called: long work ends."""
        return self._closing.is_set()

    def stopper(self, stop: threading.Event | None) -> Callable[[], bool]:
        """Whether long work shall end: the person said so, or the workspace closes."""
        return lambda: self._closing.is_set() or (stop is not None and stop.is_set())

    def tables(self) -> tuple[Table, ...]:
        """The loaded tables, by name, with what dictionaries among them and documents say of their columns."""
        tables = RowNouns(self.catalogue).over(PrivateColumns(self.catalogue).over(self.catalogue.tables()))
        told = (self.documents.described(self.code_books.decoded(tables)), self.catalogue.joins())
        known = self._coded
        if known is None or known[0] != told:
            coded = called_by_references(with_standard_codes(told[0]), told[1])
            known = self._coded = (told, coded, words_by_references(coded, told[1]))
        return Meanings(self.catalogue).over(known[1])

    def row_words(self) -> Mapping[str, str]:
        """By a table's name the word under which others refer to its rows, of the tables as they were read last."""
        if self._coded is None:
            self.tables()
        return self._coded[2] if self._coded is not None else {}

    def _in_step(self, handle: LazyStore[_S], fill: Callable[[], None]) -> _S:
        """The open store, brought in step unless another thread writes just now (it will do so itself)."""
        store = handle.get()
        patience = PATIENCE if self._drawing is not None and self._drawing.is_alive() else 0.0
        if not self.read_only and self._writing.acquire(timeout=patience):
            try:
                fill()
            except (StoreError, WorkspaceError):
                return store  # the handle keeps the fault
            finally:
                self._writing.release()
        return store

    @property
    def in_place(self) -> bool:
        """Its files lie where they were opened. Not so: the folder was deleted or moved meanwhile."""
        try:
            return os.path.samestat((self.folder / STATE).stat(), self._opened)
        except FileNotFoundError:
            return False

    @property
    def outdated(self) -> bool:
        """Something waits for a writer: what a crash, or a store that did not serve, left undone."""
        return self.sync.behind

    def chat_memory(self) -> ChatMemory:
        from core.ask.conversation.chat_memory import ChatMemory

        if self._talks is None:
            self._talks = ChatMemory(self.folder / TALKS)
        return self._talks

    def _forget(self, chat: str) -> None:
        """What a deleted chat leaves behind; a workspace that nobody talked with loads nothing for it."""
        if self._talks is not None or (self.folder / TALKS).is_file():
            self.chat_memory().forget(chat)

    def refuse_if_read_only(self) -> None:
        """Raises WorkspaceBusy, or WorkspaceUnwritable where the folder is what refuses."""
        if self.read_only:
            raise self._refused.with_traceback(None)

    @contextmanager
    def changing(self) -> Iterator[None]:
        self.refuse_if_read_only()
        with self._writing:
            yield

    def size(self) -> int:
        """Bytes on disk."""
        total = 0
        for path in self.folder.rglob("*"):
            with suppress(OSError):  # a file may vanish while others work
                total += path.stat().st_size if path.is_file() else 0
        return total
