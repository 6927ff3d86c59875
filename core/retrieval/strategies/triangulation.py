"""What the three triangulations share: the neighbour whose triangle with the query and the chunk is best.

Each hop scores the triangles (query, chunk, candidate); the walk stops when a sentence taken makes a better triangle
than any chunk in reach, once eight are taken, or with the budget.
"""

from __future__ import annotations

from collections.abc import Callable

from core.retrieval.base import Retrieved
from core.retrieval.walk import ENOUGH, LIMIT, NOWHERE, Walk

Triangle = Callable[[int, int], float]
"""(current chunk, candidate): the greater the better."""


def triangulated(walk: Walk, of_chunk: Triangle, of_sentence: Triangle, why: str) -> Retrieved:
    """The walk by these scores of chunks and of sentences."""
    here = walk.anchor
    if here is None:
        return walk.done(NOWHERE)
    walk.visit(here, "anchor: most similar to the question", float(walk.to_chunk[here]))
    while not walk.full:
        reach = walk.reach(here)
        if not reach:
            return walk.done(NOWHERE)
        scores = {c: of_chunk(here, c) for c in reach}
        taken = max(of_sentence(here, s) for s in walk.taken)
        if len(walk.taken) >= ENOUGH and taken > max(scores.values()):
            return walk.done("a sentence taken makes a better triangle than any chunk in reach")
        nodes = [(score, c) for c, score in scores.items()]
        nodes += [(of_sentence(here, s), c) for c in reach for s in walk.graph.sentences_of(c) if s not in walk.taken]
        score, here = max(nodes, key=lambda node: (node[0], -node[1]))
        walk.visit(here, why, score)
    return walk.done(LIMIT)
