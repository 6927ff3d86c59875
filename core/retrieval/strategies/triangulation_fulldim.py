"""By the centroid of query, chunk and candidate in all dimensions, the nearer to the query the better (seed 003, 6)."""

from __future__ import annotations

import numpy as np

from core.retrieval.base import Budget, Query, Retrieved
from core.retrieval.graph import SimilarityGraph
from core.retrieval.strategies.triangulation import triangulated
from core.retrieval.walk import Walk


class TriangulationFulldim:
    name = "triangulation_fulldim"

    def retrieve(self, query: Query, graph: SimilarityGraph, budget: Budget) -> Retrieved:
        walk = Walk(self.name, query, graph, budget)
        asked, chunks, told = query.vector, graph.chunk_vectors, graph.sentence_vectors

        def of_chunk(here: int, c: int) -> float:
            return -float(np.linalg.norm((asked + chunks[here] + chunks[c]) / 3 - asked))

        def of_sentence(here: int, s: int) -> float:
            return -float(np.linalg.norm((asked + chunks[here] + told[s]) / 3 - asked))

        return triangulated(walk, of_chunk, of_sentence, "triangle's centroid nearest to the question")
