"""Vectors by hand, for graphs whose walks can be reckoned on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.documents.match import Found
from core.retrieval.base import Query
from core.retrieval.graph import SimilarityGraph, Where
from core.retrieval.kept import graph_of


class Counts:
    """An embedder that counts some words, and remembers what it was given."""

    def __init__(self, *vocabulary: str) -> None:
        self.vocabulary, self.name, self.dimensions = vocabulary, "counts-1", len(vocabulary) + 1
        self.given: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.given += texts
        rows = [[0.1, *(float(t.casefold().count(w)) for w in self.vocabulary)] for t in texts]
        out = np.array(rows, dtype=np.float32).reshape(len(texts), self.dimensions)
        return (out / np.linalg.norm(out, axis=1, keepdims=True)).astype(np.float32)


def graph(embedder: Counts, documents: Mapping[str, Sequence[str]]) -> SimilarityGraph:
    """A document of one-sentence sections for each name, so that each sentence is a chunk of its own."""
    found = {
        name: [Found(name, f"part {n}", t, line=n) for n, t in enumerate(told, 1)] for name, told in documents.items()
    }
    return graph_of(dict(found), embedder)


def query(embedder: Counts, text: str, where: Where | None = None) -> Query:
    return Query(text, embedder.embed([text])[0], where or Where())
