"""Which pairs of columns are worth scoring: near-linear in the number of columns, never all pairs.

Two inverted indexes. By value: a child's smallest sketch hashes are looked up among the hashes of key-like columns.
By label: its words, and their abbreviations, among the words of key-like columns and their tables. A hash or word held
by very many columns says nothing about which of them is meant, so it is passed over: the small integers 1, 2, 3 of a
large pile are in every id, and such columns are then found by label alone. Each child keeps its best few of either.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.match.keys import MANY, codes, constant, key_like, own_key
from core.match.label_match import compare, of_another
from core.match.labels import ColumnLabel, meaning
from core.match.pool import Candidate, Pool
from core.match.values import NUMBERING, Hashes, chance
from core.match.word_match import Words, word_match
from core.text.label_words import UPWARD

MOST_HOLDERS = 64
"""A hash or word in more key-like columns than this is passed over."""
PROBES = 64
"""How many of a child's smallest hashes are looked up."""
LEAST_HITS = 0.1
"""The share of a child's telling probes that a parent must hold to be a candidate by value."""
KEEP = 16
"""How many parents a child keeps from each index."""
SIBLINGS = 8
"""Columns of one label that are unique nowhere are compared pairwise up to this many, else only with the richest."""
WHOLE = 0.98
"""A list of codes that lies in another misses at most so few of them."""
PARTITION = 0.9
"""Parents partition a child when together they hold this share of its values, and hardly any twice."""
_BLOCK = 512


def candidates(pool: Pool, proposed: Pairs | None = None) -> list[Candidate]:
    """Every pair worth scoring, child to parent, once each; with `proposed` those alone."""
    pairs = proposed if proposed is not None else _all_ways(pool)
    by_child: dict[int, list[int]] = defaultdict(list)
    for a, b in sorted(pairs):
        by_child[a].append(b)
    found: list[Candidate] = []
    for a, parents in by_child.items():
        child = pool.columns[a]
        found.extend(_in_company(pool, [pool.candidate(child, pool.columns[b]) for b in parents]))
    return _shared_out(pool, found)


def _all_ways(pool: Pool) -> Pairs:
    """The pairs that the whole pile suggests, and those that each of several folders does by itself."""
    found = _ways(pool)
    at = {c.id: n for n, c in enumerate(pool.columns)}
    for home in pool.homes():
        found |= {(at[home.columns[a].id], at[home.columns[b].id]) for a, b in _ways(home)}
    return found


def _ways(pool: Pool) -> Pairs:
    by_values = by_value(pool) | by_repeated_key(pool)
    return by_values | by_label(pool) | by_same_label(pool) | by_own_key(pool) | by_upward_word(pool)


def _in_company(pool: Pool, group: list[Candidate]) -> Iterator[Candidate]:
    """One child's candidates, each knowing its best rival: a key by whose name it might be called, and of whose values
    it has one at least. One of another folder is no rival of a key in the child's own."""
    met = [c for c in group if key_like(c.parent) and c.overlap.shared]
    met.sort(key=lambda c: (c.label.similarity, c.parent.id), reverse=True)
    homely = [c for c in met if pool.at_home(c.child, c.parent)]
    for pair in group:
        rivals = homely if pool.at_home(pair.child, pair.parent) else met
        rival = next((c.label.similarity for c in rivals if c.parent.id != pair.parent.id), 0.0)
        yield replace(pair, rival=rival)


def _shared_out(pool: Pool, found: list[Candidate]) -> list[Candidate]:
    """The same candidates; where columns of one label in several tables hold a key's values between them, hardly one
    twice, each knows what they hold together: a key split over files, or the few rows two files have in common."""
    groups: dict[tuple[str, str, bool], list[int]] = defaultdict(list)
    alone: set[tuple[str, bool]] = set()
    for i, pair in enumerate(found):
        named = pair.child_label.key or pair.parent_label.key
        if not named or not pair.label.informative or not key_like(pair.parent):
            continue  # days, weeks and notes of many tables meet a little everywhere
        if chance(pair.child, pair.parent) >= NUMBERING and of_another(pair.child_label, pair.parent_label):
            continue  # and so do numbers of other things
        for whole_column, part, held, backwards in (
            (pair.child, pair.parent, pair.overlap.forth, False),
            (pair.parent, pair.child, pair.overlap.back, True),
        ):
            if held >= PARTITION:
                alone.add((whole_column.id, backwards))
            elif held > 0.02 and not (backwards and (key_like(part) or pair.label.similarity < 0.5)):
                groups[whole_column.id, meaning(pool.labels[part.id], part.id), backwards].append(i)
    out = list(found)
    for (column, _, backwards), members in groups.items():
        held = sum(found[i].overlap.back if backwards else found[i].overlap.forth for i in members)
        if len(members) > 1 and (column, backwards) not in alone and PARTITION <= held <= 1.05:
            for i in members:
                out[i] = replace(found[i], together=min(1.0, held))
    return out


