"""Joins over several columns: the parent's key is a run of columns that repeat one by one.

Profiles cannot prove that a run is unique together, so such a join is only offered where much speaks for it: the parent
has no key column of its own, the run opens the table, the child has columns of the very same labels, each contained,
and the distinct counts allow it. It stays probable until `unique` (a query of the caller's) says that it holds. Asked
so, files of one form may join as well. `settle` then decides by how many of the child's runs the parent has, where need
be without the columns that the key can spare.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from core.match.candidates import Candidate, Pool, by_value, key_like
from core.match.explain import why_composite
from core.match.labels import meaning
from core.match.union_find import UnionFind
from core.match.values import NEAR_UNIQUE, chance
from core.model import Column, Evidence, Join, Table

MOST_PARTS = 4
CONTAINED = 0.8
"""Each part's containment is at least this."""
IN_ORDER = 0.95
"""The same where only values and positions speak."""
TELLING = 8
"""One part at least has so many values, and not just numbers from 1."""
SAME_FORM = 0.7
"""Tables that share at least this part of their columns are files of one form, not child and parent."""
SCORE = 0.7
"""The score of an unproven composite join, times its worst containment."""

PROVEN_SCORE = 0.95
"""The same of a proven one."""
CONFIRMED_CONTAINMENT = 0.95
"""A confirmed composite join misses at most this share of the child's runs."""
LEAST_CONTAINMENT = 0.5
"""With fewer of the child's runs in the parent it is not meant."""

Unique = Callable[[str, tuple[str, ...]], bool | None]
"""Asked as `unique(table, columns)`: do the columns identify the table's rows together? None: it cannot be told."""


def composites(
    pool: Pool, pairs: Sequence[Candidate], singles: Collection[Join], unique: Unique | None = None
) -> list[Join]:
    """Composite joins between tables that no kept single-column key join ties already."""
    tied = {
        (j.child_table, j.parent_table) for j in singles if j.state != "rejected" and j.evidence.cardinality != "n:m"
    }
    tables = {t.name: t for t in pool.tables}
    parts: dict[tuple[str, str], dict[str, Candidate]] = defaultdict(dict)
    for pair in pairs:
        a, b = pair.child, pair.parent
        if pair.label.same and a.table != b.table and not (key_like(a) and key_like(b)):
            for forward in (True, False):
                child, parent = (a, b) if forward else (b, a)
                held = max(pair.overlap.forth, pair.overlap.back)
                if held >= CONTAINED and not key_like(parent):
                    parts[child.table, parent.table][parent.name] = pair
    for key, run in _in_order(pool).items():
        parts[key].update(run)
    found: dict[frozenset[str], Join] = {}
    for (left, right), matched in sorted(parts.items()):
        if (left, right) in tied or (right, left) in tied or right in pool.keyed:
            continue
        join = _composite(tables[left], tables[right], matched, unique)
        if join is not None:
            other = found.get(frozenset((left, right)))
            if other is None or _rank(join, tables) < _rank(other, tables):
                found[frozenset((left, right))] = join
    return _no_circles(found.values(), tables, pool)


def _no_circles(found: Iterable[Join], tables: Mapping[str, Table], pool: Pool) -> list[Join]:
    """The joins without those that follow from likelier ones over the same labels: many tables by country and year all
    meet in the largest, not each in every other."""
    tied: dict[tuple[str, ...], UnionFind] = defaultdict(UnionFind)
    kept = []
    for join in sorted(found, key=lambda j: (-j.score, -tables[j.parent_table].rows, j.parent_table, j.id)):
        run = tuple(sorted(meaning(pool.labels[c], c) for c in (f"{join.parent_table}.{p}" for p in join.parent)))
        if tied[run].join(join.child_table, join.parent_table):
            kept.append(join)
    return kept


