"""The belief left to each scored pair once a child's parents have shared it: a column points at one key."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from core.match.labels import meaning
from core.match.scorers import Scored
from core.match.values import NUMBERING, chance
from core.model import TEMPORAL, Column
from core.text.label_words import NAMED_TIME

SHARPNESS = 2.0
"""How strongly the likelier of two parents takes the other's share: the power of their odds."""


CLOSE = 3.0
"""The log-odds by which a parent may be less likely than one that means the same, and yet be the whole list of it …"""
WHOLE = 0.98
"""… as it holds so much of the other."""
_SEVERAL = 20
"""So many days are hardly the same in two lists of different things."""


def weigh(scored: Sequence[Scored]) -> list[tuple[float, Scored, str]]:
    """Pairs with the belief left to them, most believed first."""
    by_child: dict[str, list[Scored]] = defaultdict(list)
    for s in scored:
        by_child[s.candidate.key[0]].append(s)
    votes = votes_of(by_child.values())
    weighed: list[tuple[float, Scored, str]] = []
    means = {parent: _meaning(s) for parent, s in {s.candidate.key[1]: s for s in scored}.items()}
    pull = {parent: _pull(vote) for parent, vote in votes.items()}
    held = _held(scored)
    means = _with_doubles(means, held, {s.candidate.key[1]: s.candidate.parent for s in scored})
    for group in by_child.values():
        if len(group) == 1:
            weighed.append((group[0].score, group[0], "partition" if group[0].candidate.together > 0.0 else ""))
            continue
        ranked = sorted(group, key=lambda s: (-s.log_odds - pull[s.candidate.key[1]] - _calendar(s), s.candidate.key))
        ranked = _whole_first(ranked, means, held)
        weighed.extend(_share(ranked, [means[s.candidate.key[1]] for s in ranked]))
    return sorted(weighed, key=lambda w: (-w[0], w[1].candidate.key))


def votes_of(groups: Iterable[Sequence[Scored]]) -> dict[str, float]:
    """How many columns point at each key: each column has one vote, which it shares out among the keys it fits. So
    what fits everything, as a long numbering does, draws nothing for that."""
    votes: dict[str, float] = defaultdict(float)
    for group in groups:
        best = max(s.log_odds for s in group)
        shares = [math.exp(max(-50.0, SHARPNESS * (s.log_odds - best))) for s in group]
        total = sum(shares)
        for s, share in zip(group, shares, strict=True):
            votes[s.candidate.key[1]] += s.score * share / total
    return votes


Held = Mapping[tuple[str, str], tuple[float, float]]
"""How much of one key lies in another, and the reverse."""


def _held(scored: Iterable[Scored]) -> Held:
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for s in scored:
        if s.candidate.child.profile.unique and s.candidate.parent.profile.unique:
            shared, (a, b) = s.candidate.overlap, s.candidate.key
            found[a, b], found[b, a] = (shared.forth, shared.back), (shared.back, shared.forth)
    return found


def _with_doubles(means: Mapping[str, str], held: Held, parents: Mapping[str, Column]) -> dict[str, str]:
    """What each parent means, where two that hold the very same days mean the same, whatever they are called: a
    calendar and a weather with a row for each of its days."""
    out = dict(means)
    for a, b in sorted(pair for pair, shares in held.items() if min(shares) == 1.0):
        if a > b or a not in parents or b not in parents or parents[a].profile.distinct < _SEVERAL:
            continue
        if {parents[a].type, parents[b].type} <= TEMPORAL:
            out = {parent: out[a] if sense == out[b] else sense for parent, sense in out.items()}
    return out


def _whole_first(ranked: Sequence[Scored], means: Mapping[str, str], held: Held) -> list[Scored]:
    """The child's parents, where of those that mean the same the one comes first whose values hold the others': a list
    of things, and not a table that has some of them once each."""
    out = list(ranked)
    for n, first in enumerate(out):
        sense = means[first.candidate.key[1]]
        if any(means[s.candidate.key[1]] == sense for s in out[:n]):
            continue
        lead = n
        for m, other in enumerate(out[n + 1 :], n + 1):
            if means[other.candidate.key[1]] == sense and _holds(other, out[lead], held):
                lead = m
        out.insert(n, out.pop(lead))
    return out


def _holds(other: Scored, lead: Scored, held: Held) -> bool:
    forth, back = held.get((lead.candidate.key[1], other.candidate.key[1]), (0.0, 0.0))
    mine, theirs = other.candidate, lead.candidate
    close = other.log_odds >= lead.log_odds - CLOSE and mine.overlap.forth >= theirs.overlap.forth
    named = mine.label.similarity >= theirs.label.similarity  # a long numbering holds every short one
    return close and (named or chance(theirs.parent, mine.parent) < NUMBERING) and forth >= WHOLE > back


def _calendar(s: Scored) -> float:
    """What speaks for a table that is called after a period where days or months are looked up."""
    parent = s.candidate.parent
    return 1.0 if parent.type in TEMPORAL and NAMED_TIME & set(s.candidate.parent_label.table) else 0.0


def _pull(votes: float) -> float:
    """A key that many columns point at draws the next one: half a unit of log-odds for each doubling, three at most."""
    return min(3.0, 0.5 * math.log2(1.0 + votes))


def one_way(scored: Iterable[Scored]) -> list[Scored]:
    """Of a pair found in both directions, the likelier one."""
    best: dict[tuple[str, str], Scored] = {}
    for s in scored:
        a, b = s.candidate.key
        pair = (a, b) if a < b else (b, a)
        if pair not in best or rank(s) < rank(best[pair]):
            best[pair] = s
    return list(best.values())


def rank(s: Scored) -> tuple[float, tuple[str, str]]:
    return -s.log_odds, s.candidate.key


def _share(group: Sequence[Scored], senses: Sequence[str]) -> list[tuple[float, Scored, str]]:
    """Belief left to each of one child's parents, likeliest first; `senses` says what each parent means.

    Parents of one label mean the same thing: they do not compete with each other, the likeliest stands for all.
    """
    best = max(s.log_odds for s in group)
    meanings: dict[str, float] = {}
    lead: list[bool] = []
    for s, sense in zip(group, senses, strict=True):
        lead.append(sense not in meanings)
        meanings.setdefault(sense, math.exp(max(-50.0, SHARPNESS * (s.log_odds - best))))
    total = sum(meanings.values())
    out = []
    for s, sense, first in zip(group, senses, lead, strict=True):
        if s.candidate.together > 0.0:
            out.append((s.score, s, "partition"))
        elif first:
            out.append((s.score * meanings[sense] / total, s, ""))
        else:
            out.append((min(0.49, s.score / 2.0), s, ""))
    return out


def _meaning(s: Scored) -> str:
    """What the pair's parent means; the same for every pair with it."""
    parent = s.candidate.parent
    text = meaning(s.candidate.parent_label, parent.id)
    if text.startswith("column ") and chance(parent, parent) < 0.25:
        sketch = parent.profile.sketch  # the same codes or sparse numbers under headers that say nothing
        return f"values {parent.profile.distinct} {sketch[0]} {sketch[-1]}"
    return text
