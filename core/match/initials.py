"""Joins to a list of people that is keyed by their initials: `Fitted by` with DK and RS, of a team of eleven.

Few of the team do each thing, and the header names a deed and no person, so that neither values nor names say enough.
That a list's keys are the initials of its people does: letters that are all among them stand for these people.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from core.match.choice import Choice
from core.match.decide import as_join
from core.match.keys import codes, key_like
from core.match.pool import Pool
from core.match.scorers import Scored
from core.model import Column, Join, Table

LEAST, MOST = 3, 200
"""How many people such a list has."""
TOLD = 0.8
"""The share of its keys that are initials of its people."""
LONGEST = 4
"""The letters of a key at most; a number behind tells two people apart."""
BELIEF, BOTH = 0.5, 0.9
"""How sure such a join is, and one for which its values or names speak as well."""
FITS, SEVERAL = 0.8, 3
"""The share of a column's values that are keys, and how many at least where there are others (`Desk`)."""
Values = Mapping[str, Sequence[str]]


def by_initials(pool: Pool, joins: Sequence[Join], values: Values, settled: Collection[str] = ()) -> list[Join]:
    """Such joins, found here or less surely among `joins`; `values` are the distinct normalised ones by column id. A
    column that a join in use refers elsewhere stays with it."""
    tables = pool.tables if len(pool.tables) > 1 else ()
    lists = {c.id: (c, keys) for t in tables for c in t.columns if (keys := _people(t, c, values))}
    to: dict[str, set[str]] = defaultdict(set)
    for j in joins:
        for one, other in zip(j.child, j.parent, strict=True) if j.state != "rejected" else ():
            to[f"{j.child_table}.{one}"].add(f"{j.parent_table}.{other}")
    used = {j.pairs: j for j in joins if j.state != "rejected"}
    found: dict[str, list[Join]] = defaultdict(list)
    for column in pool.columns if lists else ():
        if column.id in settled or not codes(column) or not _short(column) or key_like(column):
            continue
        said = _of(column, values) if column.profile.distinct > 1 else frozenset()
        for parent, keys in lists.values():
            if parent.table != column.table and _fits(said, keys) and to[column.id] <= {parent.id}:
                found[column.id].append(_join(pool, column, parent))
    alone = [only[0] for only in found.values() if len(only) == 1]
    surer = [replace(used[j.pairs], score=BOTH) if j.pairs in used else j for j in alone]
    return [j for j in surer if j.pairs not in used or used[j.pairs].score < BOTH]


def _people(table: Table, key: Column, values: Values) -> frozenset[str]:
    """The keys of a list of people, where they are the initials of the names beside them."""
    if not LEAST <= table.rows <= MOST or key.type != "text" or not key_like(key) or not _short(key):
        return frozenset()
    letters = _of(key, values)
    if any(not 2 <= len(_plain(k)) <= LONGEST for k in letters):
        return frozenset()
    for other in table.columns:
        names = _of(other, values) if other.id != key.id and other.type == "text" else frozenset()
        ends = {(parts[0][0], parts[-1][0]) for name in names if len(parts := name.split()) > 1}
        told = sum(any(k[0] == first and last in k[1:] for first, last in ends) for k in letters)
        if letters and told >= TOLD * len(letters):
            return letters
    return frozenset()


def _short(column: Column) -> bool:
    return 2 <= column.profile.mean_length <= LONGEST + 1


def _fits(said: frozenset[str], keys: frozenset[str]) -> bool:
    met = len(said & keys)
    return 0 < met == len(said) or (met >= SEVERAL and met >= FITS * len(said))


def _plain(key: str) -> str:
    """The letters of a key; nothing where it is more than letters and a number."""
    letters = key.rstrip("0123456789")
    return letters if letters.isalpha() else ""


def _of(column: Column, values: Values) -> frozenset[str]:
    if column.profile.distinct > MOST:
        return frozenset()
    return frozenset(v for v in values.get(column.id, ()) if v)


def _join(pool: Pool, child: Column, parent: Column) -> Join:
    pair = pool.candidate(child, parent)
    return as_join(Choice(Scored(pair, BELIEF, 0.0), BELIEF, kept=True, note="initials"), "probable")
