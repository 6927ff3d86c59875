"""By the mean of the three similarities of query, chunk and candidate (seed 003, 4)."""

from __future__ import annotations

from core.retrieval.base import Budget, Query, Retrieved
from core.retrieval.graph import SimilarityGraph
from core.retrieval.strategies.triangulation import triangulated
from core.retrieval.walk import Walk


class TriangulationAverage:
    name = "triangulation_average"

    def retrieve(self, query: Query, graph: SimilarityGraph, budget: Budget) -> Retrieved:
        walk = Walk(self.name, query, graph, budget)
        chunks, told = graph.chunk_vectors, graph.sentence_vectors

        def of_chunk(here: int, c: int) -> float:
            return float(walk.to_chunk[here] + walk.to_chunk[c] + chunks[here] @ chunks[c]) / 3

        def of_sentence(here: int, s: int) -> float:
            return float(walk.to_chunk[here] + walk.to_sentence[s] + chunks[here] @ told[s]) / 3

        return triangulated(walk, of_chunk, of_sentence, "best mean similarity of the triangle")
