"""What may be asked for of a table's rows: columns of theirs, and what these refer to; and what may be added up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.chart.people import doer
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Item
from core.model import TEMPORAL, Column

_LEAST_ROWS = 12
"""Rows of a table whose rows are counted, at least."""
_PEOPLE = frozenset(map(stem, "who whom by to borrower staff name".split()))
_PLACES = ("where", "destination", "site")
_KINDS = frozenset(map(stem, "type kind category class code".split()))
_BY = frozenset(("by", "via", "through"))
_PIECES = frozenset(map(stem, "qty quantity units packs pieces nos number boardings".split()))
_MONEY = frozenset(
    map(stem, "£ amount amt total cost price paid fee bill charge gross value takings fine spend out".split())
)
_PER = frozenset(map(stem, "per each rate hourly unit ea".split()))


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that each row of a table has one of."""

    column: Col
    """The column of the rows, or of a table that they belong to."""
    shown: tuple[Col, ...]
    group: tuple[Col, ...]
    joins: tuple[str, ...] = ()
    table: str = ""
    """The table that its rows are of; "" of a column that tells kinds."""
    steps: int = 0


def asked_of(rows: str, facts: Facts) -> Iterator[Asked]:
    """All that rows may be told apart by, their own columns first."""
    for one in _own(rows, (), 0, facts):
        yield one
        if one.table and one.table != rows:
            for other in _own(one.table, one.joins, 1, facts):
                yield other
                if other.table and other.table not in (rows, one.table):
                    yield from _own(other.table, other.joins, 2, facts)


def _own(table: str, joins: tuple[str, ...], steps: int, facts: Facts) -> Iterator[Asked]:
    pairs = [(j.child_table, j.parent_table) for j in facts.schema.joins]
    for c in facts.tables[table].columns:
        column = Col(table, c.name)
        join = facts.refers(column)
        if join is not None and not join.is_self and (not steps or pairs.count((table, join.parent_table)) == 1):
            shown = facts.display(join.parent_table)
            key = Col(join.parent_table, join.parent[0])
            group = tuple(dict.fromkeys((key, *shown)))
            yield Asked(column, shown, group, (*joins, join.id), join.parent_table, steps)
        elif _tells_kinds(c) and not facts.measure(column) and (column not in facts.display(table) or not steps):
            yield Asked(column, (column,), (column,), joins, "", steps)


def _tells_kinds(column: Column) -> bool:
    return column.type not in TEMPORAL and not column.profile.unique and column.profile.distinct > 1


def is_whom(asked: Asked, facts: Facts) -> bool:
    """People, or a column that names somebody."""
    if asked.table:
        if not _KINDS.isdisjoint(stems(facts.tables[asked.table].label)):
            return False
        return facts.persons(asked.table) or facts.speaks(asked.column, lexicon().people)
    if facts.speaks(asked.column, lexicon().people) or doer(asked.column.table, facts) == asked.column:
        return not facts.speaks(asked.column, _BY) or _names(asked.column, facts)
    return facts.speaks(asked.column, _PEOPLE) and _names(asked.column, facts)


def _names(column: Col, facts: Facts) -> bool:
    """Most of its cells are more than a word, as names are."""
    found = facts.column(column)
    held = [v for v, _ in found.profile.common] if found is not None else []
    return sum(" " in v for v in held) * 2 > len(held)


def is_place(asked: Asked, facts: Facts) -> bool:
    """A column of places."""
    return facts.speaks(asked.column, frozenset(map(stem, (*lexicon().labels["place"], *_PLACES))))


def measures(rows: str, facts: Facts) -> list[Col]:
    """The columns of amounts of a table's rows."""
    columns = (Col(rows, c.name) for c in facts.tables[rows].columns)
    return [c for c in columns if facts.measure(c)]


def money(rows: str, facts: Facts) -> Col | None:
    """The one column of money that rows have."""
    return _one(rows, _MONEY, facts)


def pieces(rows: str, facts: Facts) -> Col | None:
    """The one column of pieces that rows have."""
    return _one(rows, _PIECES, facts)


def _one(rows: str, labels: frozenset[str], facts: Facts) -> Col | None:
    found = [c for c in measures(rows, facts) if facts.speaks(c, labels) and not facts.speaks(c, _PER)]
    return found[0] if len(found) == 1 else None


def countable(rows: str, facts: Facts) -> bool:
    """A table of deeds or things that are enough to be counted."""
    return facts.tables[rows].rows >= _LEAST_ROWS


def label_of(col: Col, facts: Facts) -> frozenset[str]:
    found = facts.column(col)
    return frozenset(stems(found.label)) if found else frozenset()


def counted(rows: str) -> Item:
    return Item(None, "count", table=rows)
