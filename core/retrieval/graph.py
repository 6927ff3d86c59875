"""The similarity graph (seed 003): windows of sentences as chunks, joined to those most like them.

A chunk has edges to the `TOP_K` chunks nearest to it in its own document and to the `TOP_X` nearest in others; a
sentence is the child of the chunks that hold it; all inherit their document's themes, and documents are joined to the
`TOP_T` whose themes are nearest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.index.small_world import SmallWorld
from core.retrieval.chunks import Chunk, Chunked, Kind, Sentence
from core.retrieval.dated import date_of
from core.retrieval.lexical import Lexical
from core.retrieval.neighbours import EXACT, Ids, Vectors, nearest
from core.retrieval.themes import themes

TOP_K, TOP_X, TOP_T = 5, 5, 3


@dataclass(frozen=True, slots=True)
class Embedded:
    """A document with its vectors, rows of unit length: (chunks, d) and (sentences, d)."""

    document: Chunked
    chunks: Vectors
    sentences: Vectors


@dataclass(frozen=True, slots=True)
class Where:
    """Which documents count; an empty one leaves all."""

    documents: frozenset[str] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    dates: frozenset[str] = frozenset()
    """Beginnings of ISO dates, one of which a document's own date must have: `2023-03` leaves those of March."""

    @staticmethod
    def of(documents: Collection[str] = (), kinds: Collection[Kind] = (), dates: Collection[str] = ()) -> Where:
        return Where(frozenset(documents), frozenset(kinds), frozenset(dates))


@dataclass(frozen=True)
class SimilarityGraph:
    """The graph as arrays; chunks and sentences are numbered through all documents."""

    documents: tuple[Chunked, ...]
    chunks: tuple[Chunk, ...]
    """`start` and `stop` count the graph's sentences."""
    sentences: tuple[Sentence, ...]
    home: Ids
    """(chunks,): the number of each chunk's document."""
    chunk_vectors: Vectors
    sentence_vectors: Vectors
    inside: Ids
    """(chunks, TOP_K): neighbours in the same document, nearest first; -1: none."""
    across: Ids
    """(chunks, TOP_X): neighbours in other documents."""
    themes: tuple[tuple[str, ...], ...]
    _flat: dict[str, NDArray[np.float32]] = field(default_factory=dict, repr=False, compare=False)

    def neighbours(self, chunk: int) -> tuple[int, ...]:
        """The chunks that a chunk is joined to, those of its document first."""
        found = (*self.inside[chunk].tolist(), *self.across[chunk].tolist())
        return tuple(dict.fromkeys(c for c in found if c >= 0))

    def sentences_of(self, chunk: int) -> range:
        return range(self.chunks[chunk].start, self.chunks[chunk].stop)

    def name_of(self, chunk: int) -> str:
        """Its document's name."""
        return self.documents[int(self.home[chunk])].name

    def allowed(self, where: Where) -> NDArray[np.bool_]:
        """(chunks,): which chunks count."""
        return self._fits(where)[self.home]

    def allowed_sentences(self, where: Where) -> NDArray[np.bool_]:
        """(sentences,): which sentences count."""
        return self._fits(where)[self.told_in]

    def _fits(self, where: Where) -> NDArray[np.bool_]:
        """(documents,)"""
        fits = [
            (not where.documents or d.name in where.documents)
            and (not where.kinds or d.kind in where.kinds)
            and (not where.dates or (bool(day) and day.startswith(tuple(where.dates))))
            for d, day in zip(self.documents, self.dates, strict=True)
        ]
        return np.array(fits, dtype=np.bool_)

    @cached_property
    def spans(self) -> tuple[Ids, Ids]:
        """(chunks,) and (chunks,): where the sentences of each chunk begin and end; both never go back."""
        starts = np.array([c.start for c in self.chunks], dtype=np.intp)
        return starts, np.array([c.stop for c in self.chunks], dtype=np.intp)

    @cached_property
    def told_in(self) -> Ids:
        """(sentences,): the number of each sentence's document."""
        return np.repeat(np.arange(len(self.documents)), [len(d.sentences) for d in self.documents]).astype(np.intp)

    @cached_property
    def world(self) -> SmallWorld | None:
        """What finds the chunks nearest to a question where there are very many; None: all are compared."""
        if len(self.chunks) <= EXACT:
            return None
        near = np.concatenate([self.inside, self.across], axis=1)
        return SmallWorld.of(self.chunk_vectors, near, lambda rows, k: nearest(rows, np.arange(len(rows)), 0, k)[1])

    @cached_property
    def dates(self) -> tuple[str, ...]:
        """(documents,): when each is of, by its name or title, as far as they tell; "": they do not."""
        return tuple(date_of(d.name, d.sentences[0].place) if d.kind == "passage" else "" for d in self.documents)

    @cached_property
    def chunk_words(self) -> Lexical:
        return Lexical([c.text for c in self.chunks])

    @cached_property
    def sentence_words(self) -> Lexical:
        return Lexical([s.text for s in self.sentences])

    @cached_property
    def means(self) -> Vectors:
        """(documents, d): the mean of each document's chunks, of unit length."""
        means = np.zeros((len(self.documents), self.chunk_vectors.shape[1]), dtype=np.float32)
        np.add.at(means, self.home, self.chunk_vectors)
        means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
        return means

    @cached_property
    def akin(self) -> Ids:
        """(documents, TOP_T): documents whose themes, the mean of their chunks, lie nearest; -1: none."""
        return nearest(self.means, np.arange(len(self.documents)), 0, TOP_T)[1]

    def flat(self, query: NDArray[np.float32]) -> tuple[Vectors, Vectors]:
        """The chunks and a query in three dimensions: by the chunks' first principal components."""
        if "mean" not in self._flat:
            mean = self.chunk_vectors.mean(axis=0)
            centred = (self.chunk_vectors - mean).astype(np.float64)
            _, axes = np.linalg.eigh(centred.T @ centred)
            self._flat["axes"] = axes[:, ::-1][:, :3].astype(np.float32)
            self._flat["chunks"] = (self.chunk_vectors - mean) @ self._flat["axes"]
            self._flat["sentences"] = (self.sentence_vectors - mean) @ self._flat["axes"]
            self._flat["mean"] = mean
        return self._flat["chunks"], ((query - self._flat["mean"]) @ self._flat["axes"]).astype(np.float32)

    @property
    def flat_sentences(self) -> Vectors:
        """The sentences in three dimensions, once `flat` was asked for."""
        return self._flat["sentences"]


def built(parts: Sequence[Embedded], tell: Callable[[float], None] = lambda share: None) -> SimilarityGraph:
    """The graph of these documents; the order of the parts is that of its numbers."""
    kept = [p for p in parts if p.document.chunks]
    chunks: list[Chunk] = []
    told: list[Sentence] = []
    for p in kept:
        first = len(told)
        chunks += [Chunk(c.start + first, c.stop + first, c.text) for c in p.document.chunks]
        told += p.document.sentences
    home = np.repeat(np.arange(len(kept)), [len(p.document.chunks) for p in kept]).astype(np.intp)
    vectors = np.concatenate([p.chunks for p in kept]) if kept else np.zeros((0, 1), dtype=np.float32)
    inside, across = nearest(vectors, home, TOP_K, TOP_X, tell)
    return SimilarityGraph(
        tuple(p.document for p in kept),
        tuple(chunks),
        tuple(told),
        home,
        vectors,
        np.concatenate([p.sentences for p in kept]) if kept else np.zeros((0, 1), dtype=np.float32),
        inside,
        across,
        themes([p.document for p in kept]),
    )
