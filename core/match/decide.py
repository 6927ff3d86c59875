"""One decision over the whole set of scored pairs, not pair by pair.

After Auto-BI (arXiv 2306.12515): the joins kept are the likeliest set under what schemas look like, not each pair above
a bar. Here:

1. A column points at one key. A child's parents share one unit of belief between them and "none" (a softmax over their
   log-odds), so ids that fit ten keys are only believed when a label singles one out.
2. No circles. Columns already tied together by likelier joins need no further join: it follows from them.
3. Exceptions to 1. A key split over several files ("partition"): the child's values lie partly in one, partly in
   another, together all of them. Two files of one form ("siblings"): equal labels, when the joins kept go elsewhere.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from core.match.candidates import Candidate, key_like
from core.match.explain import why
from core.match.scorers import Scored
from core.model import Cardinality, Evidence, Join, JoinState

CONFIRMED = 0.9
"""At least this likely, and contained, and unique in the parent: used without asking."""
PROBABLE = 0.5
"""At least this likely: used, and said so."""
NEAR_MISS = 0.1
"""At least this likely: kept as rejected, so that a person can see and confirm it."""
NEAR_MISSES = 3
"""At most so many rejected joins per child column."""
CONFIRMED_CONTAINMENT = 0.95
"""A confirmed join misses at most this share of the child's values."""
PARTITION = 0.9
"""Two parents partition a child when together they hold this share of its values, and hardly any twice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A pair with the belief left to it after all others were weighed."""

    scored: Scored
    belief: float
    kept: bool
    note: str = ""


def decide(scored: Iterable[Scored]) -> tuple[Join, ...]:
    """Confirmed, probable and near-miss rejected joins, likeliest first, ids breaking ties."""
    joins = [_join(choice) for choice in choose(list(scored))]
    return tuple(sorted(joins, key=lambda j: (-j.score, j.id)))


def choose(scored: Sequence[Scored]) -> list[Choice]:
    """The kept pairs and the near misses."""
    by_child: dict[str, list[Scored]] = defaultdict(list)
    for s in _one_way(scored):
        by_child[s.candidate.child.id].append(s)
    weighed: list[tuple[float, Scored, str]] = []
    for group in by_child.values():
        weighed.extend(_share(sorted(group, key=_rank)))
    weighed.sort(key=lambda w: (-w[0], _key(w[1].candidate)))
    tied = _Ties()
    out: list[Choice] = []
    misses: dict[str, int] = defaultdict(int)
    for belief, s, note in weighed:
        child, parent = s.candidate.child.id, s.candidate.parent.id
        if belief >= PROBABLE and (note == "partition" or tied.join(child, parent)):
            out.append(Choice(s, belief, kept=True, note=note))
        elif belief >= PROBABLE:
            out.append(Choice(s, min(belief, 0.49), kept=False, note="follows"))
        elif belief >= NEAR_MISS and misses[child] < NEAR_MISSES:
            misses[child] += 1
            out.append(Choice(s, belief, kept=False))
    return out


def _one_way(scored: Iterable[Scored]) -> list[Scored]:
    """Of a pair found in both directions, the likelier one."""
    best: dict[tuple[str, str], Scored] = {}
    for s in scored:
        a, b = s.candidate.child.id, s.candidate.parent.id
        pair = (a, b) if a < b else (b, a)
        if pair not in best or _rank(s) < _rank(best[pair]):
            best[pair] = s
    return list(best.values())


def _rank(s: Scored) -> tuple[float, tuple[str, str]]:
    return -s.log_odds, _key(s.candidate)


def _key(pair: Candidate) -> tuple[str, str]:
    return pair.child.id, pair.parent.id


def _share(group: Sequence[Scored]) -> list[tuple[float, Scored, str]]:
    """Belief shared among one child's parents, likeliest first, and "none"."""
    odds = [math.exp(min(50.0, max(-50.0, s.log_odds))) for s in group]
    total = 1.0 + sum(odds)
    beliefs = [o / total for o in odds]
    parts = _partition(group)
    if len(parts) > 1:
        joint = sum(beliefs[i] for i in parts)
        return [
            (joint if i in parts else b, s, "partition" if i in parts else "")
            for i, (b, s) in enumerate(zip(beliefs, group, strict=True))
        ]
    return [(b, s, "") for b, s in zip(beliefs, group, strict=True)]


def _partition(group: Sequence[Scored]) -> list[int]:
    """Indexes of parents that share out the child's values between them, or just the likeliest."""
    first = group[0].candidate
    held = first.overlap.forth
    parts = [0]
    if not 0.05 < held < PARTITION:
        return parts
    for i, s in enumerate(group[1:], start=1):
        other = s.candidate
        if (
            other.parent.label == first.parent.label
            and other.parent.table != first.parent.table
            and 0.05 < other.overlap.forth <= 1.02 - held
        ):
            parts.append(i)
            held += other.overlap.forth
    return parts if held >= PARTITION else [0]


_CARDINALITY: dict[tuple[bool, bool], Cardinality] = {
    (True, True): "1:1",
    (False, True): "n:1",
    (True, False): "1:n",
    (False, False): "n:m",
}


class _Ties:
    """Which columns already hang together (union-find)."""

    def __init__(self) -> None:
        self._up: dict[str, str] = {}

    def join(self, a: str, b: str) -> bool:
        """Ties two columns; False when they were tied before."""
        a, b = self._root(a), self._root(b)
        self._up[a] = b
        return a != b

    def _root(self, a: str) -> str:
        while (up := self._up.get(a, a)) != a:
            a = up
        return a


def _join(choice: Choice) -> Join:
    pair = choice.scored.candidate
    child, parent = pair.child, pair.parent
    shared = pair.overlap
    both = key_like(child), key_like(parent)
    cardinality = _CARDINALITY[both]
    evidence = Evidence(
        containment=shared.forth,
        containment_back=shared.back,
        label_similarity=pair.label.similarity,
        child_unique=child.profile.unique,
        parent_unique=parent.profile.unique,
        cardinality=cardinality,
        shared=shared.shared,
        features=choice.scored.features,
    )
    state: JoinState = "rejected"
    if choice.kept:
        sure = choice.belief >= CONFIRMED and shared.forth >= CONFIRMED_CONTAINMENT and parent.profile.unique
        state = "confirmed" if sure else "probable"
    join = Join(
        id=Join.make_id(child.table, (child.name,), parent.table, (parent.name,)),
        child_table=child.table,
        child=(child.name,),
        parent_table=parent.table,
        parent=(parent.name,),
        score=round(choice.belief, 4),
        state=state,
        evidence=evidence,
        perfect=child.label == parent.label and child.type == parent.type and shared.forth == shared.back == 1.0,
    )
    return replace(join, why=why(join, choice.note))


def recompute(found: Iterable[Join], known: Iterable[Join], touched: Collection[str]) -> tuple[Join, ...]:
    """Fresh joins of touched tables beside the known ones of all others; a person's verdict stays on either."""
    reviewed = {j.id: j for j in known if j.reviewed}
    kept = [j for j in known if not any(j.touches(t) for t in touched)]
    fresh = [_reviewed(j, reviewed.get(j.id)) for j in found if any(j.touches(t) for t in touched)]
    there = {j.id for j in kept} | {j.id for j in fresh}
    lost = [j for i, j in reviewed.items() if i not in there]
    return tuple(sorted([*kept, *fresh, *lost], key=lambda j: (-j.score, j.id)))


def _reviewed(join: Join, verdict: Join | None) -> Join:
    return join if verdict is None else replace(join, state=verdict.state, reviewed=True)