Pairs = set[tuple[int, int]]


def by_value(pool: Pool, parents: Sequence[int] | None = None) -> Pairs:
    """Pairs (child, parent) that share values, best `KEEP` parents per child: most hits, then the smaller parent.

    `parents` are indexes of columns, by default the key-like ones.
    """
    parents = pool.keys if parents is None else parents
    if not parents:
        return set()
    arrays = [pool.hashes[pool.columns[i].id] for i in parents]
    owners = np.repeat(np.array(parents, dtype=np.int64), [len(a) for a in arrays])
    held = np.concatenate(arrays)
    order = np.argsort(held, kind="stable")
    held, owners = held[order], owners[order]
    found: Pairs = set()
    for start in range(0, len(pool.columns), _BLOCK):
        found |= _value_block(pool, range(start, min(start + _BLOCK, len(pool.columns))), held, owners)
    return found


def _value_block(pool: Pool, block: range, held: Hashes, owners: NDArray[np.int64]) -> Pairs:
    probes = [pool.hashes[pool.columns[i].id][:PROBES] for i in block]
    child = np.repeat(np.arange(block.start, block.stop, dtype=np.int64), [len(p) for p in probes])
    wanted = np.concatenate(probes)
    left = np.searchsorted(held, wanted, side="left")
    count = np.searchsorted(held, wanted, side="right") - left
    telling = (count > 0) & (count <= MOST_HOLDERS)
    child, left, count = child[telling], left[telling], count[telling]
    if not len(child):
        return set()
    asked = np.bincount(child - block.start, minlength=len(block)).tolist()
    ends = np.cumsum(count)
    within = np.arange(ends[-1]) - np.repeat(ends - count, count)
    parent = owners[np.repeat(left, count) + within]
    size = len(pool.columns)
    code, hits = np.unique(np.repeat(child, count) * size + parent, return_counts=True)
    ranked: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for c, h in zip(code.tolist(), hits.tolist(), strict=True):
        a, b = divmod(c, size)
        if a != b and h >= LEAST_HITS * asked[a - block.start]:
            ranked[a].append((-h, pool.columns[b].profile.distinct, b))
    return {(a, b) for a, found in ranked.items() for _, _, b in sorted(found)[:KEEP]}


def by_label(pool: Pool) -> Pairs:
    """Pairs whose labels share words, best `KEEP` parents per child, rare words counting most."""
    holders: dict[str, set[int]] = defaultdict(set)
    spelled: dict[str, list[int]] = defaultdict(list)
    for i in pool.keys:
        label = pool.labels[pool.columns[i].id]
        if not label.informative:
            continue
        named = {w for r in label.readings for w in r.entity}
        if label.first or any(not r.entity for r in label.readings):
            named |= set(label.table)
        for word in named:
            holders[word].add(i)
        for flat in {r.flat for r in label.readings if r.entity}:
            spelled[flat].append(i)
    close = _CloseWords(holders)
    found: Pairs = set()
    for a, column in enumerate(pool.columns):
        label = pool.labels[column.id]
        if not label.informative:
            continue
        weights: dict[int, float] = defaultdict(float)
        for word in {w for r in label.readings for w in r.entity}:
            best: dict[int, float] = {}
            for other, match in close(word):
                if len(holders[other]) <= MOST_HOLDERS:
                    rarity = match * math.log(1 + len(pool.columns) / len(holders[other]))
                    for b in holders[other]:
                        best[b] = max(best.get(b, 0.0), rarity)
            for b, rarity in best.items():
                weights[b] += rarity
        for flat in {r.flat for r in label.readings if r.entity}:
            for b in sorted(spelled[flat], key=lambda i: -pool.columns[i].profile.distinct)[:KEEP]:
                weights[b] += 10.0
        weights.pop(a, None)
        found |= {(a, b) for b in sorted(weights, key=lambda b: (-weights[b], b))[:KEEP]}
    return found


