"""`LabelIndex` on Chroma, kept in a folder: our own vectors, cosine space, HNSW, no network.

Up to MOST_IN_MEMORY texts are searched exactly, in memory, so that equal questions get equal answers; above that
Chroma's own index answers. Measured on 20,000 labels: 0.3 ms a text exactly, 2 ms by Chroma, 50 ms there with a filter.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from core.errors import (
    StoreError,
    StoreRefused,
    StoreUnreachable,
    WorkspaceDamaged,
    WorkspaceError,
    WorkspaceUnwritable,
)
from core.index.base import Embedder, LabelEntry, LabelHit, LabelKind
from core.index.chroma_files import FILE as _FILE
from core.index.chroma_files import Damaged, check_files
from core.index.unused_space import clear_unused

if TYPE_CHECKING:
    from chromadb.api.client import Client
    from chromadb.api.models.Collection import Collection

MOST_IN_MEMORY = 20_000
MOST_TEXTS = 5
"""Of one id; further texts are left out."""
_BATCH = 5_000
_REMOVED_AT_ONCE = 500
_RELEASE_SECONDS = 3.0
_LOOKS = 3
_BETWEEN_LOOKS = 0.2
"""Seconds."""
_DIGITS, _ROUNDED = 6, 2e-6
"""Digits of a similarity, and more than two may differ by that are rounded to the same."""
PREFIX = "labels-"
_PANIC = "PanicException"
"""What Chroma's Rust raises where it gives up; the class has no module that can be imported."""
_MEND = "Rebuild the label index from the settings page, or load the files again."


@dataclass(frozen=True, slots=True)
class _Memory:
    """All vectors of the store, in order of their keys; `rows[kind]` are the places of one kind, `ids` numbers that
    are equal for the texts of one id."""

    hits: tuple[tuple[str, LabelKind, str], ...]
    ids: NDArray[np.intp]
    vectors: NDArray[np.float32]
    rows: dict[LabelKind | None, NDArray[np.intp]]


_LEAST_ROOM = 1 << 16
"""Bytes that are free on the disk; with fewer Chroma does not open a store, and may not say why."""


