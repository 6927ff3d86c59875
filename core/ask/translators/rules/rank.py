"""Which of several readings is meant: a weighted sum of a few documented features, each 0..1, higher is better.

- `links`: mean score of the links used.
- `coverage`: share of the question's content words that the reading uses.
- `used`: share of the linked mentions that ended up in the query.
- `kept`: share of all mentions that were given a meaning (not left alone).
- `shape`: share of the shaping words ("most", "more than", "for each") that the reading obeys.
- `near`: 1 for one table, less for each join.
- `alive`: 1 when the query returns something, 0.5 when empty, 0 when it fails.
- `choice`: the resolver's own reckoning, per mention.

The weights are set by hand; a logistic fit on other questions chose no better ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.link import FUNCTION
from core.ask.state import JoinTree, Link
from core.ask.translators.rules.chunk import Chunk
from core.ask.translators.rules.lexicon import lexicon
from core.ask.translators.rules.query import Query
from core.model import Value

WEIGHTS = {
    "links": 1.0,
    "coverage": 1.2,
    "used": 0.8,
    "kept": 0.5,
    "shape": 1.0,
    "near": 0.2,
    "alive": 0.6,
    "choice": 0.25,
}

SHAPING = (
    "count",
    "agg:",
    "sup:",
    "cmp:",
    "time:",
    "common:",
    "after:",
    "between",
    "order",
    "none",
    "not",
    "like:",
    "null",
)


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
        return sum(WEIGHTS[name] * value for name, value in self.features)


def features(
    chunks: Sequence[Chunk],
    links: Sequence[Link | None],
    tree: JoinTree,
    ignored: Sequence[str],
    alive: float,
    choice: float,
) -> tuple[tuple[str, float], ...]:
    """The features of one candidate, by name; `links` has None where a mention was left alone."""
    words = [c for c in chunks if c.kind not in ("stop", "cue")]
    lost = content(ignored)
    mentions = [c for c in chunks if c.link is not None]
    used = sum(1 for c in mentions if c.claimed or c.kind == "table")
    kept = [k for k in links if k is not None]
    shaping = [c for c in chunks if c.kind == "cue" and any(t.startswith(SHAPING) for t in c.tags)]
    obeyed = sum(1 for c in shaping if c.claimed)
    return (
        ("links", sum(k.score for k in kept) / max(1, len(kept))),
        ("coverage", 1 - len(lost) / max(1, len(words))),
        ("used", used / max(1, len(mentions))),
        ("kept", len(kept) / max(1, len(links))),
        ("shape", obeyed / len(shaping) if shaping else 1.0),
        ("near", 1 / (1 + len(tree.edges))),
        ("alive", alive),
        ("choice", choice),
    )


def content(ignored: Sequence[str]) -> tuple[str, ...]:
    """Of the words left over, those that carry something of their own."""
    empty = lexicon().asking | FUNCTION
    return tuple(w for w in ignored if w.lower() not in empty)


CERTAINTY = {
    "links": 0.5,
    "coverage": 1.3,
    "used": 1.1,
    "shape": 2.6,
    "near": -1.0,
    "alive": 3.1,
    "choice": 3.4,
    "margin": 1.2,
    "lost": -0.3,
    "tables": -0.25,
    "unclaimed": -0.15,
    "mentions": -0.3,
}
"""Weights of `confidence`, rounded from a logistic fit on several thousand questions over small databases."""


def confidence(best: Candidate, others: Sequence[Candidate]) -> float:
    """The chance that a reading is right, 0..1: its features, its lead over the next, what it must bridge.

    With a word left over it is never high, with a number or a date left over it is low.
    """
    told = dict(best.features)
    rival = max((c.score for c in others if c.query != best.query), default=None)
    told["margin"] = 1.0 if rival is None else min(1.0, best.score - rival)
    told["lost"] = min(4.0, float(len(content(best.ignored))))
    told["tables"] = float(len(best.tree.tables))
    told["unclaimed"] = float(sum(1 for c in best.chunks if c.link and not c.claimed and c.kind != "table"))
    told["mentions"] = float(len(best.links))
    reckoned = -9.4 + sum(weight * told[name] for name, weight in CERTAINTY.items())
    sure = 1 / (1 + math.exp(-reckoned))
    left = content(best.ignored)
    if any(char.isdigit() for word in left for char in word):
        sure = min(sure, 0.35)
    elif left:
        sure = min(sure, 0.74)
    return round(sure, 2)