def by_same_label(pool: Pool) -> Pairs:
    """Pairs of one spelling that are unique on neither side (files of one form meet there), the richer as parent."""
    groups: dict[str, list[int]] = defaultdict(list)
    for i, column in enumerate(pool.columns):
        label = pool.labels[column.id]
        if label.informative and not constant(column):
            for flat in {r.flat for r in label.readings if r.entity}:
                groups[flat].append(i)
    found: Pairs = set()
    for group in groups.values():
        ranked = sorted(group, key=lambda i: (-pool.columns[i].profile.distinct, i))
        hubs = ranked if len(ranked) <= SIBLINGS else ranked[:2]
        for n, b in enumerate(hubs):
            found |= {(a, b) for a in ranked[n + 1 :] if pool.columns[a].table != pool.columns[b].table}
    return found


def by_repeated_key(pool: Pool) -> Pairs:
    """Pairs of references that share values, where no column is their key: called alike, though not the same, or codes
    that are all among the other's.

    `person` and `member id` of two histories: both repeat, and a list of the persons is not among the files.
    """
    keys = set(pool.keys)
    several = [
        i
        for i, c in enumerate(pool.columns)
        if i not in keys and c.profile.distinct >= MANY and _label(pool, i).informative and _refers(pool, i)
    ]
    found: Pairs = set()
    for a, b in by_value(pool, several):
        child, parent = pool.columns[a], pool.columns[b]
        apart = a not in keys and child.table != parent.table and child.type == parent.type
        smaller = (child.profile.distinct, a) < (parent.profile.distinct, b)
        if apart and smaller:
            label = compare(_label(pool, a), _label(pool, b))
            if label.same:
                continue
            named = _label(pool, a).key and _label(pool, b).key and label.similarity >= 0.5
            if named or (codes(child) and pool.candidate(child, parent).overlap.forth >= WHOLE):
                found.add((a, b))
    return found


def _refers(pool: Pool, column: int) -> bool:
    """A column holds references by its label, or codes by its values."""
    return _label(pool, column).key or codes(pool.columns[column])


def by_own_key(pool: Pool) -> Pairs:
    """Pairs of a column and its own table's key, of one type: where a row may point at another of its table."""
    keys = {pool.columns[i].table: i for i in reversed(pool.keys) if own_key(pool.columns[i], _label(pool, i))}
    return {
        (a, b)
        for a, column in enumerate(pool.columns)
        if (b := keys.get(column.table, a)) != a
        and column.type == pool.columns[b].type
        and not key_like(column)
        and not _label(pool, a).measure
        and not _label(pool, a).time
    }


def by_upward_word(pool: Pool) -> Pairs:
    """Pairs of a column and one of its own table that is called the same but for a word that points upward, though that
    one repeats: `previous_election_id` and `election_id` of one row for each party of an election."""
    keys = set(pool.keys)
    named: dict[tuple[str, Words], list[int]] = defaultdict(list)
    for i, column in enumerate(pool.columns):
        label = _label(pool, i)
        if i not in keys and label.key and not label.upward:
            for entity in {r.entity for r in label.readings if r.entity}:
                named[column.table, entity].append(i)
    found: Pairs = set()
    for a, column in enumerate(pool.columns):
        if _label(pool, a).key and _label(pool, a).upward:
            plain = {tuple(w for w in r.entity if w not in UPWARD) for r in _label(pool, a).readings}
            meant = {b for entity in plain for b in named.get((column.table, entity), ())}
            found |= {(a, b) for b in meant if pool.columns[b].type == column.type}
    return found


def _label(pool: Pool, column: int) -> ColumnLabel:
    return pool.labels[pool.columns[column].id]


class _CloseWords:
    """The vocabulary's words that a word matches, itself first; each asked for once."""

    def __init__(self, vocabulary: Collection[str]) -> None:
        self._by_letter: dict[str, list[str]] = defaultdict(list)
        for word in sorted(vocabulary):
            self._by_letter[word[:1]].append(word)
        self._known: dict[str, list[tuple[str, float]]] = {}

    def __call__(self, word: str) -> list[tuple[str, float]]:
        if word not in self._known:
            tried = ((w, word_match(word, w)) for w in self._by_letter.get(word[:1], ()))
            self._known[word] = [(w, m) for w, m in tried if m > 0.0]
        return self._known[word]