class ChromaLabelIndex:
    """Threads may share one; one process writes. Vectors of another embedder's name are dropped when it opens to write.

    Opened `read_only` it sees the store as it was at the first search. Raises StoreUnreachable when there is nothing to
    read, StoreRefused when the folder holds something else, WorkspaceUnwritable on a full disk, WorkspaceDamaged when
    Chroma cannot read it: `discard` it, open it anew and put the entries again.
    """

    name = "Chroma"

    def __init__(self, folder: Path, embedder: Embedder, read_only: bool = False) -> None:
        self._folder = folder.resolve()
        self._embedder = embedder
        self._read_only = read_only
        self._collection_name = collection_name(PREFIX, embedder)
        self._lock = RLock()
        self._memory: _Memory | None = None
        _check_folder(self._folder)
        if read_only and not (self._folder / _FILE).is_file():
            raise StoreUnreachable(f"There is no label index at {folder}.", "Load the files again to build it.")
        self._client, self._collection = self._open()

    @staticmethod
    def discard(folder: Path) -> None:
        """Delete an index's folder, which nothing may have open. Raises StoreRefused if it holds something else."""
        _check_folder(folder)
        until = time.monotonic() + _RELEASE_SECONDS
        while folder.is_dir():
            try:
                shutil.rmtree(folder)
            except OSError as fault:
                if time.monotonic() > until:
                    raise StoreRefused(f"{folder} cannot be deleted: {fault}.", "Close what has it open.") from fault
                time.sleep(0.05)

    def rebuild(self) -> None:
        """Throw every vector away and begin with an empty store; the entries must be put again."""
        self._check_writing()
        with self._lock:
            self._client.close()
            self.discard(self._folder)
            self._client, self._collection = self._open()
            self._memory = None

    def put(self, entries: Sequence[LabelEntry]) -> None:
        self._check_writing()
        texts: dict[tuple[LabelKind, str], dict[str, LabelEntry]] = {}
        for entry in entries:
            texts.setdefault((entry.kind, entry.id), {}).setdefault(entry.text, entry)
        keyed = {
            _key(kind, entry_id, n): entry
            for (kind, entry_id), by_text in texts.items()
            for n, entry in enumerate(list(by_text.values())[:MOST_TEXTS])
        }
        stale = [key for kind, i in texts for n in range(MOST_TEXTS) if (key := _key(kind, i, n)) not in keyed]
        keys = list(keyed)
        with self._lock, self._faults():
            self._memory = None
            for some in _batches(stale, _BATCH):
                self._store.delete(ids=some)
            for some in _batches(keys, _BATCH):
                chosen = [keyed[key] for key in some]
                self._store.upsert(
                    ids=some,
                    embeddings=self._embedder.embed([e.text for e in chosen]),
                    metadatas=[{"id": e.id, "kind": e.kind, "table": e.table, "text": e.text} for e in chosen],
                )
        self._clear()

    def remove(self, tables: Sequence[str]) -> None:
        self._check_writing()
        with self._lock, self._faults():
            self._memory = None
            for some in _batches(list(tables), _REMOVED_AT_ONCE):
                among: Any = {"table": {"$in": some}}
                self._store.delete(where=among)
        self._clear()

    def search(self, texts: Sequence[str], k: int = 10, kind: LabelKind | None = None) -> list[list[LabelHit]]:
        """For each text its `k` nearest entries, nearest first, ties by id; an id of several texts occurs once."""
        if not texts:
            return []
        with self._lock:
            memory = self._memory
            if memory is None:
                count = self.count()
                memory = self._remembered() if 0 < count <= MOST_IN_MEMORY else None
                if not count:
                    return [[] for _ in texts]
        if k < 1:
            return [[] for _ in texts]
        vectors = self._embedder.embed(texts)
        if memory is None:
            return [_nearest(found, k) for found in self._asked(vectors, k * MOST_TEXTS, kind)]
        return [_nearest(found, k) for found in _exact(memory, vectors, k, kind)]

    def count(self) -> int:
        """How many ids and texts are kept; a label in two languages counts as three."""
        with self._lock, self._faults():
            return 0 if self._collection is None else self._collection.count()

    def prepare(self) -> None:
        """Load the embedder."""
        self._embedder.embed(["warm"])

    def warm(self) -> None:
        """Load the embedder and the vectors, so that the first question does not wait."""
        self.search(["warm"], k=1)
        self.prepare()

    def close(self) -> None:
        """Let go of the folder's files; Chroma's own threads do so some milliseconds later. A search under way, in
        another thread, then finds nothing."""
        with self._lock:
            self._memory = self._collection = None
            self._client.close()

    def _open(self) -> tuple[Client, Collection | None]:
        import chromadb
        from chromadb.api.shared_system_client import SharedSystemClient
        from chromadb.config import Settings
        from chromadb.errors import NotFoundError

        with self._faults():
            self._check_files()
            try:
                settings = Settings(anonymized_telemetry=False)
                client = cast("Client", chromadb.PersistentClient(str(self._folder), settings=settings))
            except BaseException:
                # Chroma keeps what failed to start under the folder's name, and would hand it out again.
                SharedSystemClient._identifier_to_system.pop(str(self._folder), None)
                raise
            try:
                if self._read_only:
                    try:
                        found = client.get_collection(self._collection_name, embedding_function=None)
                    except NotFoundError:
                        return client, None
                else:
                    for other in client.list_collections():
                        if other.name.startswith(PREFIX) and other.name != self._collection_name:
                            client.delete_collection(other.name)
                    found = client.get_or_create_collection(
                        self._collection_name, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
                    )
                found.count()  # fails where the index's files are damaged
            except BaseException:
                client.close()
                raise
            if not self._read_only:
                self._clear()
            return client, found

    def _check_files(self) -> None:
        """Raise Damaged; who only reads looks again, for another process may be writing just now."""
        for _ in range(_LOOKS if self._read_only else 1):
            try:
                check_files(self._folder)
                return
            except Damaged as fault:
                found = fault
                if self._read_only:
                    time.sleep(_BETWEEN_LOOKS)
        raise found

    def _clear(self) -> None:
        """After whatever writes the index's files."""
        clear_unused(self._folder)

    @property
    def _store(self) -> Collection:
        if self._collection is None:
            raise StoreUnreachable("The label index was built for another embedder.", _MEND)
        return self._collection

    def _check_writing(self) -> None:
        if self._read_only:
            raise StoreRefused("The label index is open for reading only.", "Close the other Joinery and try again.")

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Chroma's faults under our names."""
        from chromadb.errors import ChromaError

        try:
            yield
        except (ChromaError, Damaged) as fault:
            raise self._named(str(fault)) from fault
        except BaseException as fault:
            if type(fault).__name__ != _PANIC:
                raise
            raise self._damaged() from fault

    def _named(self, words: str) -> StoreError | WorkspaceError:
        if "locked" in words or "code: 5)" in words:
            return StoreUnreachable("Another program is writing the label index.", "Try again in a moment.")
        if "readonly" in words or "code: 8)" in words:
            return StoreRefused(f"The label index at {self._folder} cannot be written.", "Check the folder's rights.")
        return self._damaged("disk is full" in words or "code: 13)" in words)

    def _damaged(self, full: bool = False) -> WorkspaceError:
        if full or (self._folder.is_dir() and shutil.disk_usage(self._folder).free < _LEAST_ROOM):
            return WorkspaceUnwritable(self._folder, "the disk is full")
        return WorkspaceDamaged(f"The label index at {self._folder} is damaged.", _MEND)

    def _remembered(self) -> _Memory:
        if self._memory is None:
            with self._faults():
                self._memory = _read_all(self._store)
        return self._memory

    def _asked(self, vectors: NDArray[np.float32], wanted: int, kind: LabelKind | None) -> Iterator[list[LabelHit]]:
        """Chroma's nearest for each vector."""
        with self._faults():
            found: Any = self._store.query(
                query_embeddings=vectors,
                n_results=wanted,
                where=None if kind is None else {"kind": kind},
                include=["metadatas", "distances"],
            )
        for abouts, distances in zip(found["metadatas"], found["distances"], strict=True):
            yield [
                _hit((about["id"], about["kind"], about["table"]), 1.0 - distance)
                for about, distance in zip(abouts, distances, strict=True)
            ]


