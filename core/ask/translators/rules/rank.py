"""Which of several readings is meant. Features are few and documented; each is 0..1, higher is better.

- `links`: mean score of the links used.
- `coverage`: share of the question's content words that the reading uses.
- `used`: share of the mentions that ended up in the query.
- `near`: 1 for one table, less for each join, much less when nothing connects.
- `alive`: 1 when the query returns something, 0.5 when empty, 0 when it fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.state import JoinTree, Link
from core.ask.translators.rules.chunk import Chunk
from core.ask.translators.rules.lexicon import lexicon
from core.ask.translators.rules.query import Query

WEIGHTS = {"links": 1.0, "coverage": 1.2, "used": 0.8, "near": 0.35, "alive": 0.6}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A parsed query with its tree and features."""

    query: Query
    tree: JoinTree
    chunks: tuple[Chunk, ...]
    links: tuple[Link, ...]
    ignored: tuple[str, ...]
    choice: float
    """The resolver's reckoning of the links."""
    features: tuple[tuple[str, float], ...]

    @property
    def score(self) -> float:
        return sum(WEIGHTS[name] * value for name, value in self.features) + 0.25 * self.choice


def features(
    chunks: Sequence[Chunk], links: Sequence[Link], tree: JoinTree, ignored: Sequence[str], alive: float
) -> tuple[tuple[str, float], ...]:
    """The features of one candidate, by name."""
    content = [c for c in chunks if c.kind not in ("stop", "cue")]
    lost = [w for w in ignored if w.lower() not in lexicon().asking]
    mentions = [c for c in chunks if c.link is not None]
    used = sum(1 for c in mentions if c.claimed or c.kind == "table")
    return (
        ("links", sum(k.score for k in links) / max(1, len(links))),
        ("coverage", 1 - len(lost) / max(1, len(content))),
        ("used", used / max(1, len(mentions))),
        ("near", 1 / (1 + len(tree.edges))),
        ("alive", alive),
    )
