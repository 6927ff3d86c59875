"""Vectors of a graph's nodes by their neighbourhoods: fast random projection (FastRP; Chen et al., CIKM 2019).

Each node gets sparse random signs; one power of the transition matrix after another mixes those of its neighbours in,
and the powers are added up by weights. Nodes with like surroundings get like vectors. Without the first power's own
signs (seed 002 leaves out the degree's share, β = 0). The same graph and seed give the same vectors.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.model import Join, Table

Vectors = NDArray[np.float32]
DIMENSIONS = 128
WEIGHTS = (1.0, 1.0, 1.0, 0.5)
"""Of the node itself, its neighbours, theirs, …"""
SEED = 7
_SPARSITY = 3.0
"""Of three entries of the projection one is not zero (Achlioptas 2003)."""


def node_vectors(
    nodes: int,
    edges: Sequence[tuple[int, int, float]],
    *,
    dimensions: int = DIMENSIONS,
    weights: Sequence[float] = WEIGHTS,
    seed: int = SEED,
) -> Vectors:
    """(nodes, dimensions), rows of unit length or zero. `edges` are undirected: two nodes and a weight > 0."""
    random = np.random.default_rng(seed)
    drawn = random.random((nodes, dimensions))
    spread = np.sqrt(_SPARSITY)
    low, high = 0.5 / _SPARSITY, 1 - 0.5 / _SPARSITY
    mixed: Vectors = np.where(drawn < low, -spread, np.where(drawn > high, spread, 0.0)).astype(np.float32)
    ends = np.array([(a, b) for a, b, _ in edges] + [(b, a) for a, b, _ in edges], dtype=np.intp).reshape(-1, 2)
    strength = np.array([w for _, _, w in edges] * 2, dtype=np.float32)
    degree = np.bincount(ends[:, 0], strength, nodes).astype(np.float32)
    share = strength / np.maximum(degree[ends[:, 0]], 1e-9)
    total = weights[0] * _unit(mixed)
    for weight in weights[1:]:
        following = np.zeros_like(mixed)
        np.add.at(following, ends[:, 0], mixed[ends[:, 1]] * share[:, None])
        mixed = following
        total = total + weight * _unit(mixed)
    return _unit(total)


def _unit(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    made: Vectors = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0).astype(np.float32)
    return made


class SchemaNodes:
    """Tables and columns with their vectors: `HAS_COLUMN` weighs 1, a join its score; rejected joins do not count."""

    def __init__(self, tables: Sequence[Table], joins: Sequence[Join], seed: int = SEED) -> None:
        self.names = tuple(n for t in tables for n in (t.name, *(c.id for c in t.columns)))
        self.tables = frozenset(t.name for t in tables)
        self._at = {name: n for n, name in enumerate(self.names)}
        edges = [(self._at[t.name], self._at[c.id], 1.0) for t in tables for c in t.columns]
        for j in joins:
            if j.state != "rejected":
                for child, parent in zip(j.child, j.parent, strict=True):
                    ends = (self._at.get(f"{j.child_table}.{child}"), self._at.get(f"{j.parent_table}.{parent}"))
                    if ends[0] is not None and ends[1] is not None:
                        edges.append((ends[0], ends[1], max(j.score, 0.01)))
        self.vectors = node_vectors(len(self.names), edges, seed=seed)

    def nearest(self, name: str, k: int = 5, *, tables: bool | None = None) -> tuple[tuple[str, float], ...]:
        """The `k` nodes nearest to a table (by name) or column (`table.column`) with their cosine, nearest first; only
        tables (True) or columns (False) if wanted. Empty for a name that is not there."""
        at = self._at.get(name)
        if at is None:
            return ()
        near = self.vectors @ self.vectors[at]
        order = (int(i) for i in np.argsort(-near, kind="stable") if i != at)
        fits = (i for i in order if tables is None or (self.names[i] in self.tables) is tables)
        return tuple((self.names[i], round(float(near[i]), 4)) for i, _ in zip(fits, range(k), strict=False))
