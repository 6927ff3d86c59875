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

from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.state import JoinTree, Link
from core.ask.translators.rules.chunk import Chunk
from core.ask.translators.rules.lexicon import lexicon
from core.ask.translators.rules.query import Query

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
    content = [c for c in chunks if c.kind not in ("stop", "cue")]
    lost = [w for w in ignored if w.lower() not in lexicon().asking]
    mentions = [c for c in chunks if c.link is not None]
    used = sum(1 for c in mentions if c.claimed or c.kind == "table")
    kept = [k for k in links if k is not None]
    shaping = [c for c in chunks if c.kind == "cue" and any(t.startswith(SHAPING) for t in c.tags)]
    obeyed = sum(1 for c in shaping if c.claimed)
    return (
        ("links", sum(k.score for k in kept) / max(1, len(kept))),
        ("coverage", 1 - len(lost) / max(1, len(content))),
        ("used", used / max(1, len(mentions))),
        ("kept", len(kept) / max(1, len(links))),
        ("shape", obeyed / len(shaping) if shaping else 1.0),
        ("near", 1 / (1 + len(tree.edges))),
        ("alive", alive),
        ("choice", choice),
    )
