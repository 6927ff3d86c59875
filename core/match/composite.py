"""Joins over several columns: the parent's key is a run of columns that repeat one by one.

Profiles cannot prove that a run is unique together, so such a join is only offered where much speaks for it: each of
the child's columns is contained in its own of the parent's, the distinct counts allow it, and either the run opens a
parent that has no key column of its own, under the same labels or in the same order, or one of the columns is a key by
its label or points at a key itself (the currency of a rate by currency and date). It stays probable until `unique` (a
query of the caller's) says that it holds. Asked so, files of one form may join as well. `settle` then decides by how
many of the child's runs the parent has, where need be without the columns that the key can spare.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, takewhile

from core.match.candidates import by_value
from core.match.explain import why_composite
from core.match.keys import MANY, codes, constant, key_like
from core.match.labels import ColumnLabel, meaning
from core.match.pool import Candidate, Pool
from core.match.union_find import UnionFind
from core.match.values import NEAR_UNIQUE, chance
from core.model import TEMPORAL, Column, Evidence, Join, Table

MOST_PARTS = 4
MOST_POINTING = 40
"""At a key that more tables point at, none is told from the others by that."""
MOST_TRIED = 6
"""Most matching columns of a parent among which a key is looked for."""
CONTAINED = 0.8
"""Each part's containment is at least this."""
ALIKE = 0.5
"""Where the run does not open the parent, labels are at least so much alike."""
IN_ORDER = 0.95
"""The same where only values and positions speak."""
TELLING = 8
"""One part at least has so many values, and not just numbers from 1."""
DENSE = 0.05
"""The parent holds at most this share of all combinations of its columns' values: to be among them tells something."""
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


@dataclass(frozen=True, slots=True)
class _Part:
    """One pair of a run, the way round that the join has it."""

    pair: Candidate
    turned: bool
    """The candidate's child is the join's parent."""
    one_key: bool = False
    """Both columns point at one key: they mean the same, whatever they are called."""

    @property
    def alike(self) -> bool:
        return self.one_key or self.pair.label.similarity >= ALIKE

    @property
    def child(self) -> Column:
        return self.pair.parent if self.turned else self.pair.child

    @property
    def parent(self) -> Column:
        return self.pair.child if self.turned else self.pair.parent

    @property
    def forth(self) -> float:
        return self.pair.overlap.back if self.turned else self.pair.overlap.forth

    @property
    def back(self) -> float:
        return self.pair.overlap.forth if self.turned else self.pair.overlap.back

    @property
    def rank(self) -> tuple[float, float, int]:
        """The best of several columns of a child for one of the parent's comes first."""
        return -self.pair.label.similarity, -self.forth, self.child.position


Matched = dict[str, _Part]
"""Parent column to the pair it is in."""


def composites(
    pool: Pool, pairs: Sequence[Candidate], singles: Collection[Join], unique: Unique | None = None
) -> list[Join]:
    """Composite joins between tables that no kept single-column key join ties already."""
    tied = {
        (j.child_table, j.parent_table)
        for j in singles
        if j.state != "rejected" and j.evidence.cardinality != "n:m" and _wholly_unique(j)
    }
    keys = {
        f"{j.child_table}.{j.child[0]}": f"{j.parent_table}.{j.parent[0]}"
        for j in singles
        if j.state != "rejected" and j.evidence.parent_unique and not j.is_self
    }
    tables = {t.name: t for t in pool.tables}
    found: dict[frozenset[str], Join] = {}
    for (left, right), matched in sorted(_matched(pool, pairs, keys).items()):
        if (left, right) in tied or (right, left) in tied:
            continue
        join = _composite(pool, tables[left], tables[right], matched, keys, unique)
        if join is not None:
            other = found.get(frozenset((left, right)))
            if other is None or _rank(join, tables) < _rank(other, tables):
                found[frozenset((left, right))] = join
    return _no_circles(found.values(), tables, pool)


def _wholly_unique(join: Join) -> bool:
    """The parent, or with a child that is a key too the child, has no value twice."""
    return join.evidence.parent_unique or join.evidence.child_unique


