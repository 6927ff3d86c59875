"""Which of several queries is followed: the one whose rows most of them find (self-consistency, arXiv 2203.11171)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.state import Draft
from core.ask.translators.chat.sameness import alike
from core.model import Rows


@dataclass(frozen=True, slots=True)
class Ballot:
    """A query that runs, and the rows that it finds."""

    draft: Draft
    rows: Rows


@dataclass(frozen=True, slots=True)
class Poll:
    """What the ballots say: the one to follow, and how many of how many find its rows."""

    winner: Ballot
    agree: int
    of: int


def polled(ballots: Sequence[Ballot], beside: Rows | None = None, weight: float = 0.0) -> Poll:
    """The first ballot of the weightiest group of those that find the same rows; the earlier group where two weigh the
    same. Rows from elsewhere weigh with the group that finds them too."""
    groups: list[list[Ballot]] = []
    for ballot in ballots:
        group = next((g for g in groups if alike(g[0].rows, ballot.rows)), None)
        if group is None:
            groups.append([ballot])
        else:
            group.append(ballot)

    def weighed(group: list[Ballot]) -> float:
        return len(group) + (weight if beside is not None and alike(group[0].rows, beside) else 0.0)

    best = max(groups, key=weighed)
    return Poll(best[0], len(best), len(ballots))
