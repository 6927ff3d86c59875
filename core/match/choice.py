"""A pair of columns with what was decided of it, and what several rules of the decision ask of a pair."""

from __future__ import annotations

from dataclasses import dataclass

from core.match.pool import Candidate
from core.match.scorers import Scored

PROBABLE = 0.5
"""At least this likely: used, and said so."""
LEAST_SEEN = 8
"""Looked-up values from which none in common means none at all."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A pair with the belief left to it after all others were weighed."""

    scored: Scored
    belief: float
    kept: bool
    note: str = ""
    offered: bool = False
    """Not kept, but a person should be asked."""
    better: str = ""
    """The column that its child fits better, by id."""


def meets(pair: Candidate) -> bool:
    """Whether the columns share a value, as far as the profiles tell: a short list beside a very long one may."""
    sampled = not pair.parent.profile.sketch_complete or not pair.child.profile.sketch_complete
    return pair.overlap.shared > 0 or (sampled and pair.overlap.seen < LEAST_SEEN)


def tables_of(pair: Candidate) -> frozenset[str]:
    return frozenset((pair.child.table, pair.parent.table))