def _matched(pool: Pool, pairs: Sequence[Candidate], keys: Mapping[str, str]) -> dict[tuple[str, str], Matched]:
    """(child table, parent table) to the parent's columns that a column of the child's is contained in."""
    parts: defaultdict[tuple[str, str], Matched] = defaultdict(dict)
    for pair in pairs:
        a, b = pair.child, pair.parent
        if (
            a.table == b.table
            or constant(a)
            or constant(b)
            or pair.label.similarity < ALIKE
            or (key_like(a) and key_like(b))
        ):
            continue
        for turned in (False, True):
            part = _Part(pair, turned)
            held = max(pair.overlap.forth, pair.overlap.back) if pair.label.same else part.forth
            if held < CONTAINED or (part.parent.profile.unique if part.pair.label.same else key_like(part.parent)):
                continue
            here = parts[part.child.table, part.parent.table]
            if part.parent.name not in here or part.rank < here[part.parent.name].rank:
                here[part.parent.name] = part
    _complete(pool, parts)
    _point_alike(pool, parts, keys)
    _complete(pool, parts)
    _dated(pool, parts)
    for key, run in _in_order(pool).items():
        parts[key].update(run)
    return parts


def _complete(pool: Pool, parts: Mapping[tuple[str, str], Matched]) -> None:
    """Beside a column that is a key by its label: the others of a keyless parent, as far as the child has them."""
    columns: dict[str, list[Column]] = defaultdict(list)
    for column in pool.columns:
        if not key_like(column) and not constant(column) and not pool.labels[column.id].measure:
            columns[column.table].append(column)
    for (left, right), matched in parts.items():
        if right in pool.keyed or not any(pool.labels[p.parent.id].key or p.one_key for p in matched.values()):
            continue
        taken = {p.child.id for p in matched.values()}
        for parent in columns[right]:
            if parent.name in matched:
                continue
            tried = [
                _Part(pool.candidate(c, parent), turned=False)
                for c in columns[left]
                if c.type == parent.type and c.id not in taken
            ]
            tried = [p for p in tried if p.pair.label.similarity >= ALIKE and p.forth >= CONTAINED]
            if tried:
                matched[parent.name] = min(tried, key=lambda p: p.rank)


def _point_alike(pool: Pool, parts: defaultdict[tuple[str, str], Matched], keys: Mapping[str, str]) -> None:
    """Beside other columns that meet: one of the parent's and one of the child's that point at the same key (a `site`
    and a `station` of one list of stations). Two of these need no others beside them."""
    pointing: dict[str, dict[str, list[Column]]] = defaultdict(lambda: defaultdict(list))
    for column in pool.columns:
        if column.id in keys:
            pointing[column.table][keys[column.id]].append(column)
    for ends in _pointing_twice(pointing):
        parts[ends]
    for (left, right), matched in parts.items():
        if right in pool.keyed:
            continue
        taken = {p.child.id for p in matched.values()}
        for key, theirs in pointing[right].items():
            mine = pointing[left].get(key, [])
            if len(mine) != 1 or len(theirs) != 1 or theirs[0].name in matched or mine[0].id in taken:
                continue
            part = _Part(pool.candidate(mine[0], theirs[0]), turned=False, one_key=True)
            if part.forth >= CONTAINED and not key_like(theirs[0]):
                matched[theirs[0].name] = part


def _pointing_twice(pointing: Mapping[str, Mapping[str, Sequence[Column]]]) -> list[tuple[str, str]]:
    """Pairs of tables, both ways round, that point at two and more keys both, each with one column."""
    tables: dict[str, list[str]] = defaultdict(list)
    for table, keys in pointing.items():
        for key, columns in keys.items():
            if len(columns) == 1:
                tables[key].append(table)
    met = Counter(
        ends for some in tables.values() if len(some) <= MOST_POINTING for ends in permutations(sorted(some), 2)
    )
    return sorted(ends for ends, times in met.items() if times > 1)


def _dated(pool: Pool, parts: Mapping[tuple[str, str], Matched]) -> None:
    """Beside columns that refer to the same: the only days of a keyless parent and the only ones of the child that lie
    in them, whatever they are called."""
    days: dict[str, list[Column]] = defaultdict(list)
    for column in pool.columns:
        if column.type in TEMPORAL and not key_like(column) and not constant(column):
            days[column.table].append(column)
    for (left, right), matched in parts.items():
        theirs = days[right]
        if right in pool.keyed or len(theirs) != 1 or theirs[0].name in matched:
            continue
        if not any(p.one_key or (p.pair.label.same and pool.labels[p.parent.id].key) for p in matched.values()):
            continue
        taken = {p.child.id for p in matched.values()}
        tried = [_Part(pool.candidate(c, theirs[0]), turned=False) for c in days[left] if c.id not in taken]
        tried = [p for p in tried if p.child.type == p.parent.type and p.forth >= IN_ORDER]
        if len(tried) == 1:
            matched[theirs[0].name] = tried[0]


