"""Words and meaning together, without a traversal (seed 001): sentences by BM25 and cosine, theirs and their chunks',
fused by reciprocal rank; optionally ordered anew by a re-ranker."""

from __future__ import annotations

from core.retrieval.base import Budget, Query, Retrieved
from core.retrieval.fusion import Reranker, fused, reranked
from core.retrieval.graph import SimilarityGraph
from core.retrieval.walk import LIMIT, NOWHERE, Walk

_DEPTH = 50
"""How deep each ranking goes."""


class HybridRetrieval:
    name = "hybrid_retrieval"

    def __init__(self, reranker: Reranker | None = None) -> None:
        self._reranker = reranker

    def retrieve(self, query: Query, graph: SimilarityGraph, budget: Budget) -> Retrieved:
        walk = Walk(self.name, query, graph, budget)
        if walk.anchor is None:
            return walk.done(NOWHERE)
        scores = self._scores(walk)
        first = list(scores)[: 3 * budget.sentences]
        texts = [graph.sentences[s].text for s in first]
        for s in reranked(query.text, texts, first, self._reranker):
            if walk.full:
                return walk.done(LIMIT)
            walk.take(s, walk.holder(s), "ranked by words and meaning together", scores[s])
        return walk.done(NOWHERE)

    def _scores(self, walk: Walk) -> dict[int, float]:
        """The fused score of each sentence that any ranking holds, best first."""
        graph, text = walk.graph, walk.query.text
        worded = [c for c in graph.chunk_words.rank(text, 4 * _DEPTH) if walk.allowed[c]]
        around: dict[int, None] = {}
        for chunk in fused((worded[:_DEPTH], walk.near_chunks(_DEPTH))):
            inside = sorted(graph.sentences_of(chunk), key=lambda s: (-float(walk.to_sentence[s]), s))
            around.update(dict.fromkeys(inside))
        counted = graph.allowed_sentences(walk.query.where)
        sparse = [s for s in graph.sentence_words.rank(text, 4 * _DEPTH) if counted[s]]
        return fused((walk.near_sentences(_DEPTH), sparse[:_DEPTH], list(around)[:_DEPTH]))
