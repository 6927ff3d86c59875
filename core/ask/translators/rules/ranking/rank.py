"""Which of several readings is meant, and how sure that is: weighted sums of the features of features.py.

The weights are a file, weights.toml, that `python -m tests.benchmarks.fit_ranker` writes: a conditional logit over
the readings of each question for `ranking`, and a logistic fit on the readings that win for `certainty`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.ask.state import JoinTree, Link
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.ranking.contradictions import cap
from core.ask.translators.rules.ranking.dropped_content import lost
from core.ask.translators.rules.ranking.features import content
from core.model import Value

GIVEN: Mapping[str, float] = {"unmet": -8.0, "skipped": -1.6, "partial": -2.5, "uncompared": -1.0}
"""Weights of the ranking that questions with known answers cannot teach: quoted text is a condition even where no cell
holds it, and a word that surely means something is not left out to save a join, and a value may be said by another form
of its word ("Canadian"), which questions with known answers seldom do; a bound is not left unread."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of `ranking` and `certainty` by feature, and the latter's intercept."""

    ranking: Mapping[str, float]
    certainty: Mapping[str, float]
    intercept: float


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights, read once."""
    raw = tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))
    certainty = dict(raw["certainty"])
    return Weights({**raw["ranking"], **GIVEN}, certainty, certainty.pop("intercept"))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A parsed query with its tree and features."""

    query: Query
    tree: JoinTree
    chunks: tuple[Chunk, ...]
    links: tuple[Link, ...]
    ignored: tuple[str, ...]
    features: tuple[tuple[str, float], ...]
    preferred: tuple[str, ...] = ()
    rows: frozenset[tuple[Value, ...]] | None = None
    """The first rows it gives, to tell readings apart that mean the same; None when it does not run."""

    @property
    def score(self) -> float:
        ranking = weights().ranking
        return sum(ranking.get(name, 0.0) * value for name, value in self.features)


def certainty(best: Candidate, others: Sequence[Candidate]) -> Mapping[str, float]:
    """What confidence goes by: the features of the best reading, its lead over the next one that differs in its
    rows (`margin`, 0 to 5), and what it must bridge (`tables`, `mentions`).
    """
    differing = [c.score for c in others if c.query != best.query and (c.rows is None or c.rows != best.rows)]
    return {
        **dict(best.features),
        "margin": max(0.0, min(5.0, best.score - max(differing))) if differing else 5.0,
        "tables": float(len(best.tree.tables)),
        "mentions": float(len(best.links)),
    }


def confidence(best: Candidate, others: Sequence[Candidate]) -> float:
    """The chance that a reading is right, 0..1.

    With a word left over it is never high, with a number, a date or what the question turns on left over it is low;
    what contradicts the question's words caps it too.
    """
    signs, fitted = certainty(best, others), weights()
    reckoned = fitted.intercept + sum(w * signs.get(name, 0.0) for name, w in fitted.certainty.items())
    sure = 1 / (1 + math.exp(-max(-50.0, min(50.0, reckoned))))
    left = content(best.ignored)
    if any(char.isdigit() for word in left for char in word):
        sure = min(sure, 0.35)
    elif lost(best.chunks):
        sure = min(sure, 0.4)
    elif left:
        sure = min(sure, 0.74)
    return round(min(sure, cap(signs)), 2)
