"""Ways of finding the vectors nearest to a question among very many: `python -m tests.benchmarks.vector_search 50000`.

Compared are every vector with the question (float32), int8 vectors with over-fetching and exact re-scoring, and HNSW
(Chroma's), on vectors of unit length in clumps, seeded: recall of the twelve nearest, milliseconds a question, bytes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vectors", type=int)
    n = parser.parse_args().vectors
    vectors, draw = clumped(n), np.random.default_rng(8)
    asked = vectors[draw.integers(n, size=QUESTIONS)] + 0.03 * draw.standard_normal((QUESTIONS, DIMENSIONS))
    questions = np.asarray(asked / np.linalg.norm(asked, axis=1, keepdims=True), dtype=np.float32)
    right = [set(best(vectors @ q, NEAREST).tolist()) for q in questions]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ways: dict[str, tuple[Callable[[], Search], float]] = {
            "exact": (lambda: lambda q: best(vectors @ q, NEAREST), 4.0),
            "int8": (lambda: quantised(vectors), 1.0),
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
            size = width * n * DIMENSIONS or sum(p.stat().st_size for p in Path(folder).rglob("*") if p.is_file())
            print(f"{name:6} recall {recall:.3f}  {ms:6.2f} ms  built in {built:6.1f} s  {size / 1e6:7.1f} MB")  # noqa: T201


if __name__ == "__main__":
    main()
