"""One folder and its stores: opened, kept in step, closed."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Self, TypeVar

from core.ask.suggest.cache import Suggestions
from core.catalogue.chats import History
from core.catalogue.store import Catalogue
from core.catalogue.verified_answers import VerifiedAnswers
from core.config import Settings
from core.config.saved import META, STORES, StoreChoice, kept
from core.documents.store import Documents
from core.errors import StoreError, WorkspaceBusy, WorkspaceError
from core.graph.base import GraphStore
from core.index.base import Embedder, LabelIndex
from core.index.values import ValueIndex
from core.sql.base import SqlEngine
from core.workspace.lazy_store import Closable, Handle
from core.workspace.lock import WorkspaceLock
from core.workspace.stores import Stores
from core.workspace.sync import Upkeep
from core.workspace.translators import Translators

if TYPE_CHECKING:
    from core.ask.conversation.chat_memory import Talks
    from core.ask.link import Linker
    from core.ask.verified_lookup import Recall

STATE, CHATS, TALKS, DOCUMENTS = "state.sqlite", "chats.sqlite", "talks.sqlite", "documents.sqlite"
PATIENCE = 2.0
"""Seconds to wait for another thread that writes."""
_S = TypeVar("_S", bound=Closable)


class Folder:
    """The stores of a workspace. Threads may share it: reads are free, one thread at a time writes."""

    def __init__(self, settings: Settings, *, read_only: bool | None = None, embedder: Embedder | None = None) -> None:
        self.settings = settings
        self.folder = settings.workspace
        self._writing = threading.RLock()
        self._closing = threading.Event()
        self._talks: Talks | None = None
        self._warming: threading.Thread | None = None
        self._drawing: threading.Thread | None = None
        self._linked: tuple[object, Linker] | None = None
        self._lock = WorkspaceLock(self.folder)
        if not read_only:
            with suppress(WorkspaceBusy) if read_only is None else nullcontext():
                self._lock.take()
        self.read_only = not self._lock.held
        with ExitStack() as undo:
            undo.callback(self._lock.release)
            self.catalogue = Catalogue(self.folder / STATE, read_only=self.read_only)
            self._opened = (self.folder / STATE).stat()
            undo.callback(self.catalogue.close)
            self._translators = Translators(kept(settings, self.catalogue.meta(META)))
            self._suggestions = Suggestions()
            self.history = History(self.folder / CHATS, deleted=self._forget)
            self.verified = VerifiedAnswers(
                self.folder / STATE, check=lambda sql: self.engine.check(sql), read_only=self.read_only
            )
            undo.callback(self.verified.close)
            self._recall: Recall | None = None
            self._stores = Stores(self.chosen.over(settings), self.catalogue, embedder)
            undo.callback(self._stores.close)
            self._upkeep = Upkeep(self.catalogue, self._stores)
            self.documents = Documents(self.folder / DOCUMENTS, lambda: self._stores.embedder()[0])
            self._graph_seen = self._upkeep.graph_state
            if not self.read_only:
                for left in self.folder.glob("load-*"):
                    shutil.rmtree(left, ignore_errors=True)
                self._upkeep.sweep()
            undo.pop_all()  # all is well: nothing to undo

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def chosen(self) -> StoreChoice:
        """The stores that a person chose for this workspace; the settings may name others."""
        return StoreChoice.read(self.catalogue.meta(STORES))

    def close(self) -> None:
        """Stop a load that is under way, and let go of every file. Closing twice is harmless."""
        self._closing.set()
        for thread in (self._warming, self._drawing):
            if thread is not None:
                thread.join()
        with self._writing:
            self._stores.close()
            self.history.close()
            self.verified.close()
            if self._talks is not None:
                self._talks.close()
            self.catalogue.close()
            self._lock.release()

    @property
    def engine(self) -> SqlEngine:
        """The rows; queries may read the ready tables."""
        engine = self._stores.engine.get()
        engine.show_only(self.catalogue.names())
        return engine

    @property
    def graph(self) -> GraphStore:
        """The schema graph. Raises StoreError while it does not serve."""
        if self.read_only and self._graph_seen != (now := self._upkeep.graph_state):
            self._graph_seen = now
            self._stores.graph.close()
            self._stores.labels.close()
        return self._in_step(self._stores.graph, self._upkeep.put_graph)

    def _put_graph_soon(self) -> None:
        """Write the graph while the caller goes on; whoever asks for the graph waits for it."""

        def write() -> None:
            if not self._writing.acquire(timeout=PATIENCE):
                return  # who writes for so long brings the graph in step as well
            try:
                with suppress(StoreError, WorkspaceError):  # it stays behind, and is caught up later
                    self._upkeep.put_graph()
            finally:
                self._writing.release()

        self._drawing = threading.Thread(target=write, name="writing-graph", daemon=True)
        self._drawing.start()

    @property
    def labels(self) -> LabelIndex:
        """The label index. Raises StoreError or WorkspaceDamaged while it does not serve."""
        return self._in_step(self._stores.labels, self._upkeep.fill_labels)

    @property
    def values(self) -> ValueIndex:
        """The value index. Raises StoreError or WorkspaceDamaged while it does not serve."""
        return self._in_step(self._stores.values, self._upkeep.fill_values)

    def _in_step(self, handle: Handle[_S], fill: Callable[[], None]) -> _S:
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
        return self._upkeep.behind

    def _talking(self) -> Talks:
        from core.ask.conversation.chat_memory import Talks

        if self._talks is None:
            self._talks = Talks(self.folder / TALKS)
        return self._talks

    def _forget(self, chat: str) -> None:
        """What a deleted chat leaves behind; a workspace that nobody talked with loads nothing for it."""
        if self._talks is not None or (self.folder / TALKS).is_file():
            self._talking().forget(chat)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        if self.read_only:
            raise WorkspaceBusy(str(self.folder))
        with self._writing:
            yield

    def size(self) -> int:
        """Bytes on disk."""
        total = 0
        for path in self.folder.rglob("*"):
            with suppress(OSError):  # a file may vanish while others work
                total += path.stat().st_size if path.is_file() else 0
        return total
