"""Rankings made one by reciprocal rank (Cormack, Clarke and Büttcher 2009), and the seam for a re-ranker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

CONSTANT = 60
"""As in the paper: how little the first places count above those behind."""


class Reranker(Protocol):
    """Scores texts against a question anew, after they were found: a cross-encoder, say."""

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """A score for each text, the greater the better."""
        ...


def fused(rankings: Iterable[Sequence[int]]) -> dict[int, float]:
    """Each thing's score, 1 / (60 + place) added up over the rankings that hold it; best first, ties by number."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for place, thing in enumerate(ranking, 1):
            scores[thing] = scores.get(thing, 0.0) + 1 / (CONSTANT + place)
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0])))


def reranked(question: str, texts: Sequence[str], ids: Sequence[int], by: Reranker | None) -> tuple[int, ...]:
    """The `ids` in the order of the re-ranker's scores of their `texts`; as they are without one."""
    if by is None:
        return tuple(ids)
    scores = by.scores(question, texts)
    return tuple(i for _, i in sorted(zip(scores, ids, strict=True), key=lambda pair: -pair[0]))
