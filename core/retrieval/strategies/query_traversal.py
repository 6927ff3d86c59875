"""From the anchor to the neighbour most similar to the query, hop by hop (seed 003, 2)."""

from __future__ import annotations

from core.retrieval.base import Budget, Query, Retrieved
from core.retrieval.graph import SimilarityGraph
from core.retrieval.walk import ENOUGH, LIMIT, NOWHERE, SATISFIED, Walk


class QueryTraversal:
    name = "query_traversal"

    def retrieve(self, query: Query, graph: SimilarityGraph, budget: Budget) -> Retrieved:
        walk = Walk(self.name, query, graph, budget)
        here = walk.anchor
        if here is None:
            return walk.done(NOWHERE)
        walk.visit(here, "anchor: most similar to the question", float(walk.to_chunk[here]))
        while not walk.full:
            reach = walk.reach(here)
            if not reach:
                return walk.done(NOWHERE)
            if len(walk.taken) >= ENOUGH and walk.best_taken > max(walk.to_chunk[c] for c in reach):
                return walk.done(SATISFIED)
            here, score, why = self._next(walk, reach)
            walk.visit(here, why, score)
        return walk.done(LIMIT)

    def _next(self, walk: Walk, reach: tuple[int, ...]) -> tuple[int, float, str]:
        """The node, a chunk or a sentence not yet taken, most similar to the query; of a sentence its chunk."""
        nodes = [(float(walk.to_chunk[c]), c, "neighbour most similar to the question") for c in reach]
        nodes += [
            (float(walk.to_sentence[s]), c, "holds the sentence most similar to the question")
            for c in reach
            for s in walk.graph.sentences_of(c)
            if s not in walk.taken
        ]
        score, chunk, why = max(nodes, key=lambda node: (node[0], -node[1]))
        return chunk, score, why
