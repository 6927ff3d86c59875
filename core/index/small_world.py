"""Nearest vectors among very many: a hierarchical navigable small world (HNSW; Malkov and Yashunin, arXiv 1603.09320)
over vectors of eight bits, with over-fetching and exact scores at the end.

The lowest layer are edges between near vectors that the caller knows (those of the similarity graph, say) and the same
turned round; each layer above holds a quarter of the one below, seeded. A search goes down from the few vectors at
the top, and keeps the `WIDTH` best of each layer to go on from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Ids = NDArray[np.intp]
Nearest = Callable[[Vectors, int], Ids]
"""(n, k) ids of the `k` nearest rows of each row, -1 where there are no more."""

DEGREE = 32
"""Edges of a vector in the lowest layer, at most; above it half of them."""
SHARE, TOP = 4, 64
WIDTH = 128
"""… and in the lowest layer so many more than are asked for, which are all scored exactly in the end."""
_AT_ONCE = 16
"""Of the best not yet gone on from, so many are in one step."""


@dataclass(frozen=True)
class SmallWorld:
    """`layers`: from the lowest up, ids (None: all of them) and their edges, by place in the layer."""

    vectors: Vectors
    small: NDArray[np.int8]
    layers: tuple[tuple[Ids | None, NDArray[np.int32]], ...]

    @staticmethod
    def of(vectors: Vectors, near: Ids, nearest: Nearest) -> SmallWorld:
        """Over rows of unit length; `near` are neighbours of each, -1 for none."""
        scale = 127 / max(float(np.abs(vectors).max(initial=0.0)), 1e-9)
        small = np.round(vectors * scale).astype(np.int8)
        layers: list[tuple[Ids | None, NDArray[np.int32]]] = [(None, _both_ways(near, DEGREE))]
        ids: Ids = np.random.default_rng(11).permutation(len(vectors)).astype(np.intp)
        while len(ids) > TOP:
            ids = ids[: max(1, len(ids) // SHARE)]
            layers.append((ids, _both_ways(nearest(vectors[ids], DEGREE // 4), DEGREE // 2)))
        return SmallWorld(vectors, small, tuple(layers))

    @property
    def size(self) -> int:
        """Bytes, without the vectors that exact scores are made of."""
        return self.small.nbytes + sum(edges.nbytes + (0 if ids is None else ids.nbytes) for ids, edges in self.layers)

    def search(self, asked: Vectors, k: int) -> Ids:
        """The ids of the `k` nearest to a vector (d,), nearest first."""
        if not len(self.vectors):
            return np.zeros(0, dtype=np.intp)
        found: Ids | None = None
        for ids, edges in self.layers[:0:-1]:
            assert ids is not None
            start = np.arange(len(ids)) if found is None else np.flatnonzero(np.isin(ids, found))
            found = ids[self._beam(asked, ids, edges, start, WIDTH)]
        start = np.arange(len(self.vectors)) if found is None else found
        some = self._beam(asked, None, self.layers[0][1], start, WIDTH + k)
        return some[np.lexsort((some, -(self.vectors[some] @ asked)))][:k]

    def _beam(self, asked: Vectors, ids: Ids | None, edges: NDArray[np.int32], start: Ids, width: int) -> Ids:
        """The `width` best places of a layer that can be reached from `start`, best first."""
        seen = np.zeros(len(edges), dtype=np.bool_)
        seen[start] = True
        best, scores = start, self._scores(asked, ids, start)
        open_ = np.ones(len(best), dtype=np.bool_)
        while True:
            order = np.argsort(-scores, kind="stable")[:width]
            best, scores, open_ = best[order], scores[order], open_[order]
            now = np.flatnonzero(open_)[:_AT_ONCE]
            if not len(now):
                return best
            open_[now] = False
            reached = edges[best[now]].ravel()
            new = np.unique(reached[reached >= 0]).astype(np.intp)
            new = new[~seen[new]]
            seen[new] = True
            best = np.concatenate([best, new])
            scores = np.concatenate([scores, self._scores(asked, ids, new)])
            open_ = np.concatenate([open_, np.ones(len(new), dtype=np.bool_)])

    def _scores(self, asked: Vectors, ids: Ids | None, places: Ids) -> Vectors:
        rows = places if ids is None else ids[places]
        return np.asarray(self.small[rows].astype(np.float32) @ asked, dtype=np.float32)


def _both_ways(near: Ids, most: int) -> NDArray[np.int32]:
    """The edges and the same turned round, each once, those first that were there; -1 fills up."""
    n, k = near.shape
    starts, ends = np.repeat(np.arange(n), k), near.ravel()
    rank = np.tile(np.arange(k), n)
    there = ends >= 0
    a = np.concatenate([starts[there], ends[there]])
    b = np.concatenate([ends[there], starts[there]])
    order = np.lexsort((np.concatenate([rank[there], rank[there] + k]), a))
    a, b = a[order], b[order]
    _, first = np.unique(a * n + b, return_index=True)
    first.sort()
    a, b = a[first], b[first]
    place = np.arange(len(a)) - np.searchsorted(a, a, side="left")
    out = np.full((n, most), -1, dtype=np.int32)
    kept = place < most
    out[a[kept], place[kept]] = b[kept]
    return out
