"""Ways of finding the vectors nearest to a question among very many: `python -m tests.benchmarks.vector_search 50000`.

Compared are every vector with the question (float32), int8 vectors with over-fetching and exact re-scoring, an inverted
file, HNSW (Chroma's), and HNSW of int8 vectors with over-fetching and exact re-scoring (ours, over ten neighbours that
are known), on vectors of unit length in clumps, seeded: recall of the twelve nearest to a point near one of them
(`--noise`: how far from it), milliseconds a question, bytes beside the vectors themselves.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.index.small_world import SmallWorld
from core.retrieval.neighbours import nearest

DIMENSIONS, NEAREST, OVER, QUESTIONS = 384, 12, 4, 100
_BLOCK = 4_096
Vectors = NDArray[np.float32]
Search = Callable[[Vectors], NDArray[np.intp]]


def clumped(n: int, seed: int = 7) -> Vectors:
    """(n, d) rows of unit length in clumps of about forty."""
    draw = np.random.default_rng(seed)
    centres = draw.standard_normal((max(1, n // 40), DIMENSIONS), dtype=np.float32)
    made = centres[draw.integers(len(centres), size=n)] + 0.8 * draw.standard_normal((n, DIMENSIONS), dtype=np.float32)
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), dtype=np.float32)


def best(similar: NDArray[np.float32], k: int) -> NDArray[np.intp]:
    """The places of the `k` greatest, greatest first."""
    some = np.argpartition(-similar, k)[:k]
    return some[np.argsort(-similar[some], kind="stable")]


def quantised(vectors: Vectors) -> Search:
    """int8 by a common scale; 48 are fetched and scored anew exactly."""
    small = np.round(vectors * (127 / np.abs(vectors).max())).astype(np.int8)

    def search(asked: Vectors) -> NDArray[np.intp]:
        similar = np.empty(len(small), dtype=np.float32)
        for start in range(0, len(small), _BLOCK):
            similar[start : start + _BLOCK] = small[start : start + _BLOCK].astype(np.float32) @ asked
        some = best(similar, OVER * NEAREST)
        return some[best(vectors[some] @ asked, NEAREST)]

    return search


def hnsw(vectors: Vectors, folder: Path) -> Search:
    """Chroma's index with its default degree."""
    import chromadb

    client = chromadb.PersistentClient(str(folder), settings=chromadb.Settings(anonymized_telemetry=False))
    kept = client.create_collection("vectors", configuration={"hnsw": {"space": "ip"}}, embedding_function=None)
    for start in range(0, len(vectors), 5_000):
        part = vectors[start : start + 5_000]
        kept.add([str(n) for n in range(start, start + len(part))], embeddings=part)

    def search(asked: Vectors) -> NDArray[np.intp]:
        found = kept.query(query_embeddings=asked[None, :], n_results=NEAREST, include=[])
        return np.array([int(i) for i in found["ids"][0]], dtype=np.intp)

    return search


def inverted(vectors: Vectors) -> Search:
    """√n parts by three rounds of k-means; the sixteen parts nearest are compared, as for edges (`neighbours.py`)."""
    n = len(vectors)
    centres = vectors[np.random.default_rng(7).choice(n, int(np.sqrt(n)), replace=False)]
    for _ in range(3):
        part = np.concatenate([(vectors[i : i + _BLOCK] @ centres.T).argmax(axis=1) for i in range(0, n, _BLOCK)])
        sums = np.zeros_like(centres)
        np.add.at(sums, part, vectors)
        centres = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    members = [np.flatnonzero(part == p) for p in range(len(centres))]

    def search(asked: Vectors) -> NDArray[np.intp]:
        some = np.concatenate([members[p] for p in best(centres @ asked, 16)])
        return some[best(vectors[some] @ asked, NEAREST)]

    return search


def others(vectors: Vectors, k: int) -> NDArray[np.intp]:
    """The `k` nearest of each."""
    return nearest(vectors, np.arange(len(vectors)), 0, k)[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vectors", type=int)
    parser.add_argument("--noise", type=float, default=0.03)
    given = parser.parse_args()
    n = given.vectors
    vectors, draw = clumped(n), np.random.default_rng(8)
    asked = vectors[draw.integers(n, size=QUESTIONS)] + given.noise * draw.standard_normal((QUESTIONS, DIMENSIONS))
    questions = np.asarray(asked / np.linalg.norm(asked, axis=1, keepdims=True), dtype=np.float32)
    right = [set(best(vectors @ q, NEAREST).tolist()) for q in questions]
    began = time.perf_counter()
    near = others(vectors, 10)
    print(f"ten neighbours of each in {time.perf_counter() - began:.1f} s")  # noqa: T201
    worlds: list[SmallWorld] = []

    def world() -> Search:
        worlds.append(SmallWorld.of(vectors, near, others))
        return lambda q: worlds[0].search(q, NEAREST)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ways: dict[str, tuple[Callable[[], Search], float]] = {
            "exact": (lambda: lambda q: best(vectors @ q, NEAREST), 4.0),
            "int8": (lambda: quantised(vectors), 1.0),
            "inverted": (lambda: inverted(vectors), 4.0),
            "hnsw int8": (world, 0.0),
            "hnsw": (lambda: hnsw(vectors, Path(folder)), 0.0),
        }
        for name, (make, width) in ways.items():
            began = time.perf_counter()
            search = make()
            built = time.perf_counter() - began
            began = time.perf_counter()
            found = [search(q) for q in questions]
            ms = (time.perf_counter() - began) * 1000 / QUESTIONS
            recall = sum(len(r & set(f.tolist())) for r, f in zip(right, found, strict=True)) / (NEAREST * QUESTIONS)
            on_disk = sum(p.stat().st_size for p in Path(folder).rglob("*") if p.is_file())
            size = width * n * DIMENSIONS or on_disk or worlds[0].size
            print(f"{name:9} recall {recall:.3f}  {ms:6.2f} ms  built in {built:6.1f} s  {size / 1e6:7.1f} MB")  # noqa: T201


if __name__ == "__main__":
    main()
