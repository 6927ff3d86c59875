"""What a figure is taken apart by: columns of few values, of its own table and of those that its rows refer to.

Which of them tells most follows R. Bhagwan et al., “Adtributor” (NSDI 2014): the surprise of a column is the
Jensen-Shannon divergence between the shares of its groups before and after. A column whose groups all grew alike has
none, however large they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.ask.names import Names
from core.ask.translators.rules.columns import NAME, label_stems
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import NUMERIC, TEMPORAL, Column, Join

MOST_COLUMNS = 12
MOST_GROUPS = 50
_FEWEST_ROWS = 5
"""Rows for each group at least, in the mean."""
_MOST_NAMES = 20
"""Names of things by which rows are told into groups, at most, where two things may have one name."""
_FEWEST_OF_NAME = 20
"""Rows for each thing that has a name, in the mean: of twelve teachers, but not of each of their pupils."""
_NEARLY_ALL = 0.9
_MOSTLY = 0.5
_MOST_IN_ALL = 600
_MOST_JOINS = 2


@dataclass(frozen=True, slots=True)
class Part:
    """A column, and what people call it."""

    column: Col
    label: str


def fitting(about: str, facts: Facts, without: Iterable[Col] = (), own_only: bool = False) -> tuple[Part, ...]:
    """The columns, those of the table itself first. `without` are those that the question fixes already."""
    rows, left = facts.tables[about].rows, set(without)
    names = Names(facts.schema.tables)
    found: list[Part] = []
    groups = 0
    for table in (about,) if own_only else (about, *_referred_to(about, facts)):
        for column in facts.tables[table].columns:
            place = Col(table, column.name)
            if place in left or not _fits(place, column, rows, facts) or (table != about and _numbers(place, facts)):
                continue
            groups += column.profile.distinct
            if len(found) < MOST_COLUMNS and groups <= _MOST_IN_ALL:
                label = names.column(table, column.name) if table == about else names.of(table, column.name)
                found.append(Part(place, label.replace("`", "")))
    return _named_apart(found, facts)


def _fits(place: Col, column: Column, rows: int, facts: Facts) -> bool:
    distinct = column.profile.distinct
    if not 2 <= distinct <= min(MOST_GROUPS, max(1, rows // _FEWEST_ROWS)) or column.type in TEMPORAL or column.private:
        return False
    if column.profile.nulls > _MOSTLY * column.profile.rows or _names_each(place, column, rows, facts):
        return False
    if any(j.child_table == place.table and place.name in j.child and _leads(j, facts) for j in facts.schema.joins):
        return False  # the row that it refers to says more
    if column.type in NUMERIC:
        return facts.coded(place) or (facts.identifying(place) and not column.profile.unique and not facts.year(place))
    return True


def _names_each(place: Col, column: Column, rows: int, facts: Facts) -> bool:
    """It names single things or persons, of which each has few rows, or of which several have one name."""
    if place in (facts.person(place.table) or ()):
        return True
    if place not in facts.display(place.table) and NAME not in label_stems(column):
        return False
    distinct, known = column.profile.distinct, facts.tables[place.table].rows - column.profile.nulls
    if rows < _FEWEST_OF_NAME * distinct:
        return True
    return distinct > _MOST_NAMES and known < rows and distinct < _NEARLY_ALL * known


def _numbers(place: Col, facts: Facts) -> bool:
    """It only numbers the rows that are referred to, or the rows that these refer to."""
    column = facts.column(place)
    number = column is not None and column.type in NUMERIC and not facts.coded(place)
    return number or (place == facts.key(place.table) and place not in facts.display(place.table))


def _leads(join: Join, facts: Facts) -> bool:
    """By it rows refer to rows that have a name."""
    named = join.parent_table in facts.tables and facts.named(join.parent_table)
    return join.state == "confirmed" and join.evidence.parent_unique and not join.is_self and named


def _referred_to(about: str, facts: Facts) -> list[str]:
    """Tables that each row refers to one row of, nearest first; none where two joins lead to one."""
    found: list[str] = []
    ends = [about]
    for _ in range(_MOST_JOINS):
        ways = [
            j
            for t in ends
            for j in facts.schema.joins
            if j.child_table == t and j.state == "confirmed" and j.evidence.parent_unique and not j.is_self
        ]
        goals = [j.parent_table for j in ways]
        ends = [t for t in dict.fromkeys(goals) if goals.count(t) == 1 and t not in found and t != about]
        ends = [t for t in ends if t in facts.tables]
        found += ends
    return found


def _named_apart(found: Sequence[Part], facts: Facts) -> tuple[Part, ...]:
    """With labels of their own."""
    said = [p.label for p in found]
    return tuple(
        p if said.count(p.label) == 1 else Part(p.column, f"{facts.tables[p.column.table].label} {p.label}")
        for p in found
    )


def surprise(groups: Mapping[str, tuple[float, float]], rows: tuple[float, float]) -> float:
    """How far the shares of the groups moved, less what chance moves them: at most ln 2. Values are (before, after).

    `rows` are how many rows there are in each period. With k groups and no change but chance, the divergence is
    (k - 1) (1/before + 1/after) / 8 in the mean (the second-order term, as for a chi-square).
    """
    before, after = (sum(max(0.0, pair[n]) for pair in groups.values()) for n in (0, 1))
    if before <= 0 or after <= 0:
        return 0.0
    total = 0.0
    for b, a in groups.values():
        p, q = max(0.0, b) / before, max(0.0, a) / after
        total += sum(0.5 * x * math.log(2 * x / (p + q)) for x in (p, q) if x > 0)
    return total - (len(groups) - 1) * sum(1 / max(1.0, n) for n in rows) / 8
