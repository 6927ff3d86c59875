"""Joins over several columns that are called otherwise on both sides: `place`, `when` to `site`, `measured on`.

Names say nothing here, so values must: codes and days alone are looked at, each of the child's lies in one column of
the parent's and in no other, and they tell the parent's rows apart. Where the parent has every site on every day, any
run of such codes and days is found in it, which proves nothing: a person is asked then. Where it has few of all
combinations and yet all the child's runs, chance is ruled out, and the join is used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from core.match.candidates import by_value
from core.match.explain import why_composite
from core.match.keys import MANY, codes, constant, key_like
from core.match.pool import Candidate, Pool
from core.model import TEMPORAL, Column, Evidence, Join, Table

FITS = 0.98
"""The least share of each column's values, and of the runs of an asked or used join, that the parent holds."""
TELLING = 8
"""One column of the run at least has so many codes."""
SPARSE = 0.5
"""The parent holds at most this share of all combinations of its columns' values: to be among them tells something."""
MOST_PARTS = 3
MOST_COLUMNS = 6
"""More columns of two tables that fit each other are files of one form."""
USED, ASKED = 0.6, 0.45
"""The scores of what is used and of what is asked, times the containment."""

Unique = Callable[[str, tuple[str, ...]], bool | None]
Measure = Callable[[Join], Join]


def by_other_names(
    pool: Pool, joins: Sequence[Join], unique: Unique | None, measure: Measure | None, settled: Collection[str] = ()
) -> list[Join]:
    """Such joins between tables that none of `joins` in use ties by a key. None without rows to ask."""
    if unique is None or measure is None:
        return []
    tied = {frozenset((j.child_table, j.parent_table)) for j in joins if _ties(j)}
    tables = {t.name: t for t in pool.tables}
    found: dict[frozenset[str], Join] = {}
    for (left, right), leads in sorted(_leads(pool).items()):
        ends = frozenset((left, right))
        if ends in tied or any(c in settled for c in leads):
            continue
        run = _run(tables[right], _matched(pool, tables[left], tables[right]), leads, unique)
        if run:
            join = _weighed(measure(_join(run, unique)), tables[right], run)
            if join is not None and (ends not in found or (join.state, -join.score) < _rank(found[ends])):
                found[ends] = join
    return list(found.values())


def _rank(join: Join) -> tuple[str, float]:
    return join.state, -join.score


def _ties(join: Join) -> bool:
    return join.state != "rejected" and join.evidence.cardinality != "n:m"


def _plain(column: Column) -> bool:
    """Codes or days, more than one, that identify nothing alone."""
    return (codes(column) or column.type in TEMPORAL) and not constant(column) and not key_like(column)


def _leads(pool: Pool) -> dict[tuple[str, str], set[str]]:
    """(child table, parent table) to the parent's columns of many codes that a column of the child's lies in."""
    several = [
        i
        for i, c in enumerate(pool.columns)
        if c.table not in pool.keyed and codes(c) and _plain(c) and c.profile.distinct >= TELLING
    ]
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for a, b in by_value(pool, several):
        child, parent = pool.columns[a], pool.columns[b]
        if child.table != parent.table and codes(child) and _plain(child) and child.profile.distinct >= TELLING:
            found[child.table, parent.table].add(parent.id)
    return found


def _matched(pool: Pool, child: Table, parent: Table) -> list[Candidate]:
    """The pairs of columns that fit, each the only one for both; none where the tables are of one form."""
    there = {c.id for c in pool.columns}
    mine, theirs = ([c for c in t.columns if c.id in there and _plain(c)] for t in (child, parent))
    fits = [
        pair
        for b in theirs
        if b.profile.filled == parent.rows
        for a in mine
        if a.type == b.type and not pool.labels[b.id].measure
        for pair in [pool.candidate(a, b)]
        if pair.overlap.forth >= FITS
    ]
    if len(fits) > MOST_COLUMNS or any(p.label.same and p.child.type == "text" for p in fits):
        return []
    ends = [c.id for p in fits for c in (p.child, p.parent)]
    return [p for p in fits if ends.count(p.child.id) == ends.count(p.parent.id) == 1]


def _run(parent: Table, fits: Sequence[Candidate], leads: Collection[str], unique: Unique) -> tuple[Candidate, ...]:
    """The fewest pairs that tell the parent's rows apart, one of them of many codes."""
    for some in _some(fits):
        names = tuple(p.parent.name for p in some)
        led = any(p.parent.id in leads for p in some)
        if led and _room(some) >= parent.rows and unique(parent.name, names) is True:
            return some
    return ()


def _some(fits: Sequence[Candidate]) -> Iterator[tuple[Candidate, ...]]:
    for size in range(2, MOST_PARTS + 1):
        yield from combinations(sorted(fits, key=lambda p: p.parent.position), size)


def _room(run: Sequence[Candidate]) -> int:
    room = 1
    for pair in run:
        room *= max(1, pair.parent.profile.distinct)
    return room


def _join(run: Sequence[Candidate], unique: Unique) -> Join:
    child, parent = run[0].child.table, run[0].parent.table
    mine, names = tuple(p.child.name for p in run), tuple(p.parent.name for p in run)
    forth, alone = min(p.overlap.forth for p in run), unique(child, mine) is True
    evidence = Evidence(
        containment=forth,
        containment_back=min(p.overlap.back for p in run),
        label_similarity=min(p.label.similarity for p in run),
        child_unique=alone,
        parent_unique=True,
        cardinality="1:1" if alone else "n:1",
        shared=min(p.overlap.shared for p in run),
    )
    return Join(
        id=Join.make_id(child, mine, parent, names),
        child_table=child,
        child=mine,
        parent_table=parent,
        parent=names,
        score=0.0,
        state="rejected",
        evidence=evidence,
        why=why_composite(child, mine, parent, names, forth, proven=True, named=None),
    )


def _weighed(join: Join, parent: Table, run: Sequence[Candidate]) -> Join | None:
    """The join used or asked about, once its containment is that of whole runs; None where they do not fit."""
    held = join.evidence.containment
    if held < FITS or join.evidence.as_written is None:
        return None
    used = parent.rows <= SPARSE * _room(run) and max(p.child.profile.distinct for p in run) >= MANY
    chance = "" if used else "; that could be so by chance, as it has most combinations of them"
    return replace(
        join,
        score=round((USED if used else ASKED) * held, 4),
        state="probable" if used else "rejected",
        offered=not used,
        why=f"{join.why}; their rows' values are found together{chance}",
    )