def collection_name(prefix: str, embedder: Embedder) -> str:
    """Chroma's name for the vectors of one embedder."""
    return prefix + (re.sub(r"[^a-z0-9]+", "-", embedder.name.casefold()).strip("-") or "own")


def _exact(memory: _Memory, vectors: NDArray[np.float32], k: int, kind: LabelKind | None) -> Iterator[list[LabelHit]]:
    rows = memory.rows[kind]
    kept = memory.vectors if kind is None else memory.vectors[rows]
    wanted = k * MOST_TEXTS
    for near in vectors @ kept.T:
        first = np.argpartition(-near, wanted)[:wanted] if wanted < len(near) else np.arange(len(near))
        first = first[near[first] >= _least(near[first], memory.ids[rows[first]], k)]
        yield [_hit(memory.hits[rows[at]], float(near[at])) for at in first]


def _least(near: NDArray[np.float32], ids: NDArray[np.intp], k: int) -> float:
    """From which similarity on the `k` nearest ids lie, and what is rounded to as much as the last of them."""
    order = np.argsort(-near)
    _, firsts = np.unique(ids[order], return_index=True)
    return float(near[order[np.partition(firsts, k - 1)[k - 1]]]) - _ROUNDED if k < len(firsts) else -np.inf


def _hit(about: tuple[str, LabelKind, str], similarity: float) -> LabelHit:
    entry_id, kind, table = about
    return LabelHit(entry_id, kind, table, round(similarity, _DIGITS))


def _nearest(hits: Sequence[LabelHit], k: int) -> list[LabelHit]:
    """The best hit of each id, the best `k` of those."""
    best: dict[tuple[str, str], LabelHit] = {}
    for hit in sorted(hits, key=lambda h: (-h.similarity, h.id, h.kind)):
        best.setdefault((hit.kind, hit.id), hit)
    return list(best.values())[:k]


def _read_all(collection: Collection) -> _Memory:
    found: list[tuple[str, tuple[str, LabelKind, str], NDArray[np.float32]]] = []
    for at in range(0, collection.count(), _BATCH):
        page: Any = collection.get(limit=_BATCH, offset=at, include=["embeddings", "metadatas"])
        for key, about, vector in zip(page["ids"], page["metadatas"], page["embeddings"], strict=True):
            found.append((key, (about["id"], about["kind"], about["table"]), np.asarray(vector, dtype=np.float32)))
    found.sort(key=lambda one: one[0])
    hits = tuple(hit for _, hit, _ in found)
    rows: dict[LabelKind | None, NDArray[np.intp]] = {None: np.arange(len(hits))}
    kinds: tuple[LabelKind, ...] = ("table", "column")
    for kind in kinds:
        rows[kind] = np.array([i for i, hit in enumerate(hits) if hit[1] == kind], dtype=np.intp)
    numbers: dict[tuple[str, LabelKind], int] = {}
    ids = np.array([numbers.setdefault(hit[:2], len(numbers)) for hit in hits], dtype=np.intp)
    return _Memory(hits, ids, np.stack([vector for _, _, vector in found]), rows)


def _check_folder(folder: Path) -> None:
    """Raise StoreRefused for a folder (or file) of something else."""
    if not folder.exists() or (folder / _FILE).is_file():
        return
    if not folder.is_dir() or any(not inside.name.startswith(".") for inside in folder.iterdir()):
        raise StoreRefused(f"{folder} holds something that is not a label index.", "Name an empty folder.")


def _key(kind: LabelKind, entry_id: str, n: int) -> str:
    return f"{kind}:{entry_id}#{n}"


def _batches(items: Sequence[str], size: int) -> Iterator[list[str]]:
    for at in range(0, len(items), size):
        yield list(items[at : at + size])
