"""A walk through the similarity graph: where it was, what it took, and how near all lies to the query.

Where there are very many chunks, those near to the query are found in a small world (`core.index.small_world`), and
what lies near is reckoned where it is asked for; else all are compared.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.retrieval.base import Budget, Query, Retrieved, Visit
from core.retrieval.graph import SimilarityGraph
from core.retrieval.neighbours import Vectors

ENOUGH = 8
"""Sentences after which a traversal may stop early (seed 003)."""
LIMIT = "as many sentences as asked for"
NOWHERE = "no chunk left to go to"
SATISFIED = "a sentence taken is nearer than any chunk in reach"


FEW = 0.2
"""The share of the chunks that count up to which all are compared, however many there are."""
_MORE = 1.5
"""How many more than their share says are looked up, where some do not count."""


class Nearness(Protocol):
    """How near a chunk or sentence lies to the query."""

    def __getitem__(self, number: int) -> float: ...


class _Asked:
    """Cosines, each reckoned when it is asked for."""

    def __init__(self, vectors: Vectors, asked: Vectors) -> None:
        self._vectors, self._asked = vectors, asked

    def __getitem__(self, number: int) -> float:
        return float(self._vectors[number] @ self._asked)


class Walk:
    """One retrieval under way. Sentences are taken once, chunks visited once."""

    def __init__(self, name: str, query: Query, graph: SimilarityGraph, budget: Budget) -> None:
        self.name, self.query, self.graph, self.budget = name, query, graph, budget
        self._all: tuple[Vectors, Vectors] | None = None
        self.to_chunk: Nearness = _Asked(graph.chunk_vectors, query.vector)
        self.to_sentence: Nearness = _Asked(graph.sentence_vectors, query.vector)
        if graph.chunks and graph.world is None:
            self._all = graph.chunk_vectors @ query.vector, graph.sentence_vectors @ query.vector
            self.to_chunk, self.to_sentence = self._all
        self.allowed = graph.allowed(query.where)
        self.taken: dict[int, None] = {}
        self.visited: dict[int, None] = {}
        self.path: list[Visit] = []

    @property
    def anchor(self) -> int | None:
        """The chunk most similar to the query; None: there is none."""
        return next(iter(self.near_chunks(1)), None)

    def near_chunks(self, most: int) -> list[int]:
        """The chunks most similar to the query, most similar first."""
        if self._all is not None:
            return _first(self._all[0], self.allowed, most)
        share = float(self.allowed.mean()) if self.graph.chunks else 0.0
        if self.graph.world is not None and share > FEW:
            near = self.graph.world.search(self.query.vector, most if share == 1.0 else int(_MORE * most / share))
            kept = near[self.allowed[near]][:most]
            if len(kept) == most:
                return [int(c) for c in kept]
        return _first(self.graph.chunk_vectors @ self.query.vector, self.allowed, most) if share else []

    def near_sentences(self, most: int) -> list[int]:
        """The sentences most similar to the query; of very many those that the chunks most similar to it hold."""
        if self._all is not None:
            return _first(self._all[1], self.graph.allowed_sentences(self.query.where), most)
        inside = {s for c in self.near_chunks(2 * most) for s in self.graph.sentences_of(c)}
        return sorted(inside, key=lambda s: (-self.to_sentence[s], s))[:most]

    def holder(self, sentence: int) -> int:
        """Of the chunks that hold a sentence the one most similar to the query."""
        starts, stops = self.graph.spans
        first, last = np.searchsorted(stops, sentence, side="right"), np.searchsorted(starts, sentence, side="right")
        return min(range(int(first), int(last)), key=lambda c: (-self.to_chunk[c], c))

    @property
    def full(self) -> bool:
        return len(self.taken) >= self.budget.sentences

    @property
    def best_taken(self) -> float:
        """The similarity to the query of the sentence taken that is nearest to it."""
        return max((float(self.to_sentence[s]) for s in self.taken), default=-1.0)

    def visit(self, chunk: int, why: str, score: float) -> None:
        """Go to a chunk and take its sentences, as many as the budget still allows."""
        room = self.budget.sentences - len(self.taken)
        new = [s for s in self.graph.sentences_of(chunk) if s not in self.taken][:room]
        self.visited[chunk] = None
        self.taken.update(dict.fromkeys(new))
        self.path.append(Visit(chunk, self.graph.name_of(chunk), why, round(score, 4), tuple(new)))

    def take(self, sentence: int, chunk: int, why: str, score: float) -> None:
        """Take one sentence, as a child of the chunk that holds it."""
        self.taken[sentence] = None
        self.visited[chunk] = None
        self.path.append(Visit(chunk, self.graph.name_of(chunk), why, round(score, 4), (sentence,)))

    def reach(self, chunk: int) -> tuple[int, ...]:
        """The neighbours not yet visited; with none left those of the chunks visited before."""
        found = self._unvisited(chunk)
        if not found:
            found = tuple(dict.fromkeys(c for v in self.visited for c in self._unvisited(v)))
        return found

    def _unvisited(self, chunk: int) -> tuple[int, ...]:
        return tuple(c for c in self.graph.neighbours(chunk) if c not in self.visited and self.allowed[c])

    def done(self, stopped: str, *notes: str) -> Retrieved:
        ids = tuple(self.taken)
        told = tuple(self.graph.sentences[i] for i in ids)
        return Retrieved(self.name, ids, told, tuple(self.path), stopped, notes)


def _first(similar: Vectors, allowed: NDArray[np.bool_], most: int) -> list[int]:
    order = np.argsort(-similar, kind="stable")
    return [int(c) for c in order[allowed[order]][:most]]
