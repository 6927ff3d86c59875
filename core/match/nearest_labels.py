"""Columns whose labels mean the same, by nearest neighbours of their embeddings (Arfaoui, 7.2.4, the first step)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.match.candidates import Pairs
from core.match.pool import Pool
from core.text.words import words

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Texts to unit vectors, one row each."""

NEAR = 0.6
"""The least cosine of two labels that are candidates."""
NEAREST = 8
"""How many parents each column keeps."""
_BLOCK = 512


def nearest(pool: Pool, embed: Embed, near: float = NEAR) -> Pairs:
    """Pairs (child, key-like parent) of two tables whose labels lie so close, the `NEAREST` of each child."""
    keys = np.array(pool.keys, dtype=np.int64)
    if not len(keys):
        return set()
    texts = [" ".join(words(c.plain_label)) or c.label for c in pool.columns]
    distinct = {text: n for n, text in enumerate(dict.fromkeys(texts))}
    vectors = embed(list(distinct))[[distinct[t] for t in texts]]
    found: Pairs = set()
    for start in range(0, len(texts), _BLOCK):
        close = vectors[start : start + _BLOCK] @ vectors[keys].T
        most = min(len(keys), 2 * NEAREST)
        best = np.argpartition(-close, most - 1, axis=1)[:, :most]
        for row, places in enumerate(best):
            a = start + row
            ranked = sorted((-float(close[row, p]), int(keys[p])) for p in places)
            other = [b for s, b in ranked if -s >= near and pool.columns[b].table != pool.columns[a].table]
            found |= {(a, b) for b in other[:NEAREST]}
    return found
