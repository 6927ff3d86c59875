"""The chunks most similar to the query, one after the other, without a traversal (seed 003, 1): the control."""

from __future__ import annotations

from core.retrieval.base import Budget, Query, Retrieved
from core.retrieval.graph import SimilarityGraph
from core.retrieval.walk import LIMIT, NOWHERE, Walk

_DEPTH = 100
"""Chunks that are looked at; those of one place hold the same sentences."""
ENOUGH = 5
"""Sentences after which one that beats the next chunk ends it."""


class BasicRetrieval:
    name = "basic_retrieval"

    def retrieve(self, query: Query, graph: SimilarityGraph, budget: Budget) -> Retrieved:
        walk = Walk(self.name, query, graph, budget)
        for chunk in walk.near_chunks(_DEPTH):
            if walk.full:
                return walk.done(LIMIT)
            if len(walk.taken) >= ENOUGH and walk.best_taken > walk.to_chunk[chunk]:
                return walk.done("a sentence taken is nearer than the next chunk")
            walk.visit(chunk, "most similar to the question", float(walk.to_chunk[chunk]))
        return walk.done(NOWHERE)
