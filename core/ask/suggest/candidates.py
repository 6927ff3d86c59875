"""What is worth asking about: which columns group, measure or date a table's rows, and how tables hang together.

Told by types, profiles and joins alone; and the words for it, made from the labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.ask.code_words import truths
from core.ask.names import Names, readable
from core.ask.table_words import tell_of_others
from core.model import NUMERIC, Column, Join, Table
from core.text.words import words

TOP = 5
_FEW, _MANY = 2, 30
"""How many kinds make a grouping."""
_GENERIC = frozenset("date time day start created recorded timestamp at on when".split())
_PLACES = frozenset("position rank round sequence place seat order".split())
"""Numbers that say which place something has: an average of them says little."""
_CODES = _PLACES | frozenset(
    "id ids code codes key no nr num number zip zipcode postcode phone tel fax uid year "
    "lat lon lng latitude longitude easting northing x y".split()
)

_LEADING = frozenset("by from to of on at in for with start end".split())
"""How labels end that read badly behind “for each”: `pays by`, `from`."""

_ASKING = frozenset("why who what when where which how".split())
"""Labels that are questions themselves: “for each why” is none."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Tables that hold rows and tell of no others, the joins that are not rejected, and which columns are keys."""

    tables: dict[str, Table]
    joins: tuple[Join, ...]
    keys: frozenset[tuple[str, str]]
    names: Names


def sight_of(tables: Sequence[Table], joins: Sequence[Join]) -> Sight:
    kept = tuple(j for j in joins if j.state != "rejected")
    ends = ((t, cs) for j in kept for t, cs in ((j.child_table, j.child), (j.parent_table, j.parent)))
    aside = tell_of_others(tables)
    return Sight(
        {t.name: t for t in tables if t.rows and t.name not in aside},
        kept,
        frozenset((t, c) for t, cs in ends for c in cs),
        Names(tables),
    )


def children(table: Table, sight: Sight) -> Iterator[Join]:
    """The joins by which rows of other tables belong to this one's."""
    for j in sight.joins:
        other = j.child_table in sight.tables and j.child_table != table.name
        if j.parent_table == table.name and other and j.evidence.cardinality in ("n:1", "1:1"):
            yield j


def parents(table: Table, sight: Sight) -> Iterator[Join]:
    for j in sight.joins:
        other = j.parent_table in sight.tables and j.parent_table != table.name
        if j.child_table == table.name and other and j.evidence.cardinality == "n:1":
            yield j


def groups(table: Table, sight: Sight) -> Iterator[Column]:
    """Columns of a few kinds, the most telling first; yes and no are no kinds to be told “for each”."""
    found = [
        c
        for c in table.columns
        if c.type in ("text", "boolean")
        and (table.name, c.name) not in sight.keys
        and _FEW <= c.profile.distinct <= _MANY
        and c.profile.distinct * 2 <= c.profile.filled
        and not set(words(c.label)) & _CODES
        and not set(words(c.label)[-1:]) & _LEADING
        and not set(words(c.label)[:1]) & _ASKING
        and truths(c) is None
        and not _prose(c)
        and sight.names.plain(table.name, c.name)
    ]
    yield from sorted(
        found, key=lambda c: (c.profile.nulls * 2 > c.profile.rows, abs(c.profile.distinct - 8), c.position)
    )


def _prose(column: Column) -> bool:
    """Its cells are sentences, not the names of kinds."""
    said = [len(words(value)) for value, _ in column.profile.common]
    return column.profile.mean_length > 30 or sum(said) > 3 * len(said)


def figures(table: Table, sight: Sight) -> Iterator[Column]:
    """Numbers that measure something."""
    for c in table.columns:
        measures = c.type in NUMERIC and c.profile.distinct > TOP and (table.name, c.name) not in sight.keys
        codes = set(words(c.label)) & _CODES or set(sight.names.column(table.name, c.name).split(" ")) & _CODES
        numbered = c.type == "integer" and c.profile.unique
        if measures and not codes and not numbered and not c.codes and sight.names.plain(table.name, c.name):
            yield c


def is_named(table: Table) -> bool:
    """People call its rows by a name: a text that hardly repeats."""
    return any(c.type == "text" and c.profile.distinct * 10 >= c.profile.filled * 9 > 0 for c in table.columns)


def dates(table: Table, sight: Sight) -> Iterator[Column]:
    """Columns of days that differ."""
    found = (c for c in table.columns if c.type in ("date", "datetime") and c.profile.distinct > _FEW)
    return (c for c in found if sight.names.plain(table.name, c.name))


def when(column: Column, sight: Sight) -> str:
    """` of hire date`, where one must say which day of the rows is meant; else nothing."""
    said = sight.names.column(column.table, column.name)
    own = set(sight.names.one(column.table).split(" ")) | _GENERIC
    alone = sum(1 for _ in dates(sight.tables[column.table], sight)) == 1
    return "" if alone and set(said.split(" ")) <= own else f" of {said}"


def time_unit(column: Column) -> str:
    """What to group dates by so that there are neither few groups nor very many."""
    low, high = str(column.profile.minimum or "")[:4], str(column.profile.maximum or "")[:4]
    return "year" if low.isdigit() and high.isdigit() and int(high) - int(low) > 3 else "month"


def spoken(table: Table, sight: Sight, n: int | None = None) -> str:
    """Its rows as a question calls them: `trips`, or `records of landings 2022` where the label is no plain noun."""
    names = sight.names
    if names.plain(table.name):
        return names.many(table.name, n)
    return f"{'record' if n == 1 else 'records'} of {' '.join(table.label.replace('_', ' ').split())}"


def sayable(table: Table, sight: Sight) -> bool:
    """Whether its label is words that can be read aloud."""
    said = words(table.label)
    return sight.names.plain(table.name) or readable([w for w in said if w.isalpha()], table.label)
