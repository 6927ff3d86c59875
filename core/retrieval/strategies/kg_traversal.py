"""From the anchor to the neighbour most similar to where the walk stands, whatever was asked (seed 003, 3)."""

from __future__ import annotations

from core.retrieval.base import Budget, Query, Retrieved
from core.retrieval.graph import SimilarityGraph
from core.retrieval.walk import LIMIT, NOWHERE, Walk


class KgTraversal:
    name = "kg_traversal"

    def retrieve(self, query: Query, graph: SimilarityGraph, budget: Budget) -> Retrieved:
        walk = Walk(self.name, query, graph, budget)
        here = walk.anchor
        if here is None:
            return walk.done(NOWHERE)
        walk.visit(here, "anchor: most similar to the question", float(walk.to_chunk[here]))
        before = float("-inf")
        while not walk.full:
            reach = [c for c in walk.reach(here) if not walk.taken.keys() & set(graph.sentences_of(c))]
            if not reach:
                return walk.done(NOWHERE)
            similar = {c: float(graph.chunk_vectors[here] @ graph.chunk_vectors[c]) for c in reach}
            chunk = max(reach, key=lambda c: (similar[c], -c))
            if similar[chunk] <= before:
                return walk.done("the next chunk is no more similar than the hop before")
            here, before = chunk, similar[chunk]
            walk.visit(here, "neighbour most similar to the chunk before", before)
        return walk.done(LIMIT)
