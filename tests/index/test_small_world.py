"""A small world finds what lies nearest, by vectors of eight bits and exact scores at the end."""

from __future__ import annotations

import numpy as np
import pytest

from core.index import small_world
from core.index.small_world import SmallWorld
from core.retrieval.neighbours import nearest
from tests.benchmarks.vector_search import best, clumped, others


def test_most_of_the_nearest_are_found_in_a_third_of_the_bytes() -> None:
    vectors = clumped(3_000)
    world = SmallWorld.of(vectors, others(vectors, 10), others)
    assert [len(edges) for _, edges in world.layers] == [3_000, 750, 187, 46]
    assert world.size < 0.4 * vectors.nbytes
    draw = np.random.default_rng(2)
    asked = vectors[::50] + 0.05 * draw.standard_normal((60, vectors.shape[1])).astype(np.float32)
    found = [world.search(q, 12).tolist() for q in asked]
    shared = [len({*f} & {*best(vectors @ q, 12).tolist()}) / 12 for f, q in zip(found, asked, strict=True)]
    assert sum(shared) / len(shared) > 0.95
    assert all((np.diff(vectors[f] @ q) <= 1e-6).all() for f, q in zip(found, asked, strict=True))  # nearest first
    again = SmallWorld.of(vectors, others(vectors, 10), others)
    assert [again.search(q, 12).tolist() for q in asked] == found


@pytest.mark.parametrize("n", [0, 1, 2, 70])
def test_of_few_all_are_found(n: int) -> None:
    vectors = clumped(n) if n else np.zeros((0, 8), dtype=np.float32)
    near = nearest(vectors, np.arange(n), 0, 5)[1]
    asked = clumped(1)[0] if n else np.zeros(8, dtype=np.float32)
    exact = np.argsort(-(vectors @ asked), kind="stable")
    assert SmallWorld.of(vectors, near, others).search(asked, 90).tolist() == exact.tolist()


def test_edges_lead_both_ways_and_each_has_no_more_than_it_may() -> None:
    star = np.full((50, 2), -1, dtype=np.intp)
    star[1:, 0] = 0
    made = small_world._both_ways(star, 32)
    assert made[1].tolist() == [0] + [-1] * 31
    assert made[0].tolist() == list(range(1, 33))
