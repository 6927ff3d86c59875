"""What is worth asking about: which columns group, measure or date a table's rows, and how tables hang together.

Told by types, profiles and joins alone; and the words for it, made from the labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.model import NUMERIC, Column, Join, Table
from core.text import singular, words

TOP = 5
_BRACKETS = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\])\s*$")
_FEW, _MANY = 2, 30
"""So many kinds make a grouping."""
_NO_PLURAL = frozenset("data info information staff equipment media people stock feedback history master".split())
_CODES = frozenset("id ids code codes key no nr num number zip zipcode postcode phone tel fax uid year lat lon".split())


@dataclass(frozen=True, slots=True)
class Sight:
    """Tables that hold rows, the joins that are not rejected, and which columns are keys."""

    tables: dict[str, Table]
    joins: tuple[Join, ...]
    keys: frozenset[tuple[str, str]]


def sight_of(tables: Sequence[Table], joins: Sequence[Join]) -> Sight:
    kept = tuple(j for j in joins if j.state != "rejected")
    ends = ((t, cs) for j in kept for t, cs in ((j.child_table, j.child), (j.parent_table, j.parent)))
    return Sight({t.name: t for t in tables if t.rows}, kept, frozenset((t, c) for t, cs in ends for c in cs))


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
    """Columns of a few kinds, the most telling first."""
    found = [
        c
        for c in table.columns
        if c.type in ("text", "boolean")
        and (table.name, c.name) not in sight.keys
        and _FEW <= c.profile.distinct <= _MANY
        and c.profile.distinct * 2 <= c.profile.filled
        and not set(words(c.label)) & _CODES
        and c.profile.mean_length <= 30
    ]
    yield from sorted(
        found, key=lambda c: (c.profile.nulls * 2 > c.profile.rows, abs(c.profile.distinct - 8), c.position)
    )


def figures(table: Table, sight: Sight) -> Iterator[Column]:
    """Numbers that measure something."""
    for c in table.columns:
        measures = c.type in NUMERIC and c.profile.distinct > TOP and (table.name, c.name) not in sight.keys
        if measures and not set(words(c.label)) & _CODES and not (c.type == "integer" and c.profile.unique):
            yield c


def is_named(table: Table) -> bool:
    """People call its rows by a name: a text that hardly repeats."""
    return any(c.type == "text" and c.profile.distinct * 10 >= c.profile.filled * 9 > 0 for c in table.columns)


def dates(table: Table) -> Iterator[Column]:
    """Columns of days that differ."""
    return (c for c in table.columns if c.type in ("date", "datetime") and c.profile.distinct > _FEW)


def time_unit(column: Column) -> str:
    """What to group dates by so that there are neither few groups nor very many."""
    low, high = str(column.profile.minimum or "")[:4], str(column.profile.maximum or "")[:4]
    return "year" if low.isdigit() and high.isdigit() and int(high) - int(low) > 3 else "month"


def said(label: str) -> str:
    """A label as words: `orderDate` as “order date”, without a unit in brackets: `Fine (EUR)` as “fine”."""
    bare = _BRACKETS.sub("", label)
    return " ".join(words(bare) or words(label)) or label


def said_of(label: str, table: str) -> str:
    """A column's words behind its table's: “book genre”, but “member group” where the label begins so itself."""
    noun, what = one(table), said(label)
    return what if what.split()[:1] == [noun] else f"{noun} {what}"


def with_article(noun: str) -> str:
    """“an amount”, “a price”."""
    return f"{'an' if noun[:1].casefold() in tuple('aeiou') else 'a'} {noun}"


def one(label: str) -> str:
    """One row of a table, in words."""
    *rest, last = words(label) or (label,)
    return " ".join([*rest, singular(last)])


def plural(label: str) -> str:
    """The rows of a table, in words."""
    *rest, last = words(label) or (label,)
    if singular(last) == last and last.isalpha():
        last = _many(last)
    return " ".join([*rest, last])


def _many(noun: str) -> str:
    """The plural of a singular noun; of one that has none, the noun."""
    if noun in _NO_PLURAL:
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    plural = noun + ("es" if noun.endswith(("x", "ch", "sh", "z")) else "s")
    return plural if singular(plural) == noun else noun
