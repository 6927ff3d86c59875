"""Tables with rows for places of several levels: the nation, its regions, their councils, each named in a column of its
own that is empty above (`geographic_level, country_name, region_name, la_name`).

Each level is a table of figures by itself: figures of two levels are never added up. The form is that of open data of
education and health departments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from core.ask.figures.cube import Level
from core.model import Column, Table

_MOST = 6
"""Levels at most."""
_Rows = frozenset[str]
"""The levels in whose rows a column is filled."""


def levels_of(table: Table) -> tuple[tuple[Level, Table], ...]:
    """The levels of a table, the highest first, each with its rows as a table: without the columns that are empty
    there. None where the empty cells of the columns do not tell the levels."""
    return next((made for c in table.columns if (made := _levels(table, c))), ())


def _levels(table: Table, by: Column) -> tuple[tuple[Level, Table], ...]:
    """The levels that a column tells: each other column with empty cells is filled in the rows of some of them."""
    counts = dict(by.profile.common)
    full = by.type == "text" and not by.profile.nulls and sum(counts.values()) == table.rows
    if not full or not 1 < len(counts) <= _MOST:
        return ()
    texts = [c for c in table.columns if c.type == "text" and c is not by and c.profile.nulls and c.profile.filled]
    where = {c.name: inside for c in texts if (inside := _inside(c, counts))}
    groups = sorted(set(where.values()), key=len)
    told = frozenset[str]().union(*groups)
    if not all(a < b for a, b in pairwise(groups)) or len(told) < len(counts) - 1 or len(groups) < len(told):
        return ()
    return tuple(sorted(_each(table, by, counts, where, groups), key=lambda one: one[1].rows))


def _inside(column: Column, counts: Mapping[str, int]) -> _Rows:
    """The levels in whose rows a column is filled; empty where its filled cells are those of none, or may be those of
    several."""
    sets = (frozenset(some) for n in range(1, len(counts)) for some in combinations(counts, n))
    found = [some for some in sets if sum(counts[v] for v in some) == column.profile.filled]
    return found[0] if len(found) == 1 else frozenset()


def _each(
    table: Table, by: Column, counts: Mapping[str, int], where: Mapping[str, _Rows], groups: Sequence[_Rows]
) -> Iterator[tuple[Level, Table]]:
    for value, rows in counts.items():
        finest = next((g for g in groups if value in g), None)
        kept = [c for c in table.columns if c is not by and (c.name not in where or value in where[c.name])]
        names = [c for c in kept if finest is not None and where.get(c.name) == finest]
        full = (replace(c, profile=replace(c.profile, rows=rows, nulls=0)) if c.name in where else c for c in kept)
        level = Level(by.name, value, frozenset(c.name for c in names))
        yield level, replace(table, columns=tuple(full), rows=rows)