def _in_order(pool: Pool) -> dict[tuple[str, str], dict[str, Candidate]]:
    """Under headers that say nothing: columns of a child that lie side by side, in the order of the columns that open a
    keyless parent, each contained in its own, the first ones telling. (child, parent) to parent column to pair."""
    opening = [
        i
        for i, c in enumerate(pool.columns)
        if c.position == 0 and c.table not in pool.keyed and not pool.labels[c.id].informative
    ]
    tables = {t.name: t for t in pool.tables}
    joining = {c.id for c in pool.columns}
    found: dict[tuple[str, str], dict[str, Candidate]] = {}
    for a, b in sorted(by_value(pool, opening)):
        child, parent = pool.columns[a], pool.columns[b]
        if child.table == parent.table or pool.labels[child.id].informative:
            continue
        run: dict[str, Candidate] = {}
        telling = False
        for left, right in zip(
            tables[child.table].columns[child.position :], tables[parent.table].columns, strict=False
        ):
            if not {left.id, right.id} <= joining or key_like(left) or key_like(right):
                break
            pair = pool.candidate(left, right)
            if pair.overlap.forth < IN_ORDER:
                break
            run[right.name] = pair
            telling = telling or (left.profile.distinct >= TELLING and chance(left, right) < 0.5)
        if telling and len(run) > 1 and len(run) > len(found.get((child.table, parent.table), ())):
            found[child.table, parent.table] = run
    return found


def _rank(join: Join, tables: Mapping[str, Table]) -> tuple[float, int, str]:
    return -join.score, tables[join.parent_table].rows, join.id


def _composite(child: Table, parent: Table, matched: Mapping[str, Candidate], unique: Unique | None) -> Join | None:
    run: list[Column] = list(takewhile(lambda c: c.name in matched, parent.columns))[:MOST_PARTS]
    if unique is not None:  # rows with a gap in a key cannot be looked up by it
        run = [c for c in run if c.profile.filled >= NEAR_UNIQUE * parent.rows]
    if len(run) < 2:
        return None
    room = 1
    for column in run:
        room *= max(1, column.profile.distinct)
    if room < parent.rows:
        return None
    names = tuple(c.name for c in run)
    proven = unique(parent.name, names) if unique is not None else None
    one_form = len(matched) >= SAME_FORM * max(len(child.columns), len(parent.columns))
    if proven is False or (one_form and not proven):
        return None
    pairs = [matched[n] for n in names]
    forward = [p.parent.table == parent.name for p in pairs]
    mine = tuple((p.child if f else p.parent).name for p, f in zip(pairs, forward, strict=True))
    forth = min(p.overlap.forth if f else p.overlap.back for p, f in zip(pairs, forward, strict=True))
    back = min(p.overlap.back if f else p.overlap.forth for p, f in zip(pairs, forward, strict=True))
    alone = bool(proven and unique is not None and unique(child.name, mine))
    evidence = Evidence(
        containment=forth,
        containment_back=back,
        label_similarity=min(p.label.similarity for p in pairs),
        child_unique=alone,
        parent_unique=bool(proven),
        cardinality="1:1" if alone else "n:1",
        shared=min(p.overlap.shared for p in pairs),
    )
    return Join(
        id=Join.make_id(child.name, mine, parent.name, names),
        child_table=child.name,
        child=mine,
        parent_table=parent.name,
        parent=names,
        score=round((PROVEN_SCORE if proven else SCORE) * forth, 4),
        state="confirmed" if proven and forth >= CONFIRMED_CONTAINMENT else "probable",
        evidence=evidence,
        why=why_composite(child.name, mine, parent.name, names, forth, bool(proven), pairs[0].label.same),
    )


def without_spare(join: Join, unique: Unique) -> Join:
    """A proven join on the columns that the key needs: a country's code beside its name may be spelled in two ways."""
    kept = list(zip(join.child, join.parent, strict=True))
    for pair in reversed(kept[1:]):
        rest = [p for p in kept if p != pair]
        if len(rest) > 1 and unique(join.parent_table, tuple(p for _, p in rest)):
            kept = rest
    child, parent = tuple(c for c, _ in kept), tuple(p for _, p in kept)
    if child == join.child:
        return join
    made = Join.make_id(join.child_table, child, join.parent_table, parent)
    named = join.evidence.label_similarity > 0.0
    told = why_composite(join.child_table, child, join.parent_table, parent, join.evidence.containment, True, named)
    return replace(join, id=made, child=child, parent=parent, why=told)


def settle(join: Join) -> Join:
    """A composite join's state and score, once its containment is that of whole runs and not of each part."""
    e = join.evidence
    found = replace(join, score=round((PROVEN_SCORE if e.parent_unique else SCORE) * e.containment, 4))
    share = f"{min(e.containment, 0.99 if e.containment < 1.0 else 1.0):.0%}".replace("%", " %")
    found = replace(found, why=f"{join.why}; {share} of the rows' values are found together")
    if e.containment < LEAST_CONTAINMENT:
        return replace(found, state="rejected")
    sure = e.parent_unique and e.containment >= CONFIRMED_CONTAINMENT
    return replace(found, state="confirmed" if sure else "probable")
