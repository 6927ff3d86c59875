"""Joins to a list of people that is keyed by their initials: `Fitted by` with DK and RS, of a team of eleven.

Few of the team do each thing, and the header names a deed and no person, so that neither values nor names say enough.
That a list's keys are the initials of its people does: letters that are all among them stand for these people.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from core.match.choice import PROBABLE, Choice
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
FITS, SEVERAL = 0.8, 3
"""The share of a column's values that are keys, and how many at least where there are others (`Desk`)."""
Values = Mapping[str, Sequence[str]]


def by_initials(pool: Pool, joins: Sequence[Join], values: Values, settled: Collection[str] = ()) -> list[Join]:
    """Such joins of columns that no join in use refers onwards; `values` are the distinct normalised ones by column."""
    taken = {f"{j.child_table}.{c}" for j in joins if j.state != "rejected" for c in j.child} | {*settled}
    tables = pool.tables if len(pool.tables) > 1 else ()
    lists = {c.id: (c, keys) for t in tables for c in t.columns if (keys := _people(t, c, values))}
    found: dict[str, list[Join]] = defaultdict(list)
    for child in pool.columns if lists else ():
        if child.id in taken or not codes(child) or not _short(child) or key_like(child) or child.profile.distinct < 2:
            continue
        said = _of(child, values)
        for parent, keys in lists.values():
            if _fits(said, keys) and parent.table != child.table:
                found[child.id].append(_join(pool, child, parent))
    return [only[0] for only in found.values() if len(only) == 1]


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
    return as_join(Choice(Scored(pair, PROBABLE, 0.0), PROBABLE, kept=True, note="initials"), "probable")
