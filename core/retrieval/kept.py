"""The similarity graph of a workspace's documents and tables, its vectors kept in `retrieval.sqlite`.

What is kept are the vectors, document by document; a document whose text did not change is not embedded again. The
edges are made of them when the graph is opened: exact ones cost a matrix product, well under a second for thousands of
chunks, and an edge that is not stored cannot contradict the documents.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import numpy as np

from core.documents.match import Found
from core.documents.store import Documents
from core.errors import WorkspaceDamaged
from core.index.base import Embedder
from core.model import Table
from core.retrieval.base import Budget, Query, Retrieved, Strategy
from core.retrieval.cards import card
from core.retrieval.chunks import Chunked, chunked
from core.retrieval.graph import Embedded, SimilarityGraph, Where, built
from core.retrieval.neighbours import Vectors
from core.storage.sqlite_files import refuse_own_code

_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
    digest TEXT PRIMARY KEY, chunks BLOB NOT NULL, sentences BLOB NOT NULL
);
"""
_BATCH = 64
MOST_CARDS = 2_000
"""Cards of tables and columns in the graph; a workspace with more has those of its first tables."""


class Retrieval:
    """The graph, brought in step with the documents whenever it is asked for. Threads may share it."""

    def __init__(
        self,
        path: Path,
        documents: Documents,
        tables: Callable[[], Sequence[Table]],
        embedder: Callable[[], Embedder],
        *,
        read_only: bool = False,
    ) -> None:
        self._path, self._documents, self._tables, self._embedder = path, documents, tables, embedder
        self._read_only = read_only
        self._lock = threading.Lock()
        self._known: tuple[object, SimilarityGraph] | None = None

    def graph(self, tell: Callable[[str, float], None] = lambda what, share: None) -> SimilarityGraph:
        """The graph as the documents are now; `tell` gets what is read and the share done. Raises StoreError."""
        passages = {name: self._documents.passages(name) for name, _ in self._documents.names()}
        tables = tuple(self._tables()) if passages else ()
        embedder = self._embedder()
        state = (tuple(passages.items()), tuple((t.name, t.label, t.description) for t in tables), embedder.name)
        with self._lock:
            if self._known is None or self._known[0] != state:
                parts = [chunked(name, found) for name, found in passages.items()] + list(_cards(tables))
                self._known = (state, built(self._embedded(parts, embedder, tell)))
            return self._known[1]

    def query(self, question: str, where: Where) -> Query:
        """The question as a query. Raises StoreError."""
        return Query(question, self._embedder().embed([question])[0], where)

    def retrieve(
        self, question: str, strategy: Strategy, budget: Budget | None = None, where: Where | None = None
    ) -> Retrieved:
        """What a strategy finds for a question. Raises StoreError."""
        return strategy.retrieve(self.query(question, where or Where()), self.graph(), budget or Budget())

    def _embedded(
        self, parts: Sequence[Chunked], embedder: Embedder, tell: Callable[[str, float], None]
    ) -> list[Embedded]:
        digests = [_digest(part, embedder.name) for part in parts]
        kept = self._read(embedder.dimensions)
        made: dict[str, Embedded] = {}
        for n, (part, digest) in enumerate(zip(parts, digests, strict=True)):
            if digest in kept:
                made[digest] = Embedded(part, *kept[digest])
            else:
                tell(part.name, n / len(parts))
                made[digest] = embedded(part, embedder)
        if made.keys() != kept.keys() and not self._read_only:
            with suppress(sqlite3.Error, OSError, WorkspaceDamaged):  # a full disk: they are made again the next time
                self._write(made, kept.keys() - made.keys())
        return [Embedded(part, made[d].chunks, made[d].sentences) for part, d in zip(parts, digests, strict=True)]

    def _read(self, dimensions: int) -> dict[str, tuple[Vectors, Vectors]]:
        """The vectors that are kept, by digest; none where the file does not serve."""
        if not self._path.is_file():
            return {}
        try:
            with closing(sqlite3.connect(f"{self._path.resolve().as_uri()}?mode=ro", uri=True)) as db:
                refuse_own_code(db, self._path)
                rows = db.execute("SELECT digest, chunks, sentences FROM vectors").fetchall()
        except (sqlite3.Error, WorkspaceDamaged):
            return {}
        return {
            str(digest): (_vectors(chunks, dimensions), _vectors(told, dimensions))
            for digest, chunks, told in rows
            if isinstance(chunks, bytes) and isinstance(told, bytes)
            if len(chunks) % (4 * dimensions) == 0 == len(told) % (4 * dimensions)
        }

    def _write(self, made: dict[str, Embedded], gone: set[str]) -> None:
        with closing(sqlite3.connect(self._path, timeout=10)) as db, db:
            refuse_own_code(db, self._path)
            db.executescript(_SCHEMA)
            db.executemany("DELETE FROM vectors WHERE digest = ?", [(d,) for d in gone])
            db.executemany(
                "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)",
                [(d, e.chunks.tobytes(), e.sentences.tobytes()) for d, e in made.items()],
            )


def _cards(tables: Sequence[Table]) -> Iterator[Chunked]:
    left = MOST_CARDS
    for table in tables:
        left -= len(table.columns) + 1
        if left < 0:
            return
        yield card(table)


def embedded(part: Chunked, embedder: Embedder) -> Embedded:
    """The document with the vectors of its chunks and sentences."""
    texts = [*(c.text for c in part.chunks), *(s.text for s in part.sentences)]
    vectors = np.zeros((len(texts), embedder.dimensions), dtype=np.float32)
    for at in range(0, len(texts), _BATCH):
        vectors[at : at + _BATCH] = embedder.embed(texts[at : at + _BATCH])
    return Embedded(part, vectors[: len(part.chunks)], vectors[len(part.chunks) :])


def graph_of(documents: dict[str, Sequence[Found]], embedder: Embedder) -> SimilarityGraph:
    """The graph of some documents, kept nowhere."""
    return built([embedded(chunked(name, found), embedder) for name, found in documents.items()])


def _digest(part: Chunked, embedder: str) -> str:
    said = repr((embedder, part.kind, [c.text for c in part.chunks], [s.text for s in part.sentences]))
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _vectors(raw: bytes, dimensions: int) -> Vectors:
    return np.frombuffer(raw, dtype=np.float32).reshape(-1, dimensions)
