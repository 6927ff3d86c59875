"""The similarity graph as a graph store keeps it (`core.graph.models`, PASSAGES): nodes, and edges with their scores.

A chunk's neighbours in the store are those that the traversals walk to, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.graph.changes import Record, Records, sealed
from core.graph.models import PASSAGES
from core.retrieval.chunks import Sentence
from core.retrieval.graph import SimilarityGraph
from core.retrieval.neighbours import Ids, Vectors

LONGEST = 4_000
"""Characters of a text that are stored."""
_BLOCK = 1_024


def records(graph: SimilarityGraph) -> Records:
    """Everything that the graph holds but its vectors."""
    named = [_clean(f"{d.kind}:{d.name}") for d in graph.documents]
    own = [(n, at) for n, d in enumerate(graph.documents) for at in range(len(d.chunks))]
    chunks = [f"{named[n]}#{at}" for n, at in own]
    nodes: dict[str, list[Record]] = {
        "Document": [
            {"id": i, "label": _clean(d.name), "kind": d.kind, "date": day}
            for i, d, day in zip(named, graph.documents, graph.dates, strict=True)
        ],
        "Chunk": [
            _text(chunks[c], named[n], at, graph.sentences[chunk.start], chunk.text)
            for c, ((n, at), chunk) in enumerate(zip(own, graph.chunks, strict=True))
        ],
        "Sentence": [
            _text(f"{i}#{at}", i, at, told, told.text)
            for i, d in zip(named, graph.documents, strict=True)
            for at, told in enumerate(d.sentences)
        ],
        "Theme": [{"id": w, "label": w} for w in dict.fromkeys(_clean(w) for told in graph.themes for w in told)],
    }
    near = [(c, c + 1) for c in range(len(own) - 1) if own[c][0] == own[c + 1][0]]
    edges: dict[str, list[Record]] = {
        "HAS_CHUNK": [{"from": named[n], "to": i, "position": at} for i, (n, at) in zip(chunks, own, strict=True)],
        "HAS_SENTENCE": [
            {"from": chunks[c], "to": f"{named[n]}#{s}", "position": at}
            for c, (n, k) in enumerate(own)
            for at, s in enumerate(range(*_span(graph, n, k)))
        ],
        "HAS_THEME": [
            {"from": i, "to": w, "rank": rank}
            for i, told in zip(named, graph.themes, strict=True)
            for rank, w in enumerate(dict.fromkeys(map(_clean, told)), 1)
        ],
        "NEXT": [{"from": chunks[a], "to": chunks[b]} for a, b in near],
        "NEAR": [
            {"from": chunks[a], "to": chunks[b], "rank": rank, "score": score, "across": across}
            for ids, across in ((graph.inside, False), (graph.across, True))
            for a, b, rank, score in _scored(ids, graph.chunk_vectors)
        ],
        "AKIN": [
            {"from": named[a], "to": named[b], "rank": rank, "score": score}
            for a, b, rank, score in _scored(graph.akin, graph.means)
        ],
    }
    return sealed(PASSAGES, nodes, edges)


def _span(graph: SimilarityGraph, document: int, chunk: int) -> tuple[int, int]:
    found = graph.documents[document].chunks[chunk]
    return found.start, found.stop


def _text(key: str, document: str, position: int, told: Sentence, text: str) -> Record:
    return {
        "id": key,
        "document": document,
        "position": position,
        "place": _clean(told.place),
        "line": told.line,
        "text": _clean(text[:LONGEST]),
    }


def _scored(ids: Ids, vectors: Vectors) -> Iterator[tuple[int, int, int, float]]:
    """(from, to, rank from 1, cosine) of the neighbours that there are."""
    for start in range(0, len(ids), _BLOCK):
        some = ids[start : start + _BLOCK]
        scores: NDArray[np.float32] = np.einsum("nd,nkd->nk", vectors[start : start + len(some)], vectors[some])
        for row, (near, similar) in enumerate(zip(some.tolist(), scores.tolist(), strict=True), start):
            for rank, (to, score) in enumerate(zip(near, similar, strict=True), 1):
                if to >= 0:
                    yield row, to, rank, round(score, 4)


def _clean(text: str) -> str:
    """Without what no database takes: halves of surrogate pairs, and the sign that ends texts."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")