def _no_circles(found: Iterable[Join], tables: Mapping[str, Table], pool: Pool) -> list[Join]:
    """The joins without those that follow from likelier ones over the same labels: many tables by country and year all
    meet in the largest, not each in every other."""
    tied: dict[frozenset[str], UnionFind] = defaultdict(UnionFind)
    kept = []
    for join in sorted(
        found, key=lambda j: (-j.score, -len(j.child), -tables[j.parent_table].rows, j.parent_table, j.id)
    ):
        run = frozenset(meaning(pool.labels[c], c) for c in (f"{join.parent_table}.{p}" for p in join.parent))
        ends = join.child_table, join.parent_table
        if not any(ties.tied(*ends) for other, ties in tied.items() if other <= run or run <= other):
            tied[run].join(*ends)
            kept.append(join)
    return kept


def _in_order(pool: Pool) -> dict[tuple[str, str], Matched]:
    """Under headers that say nothing: columns of a child that lie side by side, in the order of the columns that open a
    keyless parent, each contained in its own, telling by themselves or together."""
    opening = [
        i
        for i, c in enumerate(pool.columns)
        if c.position == 0 and c.table not in pool.keyed and not pool.labels[c.id].informative
    ]
    tables = {t.name: t for t in pool.tables}
    joining = {c.id for c in pool.columns}
    found: dict[tuple[str, str], Matched] = {}
    for a, b in sorted(by_value(pool, opening)):
        child, parent = pool.columns[a], pool.columns[b]
        if child.table == parent.table or pool.labels[child.id].informative:
            continue
        run: Matched = {}
        telling = False
        for left, right in zip(
            tables[child.table].columns[child.position :], tables[parent.table].columns, strict=False
        ):
            if not {left.id, right.id} <= joining or key_like(left) or key_like(right):
                break
            pair = pool.candidate(left, right)
            if pair.overlap.forth < IN_ORDER:
                break
            run[right.name] = _Part(pair, turned=False)
            telling = telling or (left.profile.distinct >= TELLING and chance(left, right) < 0.5)
        known = found.get((child.table, parent.table), {})
        if len(run) > 1 and len(run) > len(known):
            room = _room([p.parent for p in run.values()])
            if telling or tables[parent.table].rows <= DENSE * room:
                found[child.table, parent.table] = run
    return found


def _room(columns: Iterable[Column]) -> int:
    """How many combinations of the columns' values there are."""
    room = 1
    for column in columns:
        room *= max(1, column.profile.distinct)
    return room


def _rank(join: Join, tables: Mapping[str, Table]) -> tuple[float, int, str]:
    """Better ones come first; where the rows of both are told so, the table with all of them is the parent."""
    rows = tables[join.parent_table].rows
    return -join.score - len(join.child), -rows if join.evidence.cardinality == "1:1" else rows, join.id


def _composite(
    pool: Pool, child: Table, parent: Table, matched: Matched, points: Collection[str], unique: Unique | None
) -> Join | None:
    run, proven = _opening(pool, child, parent, matched, unique)
    if not run and unique is not None:
        run, proven = _within(pool, parent, matched, points, unique), True
    if not run:
        return None
    one_form = len(matched) >= SAME_FORM * max(len(child.columns), len(parent.columns))
    if one_form and not proven:
        return None
    names = tuple(p.parent.name for p in run)
    mine = tuple(p.child.name for p in run)
    forth, back = min(p.forth for p in run), min(p.back for p in run)
    alone = bool(proven and unique is not None and unique(child.name, mine))
    evidence = Evidence(
        containment=forth,
        containment_back=back,
        label_similarity=min(p.pair.label.similarity for p in run),
        child_unique=alone,
        parent_unique=bool(proven),
        cardinality="1:1" if alone else "n:1",
        shared=min(p.pair.overlap.shared for p in run),
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
        why=why_composite(child.name, mine, parent.name, names, forth, bool(proven), _named(run)),
    )


def _named(run: Sequence[_Part]) -> bool | None:
    """Whether names led to the run, or places in the tables; None: some of it is called otherwise."""
    if run[0].pair.label.informative and any(p.pair.label.similarity < ALIKE for p in run):
        return None
    return run[0].alike


