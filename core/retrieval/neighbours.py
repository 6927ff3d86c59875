"""Nearest neighbours of every vector, inside its group and outside, by matrix products of blocks of rows.

Up to `EXACT` vectors every pair is compared. Beyond, those of other groups are sought in an inverted file (Sivic and
Zisserman 2003): √n parts by a few rounds of k-means with a fixed seed, and each row is compared with the parts whose
centres lie nearest: n·√n instead of n·n products.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Ids = NDArray[np.intp]

EXACT = 20_000
_PROBED = 16
_ROUNDS = 3
_BLOCK = 1 << 22
"""Similarities that are held at once."""


def nearest(
    vectors: Vectors, groups: Ids, inside: int, outside: int, tell: Callable[[float], None] = lambda share: None
) -> tuple[Ids, Ids]:
    """(n, inside) and (n, outside): for each row the rows nearest by cosine, nearest first, of its own group and of
    the others; -1 where there are no more. Rows have unit length; ties go to the lower row.
    """
    n = len(vectors)
    near, far = (np.full((n, k), -1, dtype=np.intp) for k in (inside, outside))
    order = np.argsort(groups, kind="stable")
    for own in np.split(order, np.flatnonzero(np.diff(groups[order])) + 1) if inside else ():
        for rows, among in _blocks(own, own):
            similar = vectors[rows] @ vectors[among].T
            similar[rows[:, None] == among[None, :]] = -np.inf
            near[rows] = _best(similar, among, inside)
    done = 0
    for rows, among in _parts(vectors) if n > EXACT else _blocks(np.arange(n), np.arange(n)):
        similar = vectors[rows] @ vectors[among].T
        similar[groups[rows][:, None] == groups[among][None, :]] = -np.inf
        far[rows] = _best(similar, among, outside)
        done += len(rows)
        tell(done / n)
    return near, far


def _best(similar: Vectors, among: Ids, k: int) -> Ids:
    """The `k` greatest of each row as ids, greatest first."""
    out = np.full((len(similar), k), -1, dtype=np.intp)
    width = min(k, similar.shape[1])
    if not width:
        return out
    picked = np.argpartition(-similar, width - 1, axis=1)[:, :width] if width < similar.shape[1] else None
    at = np.broadcast_to(np.arange(similar.shape[1]), similar.shape) if picked is None else np.sort(picked, axis=1)
    values = np.take_along_axis(similar, at, axis=1)
    order = np.argsort(-values, axis=1, kind="stable")[:, :width]
    ids = among[np.take_along_axis(at, order, axis=1)]
    out[:, :width] = np.where(np.isneginf(np.take_along_axis(values, order, axis=1)), -1, ids)
    return out


def _blocks(rows: Ids, among: Ids) -> Iterator[tuple[Ids, Ids]]:
    size = max(16, _BLOCK // max(1, len(among)))
    for at in range(0, len(rows), size):
        yield rows[at : at + size], among


def _parts(vectors: Vectors) -> Iterator[tuple[Ids, Ids]]:
    """Rows that share a part, and the rows of the parts nearest to it."""
    n = len(vectors)
    centres = vectors[np.random.default_rng(7).choice(n, int(np.sqrt(n)), replace=False)]
    for _ in range(_ROUNDS):
        part = np.concatenate([(vectors[i : i + 4096] @ centres.T).argmax(axis=1) for i in range(0, n, 4096)])
        sums = np.zeros_like(centres)
        np.add.at(sums, part, vectors)
        centres = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    members = [np.flatnonzero(part == p) for p in range(len(centres))]
    near = np.argsort(-(centres @ centres.T), axis=1, kind="stable")[:, :_PROBED]
    for p, rows in enumerate(members):
        if len(rows):
            yield from _blocks(rows, np.sort(np.concatenate([members[other] for other in near[p]])))
