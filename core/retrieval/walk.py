"""A walk through the similarity graph: where it was, what it took, and how near all lies to the query."""

from __future__ import annotations

import numpy as np

from core.retrieval.base import Budget, Query, Retrieved, Visit
from core.retrieval.graph import SimilarityGraph

ENOUGH = 8
"""Sentences after which a traversal may stop early (seed 003)."""
LIMIT = "as many sentences as asked for"
NOWHERE = "no chunk left to go to"
SATISFIED = "a sentence taken is nearer than any chunk in reach"


class Walk:
    """One retrieval under way. Sentences are taken once, chunks visited once."""

    def __init__(self, name: str, query: Query, graph: SimilarityGraph, budget: Budget) -> None:
        self.name, self.query, self.graph, self.budget = name, query, graph, budget
        self.to_chunk = graph.chunk_vectors @ query.vector if graph.chunks else np.zeros(0, dtype=np.float32)
        self.to_sentence = graph.sentence_vectors @ query.vector if graph.chunks else np.zeros(0, dtype=np.float32)
        self.allowed = graph.allowed(query.where)
        self.taken: dict[int, None] = {}
        self.visited: dict[int, None] = {}
        self.path: list[Visit] = []

    @property
    def anchor(self) -> int | None:
        """The chunk most similar to the query; None: there is none."""
        if not self.allowed.any():
            return None
        return int(np.where(self.allowed, self.to_chunk, -np.inf).argmax())

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