def _opening(
    pool: Pool, child: Table, parent: Table, matched: Matched, unique: Unique | None
) -> tuple[list[_Part], bool | None]:
    """The run that opens a parent without a key column, where the rows do not refute it; and whether they prove it."""
    if parent.name in pool.keyed:
        return [], None
    agree = {n for n, p in matched.items() if p.pair.label.same or not p.pair.label.informative}
    opens = takewhile(lambda c: c.name in agree or constant(c), parent.columns)
    run = [matched[c.name] for c in opens if c.name in agree]
    run = _without_twins(run, pool.labels)[:MOST_PARTS]
    if unique is not None:  # rows with a gap in a key cannot be looked up by it
        run = [p for p in run if p.parent.profile.filled >= NEAR_UNIQUE * parent.rows]
    if len(run) < 2 or _room(p.parent for p in run) < parent.rows:
        return [], None
    proven = unique(parent.name, tuple(p.parent.name for p in run)) if unique is not None else None
    return ([], None) if proven is False else (run, proven)


def _without_twins(run: Sequence[_Part], labels: Mapping[str, ColumnLabel]) -> list[_Part]:
    """The run without columns that have as many values as one before them: the same key, written in another way. Two
    keys of different things (`election_id`, `party_id`) are not."""
    out: list[_Part] = []
    for part in run:
        size = part.parent.profile.distinct
        alike = (p for p in out if p.parent.profile.distinct == size)
        if size < MANY or all(_other_things(labels[p.parent.id], labels[part.parent.id]) for p in alike):
            out.append(part)
    return out


def _other_things(one: ColumnLabel, other: ColumnLabel) -> bool:
    """Both are keys, and of different things."""
    things = [{w for r in label.readings for w in r.entity} for label in (one, other)]
    return one.key and other.key and all(things) and not things[0] & things[1]


def _within(pool: Pool, parent: Table, matched: Matched, points: Collection[str], unique: Unique) -> list[_Part]:
    """The fewest matching columns, wherever they stand, that tell the parent's rows apart; one of them is a key by its
    label or points at one, or holds codes where another says when."""

    tried = [p for p in matched.values() if p.forth >= CONTAINED and not _measure(p, pool.labels)]
    tried = [p for p in tried if p.parent.profile.filled == parent.rows]
    leads = [p.parent.name for p in tried if _refers(p, pool.labels, points)]
    dated = any(_dates(p, pool.labels) for p in tried)
    if not leads and dated:
        leads = [p.parent.name for p in tried if _codes(p)]
    tried.sort(key=lambda p: (p.parent.name not in leads, p.parent.position))
    run = _without_twins(tried, pool.labels)[:MOST_TRIED]
    if len(run) < 2 or run[0].parent.name not in leads:
        return []
    if not any(p.parent.name in leads or _dates(p, pool.labels) for p in run[1:]):
        return []

    def tells(parts: Sequence[_Part]) -> bool:
        if len(parts) < 2 or _room(p.parent for p in parts) < parent.rows:
            return False
        return unique(parent.name, tuple(p.parent.name for p in parts)) is True

    for size in range(2, min(MOST_PARTS, len(run)) + 1):
        if tells(run[:size]):
            found = run[:size]
            for spare in found[1:-1]:
                rest = [p for p in found if p is not spare]
                found = rest if tells(rest) else found
            return sorted(found, key=lambda p: p.parent.position)
    return []


def _refers(part: _Part, labels: Mapping[str, ColumnLabel], points: Collection[str]) -> bool:
    """A column by which people look things up, on both sides."""
    theirs = labels[part.parent.id]
    return (theirs.key or part.parent.id in points) and part.alike and not theirs.measure


def _codes(part: _Part) -> bool:
    """Many codes, called the same on both sides."""
    return codes(part.parent) and codes(part.child) and part.pair.overlap.shared >= MANY and part.pair.label.same


def _dates(part: _Part, labels: Mapping[str, ColumnLabel]) -> bool:
    return part.parent.type in TEMPORAL or labels[part.parent.id].time


def _measure(part: _Part, labels: Mapping[str, ColumnLabel]) -> bool:
    return labels[part.parent.id].measure or labels[part.child.id].measure


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
    why = why_composite(join.child_table, child, join.parent_table, parent, join.evidence.containment, True, named)
    return replace(join, id=made, child=child, parent=parent, why=why)


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
