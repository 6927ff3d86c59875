"""A column's key in its own folder goes before an equally good one in another: what was put together belongs together.

A pair across folders (core.match.homes) is less likely by some log-odds: most where plain numbers meet, less where
values or names tell what is meant, as they do for look-ups that lie in a folder of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp

from core.match.choice import PROBABLE
from core.match.keys import own_key
from core.match.pool import Candidate
from core.match.scorers import Scored
from core.match.values import NUMBERING, chance
from core.model import TEMPORAL, Join

ELSEWHERE = 1.0
"""What a pair across folders loses, in log-odds."""
BY_NUMBERS = 2.0
"""What it loses more where numbers meet that any numbering has."""
OWN_KEYS = 6.0
"""… and where both columns number their own tables' rows: two lists of things, each its folder's own."""
BY_TIME = 4.0
"""… and where years or dates meet, as those of all things do."""
BY_PART = 3.0
"""… and where the other folder lacks some of the child's values …"""
WHOLE = 0.95
"""… more of them than this leaves."""
BY_ATTRIBUTE = 5.0
"""… and where neither name says that it points at something: people's first names are alike everywhere."""
AT_HOME = 4.0
"""… and where a key in the child's own folder is as likely but for so much."""
NEAR_HOME = 1.0
"""The same of folders that belong together."""
RELATED = 0.5
"""Two folders belong together when so many columns for each table of the smaller one have their key in the other."""


def at_home_first(scored: Sequence[Scored], folders: Mapping[str, str]) -> list[Scored]:
    """The scored pairs, those across folders less likely."""
    if not folders:
        return list(scored)
    home: dict[str, float] = {}
    for s in scored:
        child, parent = s.candidate.child, s.candidate.parent
        if child.table in folders and folders[child.table] == folders.get(parent.table):
            home[child.id] = max(home.get(child.id, s.log_odds), s.log_odds)
    related = _related(scored, folders, home)
    return [
        _lowered(s, home.get(s.candidate.child.id), _ends(s.candidate, folders) in related)
        if _apart(s.candidate, folders)
        else s
        for s in scored
    ]


def _related(
    scored: Sequence[Scored], folders: Mapping[str, str], home: Mapping[str, float]
) -> frozenset[frozenset[str]]:
    """Pairs of folders that belong together: many a column of one has its likeliest key in the other, and none in its
    own. That two lists of things are numbered alike says nothing of that."""
    best: dict[str, Scored] = {}
    for s in scored:
        child = s.candidate.child
        telling = not _two_lists(s.candidate) and not _says_when(s.candidate) and s.candidate.overlap.forth >= WHOLE
        if s.score < PROBABLE or not telling or not _apart(s.candidate, folders):
            continue
        none_here = home.get(child.id, -AT_HOME) <= min(0.0, s.log_odds - AT_HOME)
        if none_here and (child.id not in best or s.log_odds > best[child.id].log_odds):
            best[child.id] = s
    linked = Counter(_ends(s.candidate, folders) for s in best.values())
    sizes = Counter(folders.values())
    return frozenset(ends for ends, n in linked.items() if n >= max(2, RELATED * min(sizes[f] for f in ends)))


def _ends(pair: Candidate, folders: Mapping[str, str]) -> frozenset[str]:
    return frozenset((folders[pair.child.table], folders[pair.parent.table]))


def _two_lists(pair: Candidate) -> bool:
    return own_key(pair.child, pair.child_label) and own_key(pair.parent, pair.parent_label)


def _says_when(pair: Candidate) -> bool:
    return pair.child_label.time or pair.parent_label.time or bool({pair.child.type, pair.parent.type} & TEMPORAL)


def _apart(pair: Candidate, folders: Mapping[str, str]) -> bool:
    ends = folders.get(pair.child.table), folders.get(pair.parent.table)
    return None not in ends and ends[0] != ends[1]


def _lowered(s: Scored, home: float | None, related: bool) -> Scored:
    pair = s.candidate
    loss = 0.0 if related else _strangeness(pair)
    near = NEAR_HOME if related else AT_HOME
    if home is not None and home >= s.log_odds - near:
        loss += near
    odds = s.log_odds - loss
    return replace(s, log_odds=odds, score=1.0 / (1.0 + exp(-odds)))


def _strangeness(pair: Candidate) -> float:
    """What a pair across folders that have little to do with each other loses."""
    loss = ELSEWHERE
    if chance(pair.child, pair.parent) >= NUMBERING:
        loss += BY_NUMBERS
    if _says_when(pair):
        loss += BY_TIME
    if pair.overlap.forth < WHOLE:
        loss += BY_PART
    if not (pair.child_label.key or pair.parent_label.key or pair.parent_label.owner >= 0.5):
        loss += BY_ATTRIBUTE
    return loss + OWN_KEYS if _two_lists(pair) else loss


def within_folders(pairs: Sequence[Candidate], folders: Mapping[str, str]) -> list[Candidate]:
    """The pairs whose tables do not lie in two folders."""
    return [p for p in pairs if not _apart(p, folders)] if folders else list(pairs)


def asked_across(joins: Sequence[Join], folders: Mapping[str, str]) -> list[Join]:
    """The joins by rewriting, those across folders put to a person and not used: letters left out meet a lot."""

    def settled(join: Join) -> Join:
        left, right = folders.get(join.child_table), folders.get(join.parent_table)
        apart = left is not None and right is not None and left != right
        return replace(join, state="rejected", score=join.score / 2.0, offered=True) if apart else join

    return [settled(j) for j in joins]
