"""What all strategies speak: a query, a budget, what was retrieved and the path by which it was."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from core.retrieval.chunks import Sentence
from core.retrieval.graph import SimilarityGraph, Where

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_SENTENCES = 12
"""Between the 10 and 15 of seed 003."""


@dataclass(frozen=True)
class Query:
    """A question with its vector (d,), of unit length."""

    text: str
    vector: NDArray[np.float32]
    where: Where = field(default_factory=Where)


@dataclass(frozen=True, slots=True)
class Budget:
    sentences: int = MAX_SENTENCES


@dataclass(frozen=True, slots=True)
class Visit:
    """A chunk on the way: what led there, the score that chose it, and the sentences taken from it."""

    chunk: int
    document: str
    why: str
    score: float
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Sentences in the order in which they were taken, and the path."""

    strategy: str
    ids: tuple[int, ...]
    sentences: tuple[Sentence, ...]
    path: tuple[Visit, ...]
    stopped: str
    """Why the walk ended."""
    notes: tuple[str, ...] = ()
    """What a person should know of it: that another strategy stood in, say."""


class Strategy(Protocol):
    """One way of retrieving."""

    name: str

    def retrieve(self, query: Query, graph: SimilarityGraph, budget: Budget) -> Retrieved:
        """What answers the query, within the budget."""
        ...
