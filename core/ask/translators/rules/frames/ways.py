"""What may be asked for of a table's rows: columns of theirs, and what these refer to; and what may be added up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.main_figures import panel, panel_figure
from core.ask.translators.rules.query import Col, Condition, Filter, Item
from core.model import TEMPORAL, Column, Join

_LEAST_ROWS = 12
"""Rows of a table whose rows are counted, at least."""
_FAR = 3
"""Joins from rows to what they have one of, at most."""
_PLACES = ("where", "destination", "site")
_PIECES = frozenset(map(stem, "qty quantity units packs pieces nos number boardings".split()))
_MONEY = frozenset(
    map(stem, "£ amount amt total cost price paid fee bill charge gross value takings fine spend out".split())
)
_CALLED = frozenset(map(stem, "name title item object description descr product what".split()))
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
    kind: Filter | None = None
    """Which of them are meant."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to read a frame."""

    rows: str
    asked: Asked
    measure: Item
    where: tuple[Condition, ...]
    score: float
    unread: tuple[str, ...]
    beside: tuple[Col, ...] = ()
    """Columns that are asked for beside the names."""
    descending: bool | None = None
    """The highest comes first, where the way itself says so."""


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


def one_of(rows: str, facts: Facts) -> Iterator[Asked]:
    """All that each row has one of, over whatever joins lead to one row, nearest first."""
    near: list[tuple[str, tuple[str, ...], int]] = [(rows, (), 0)]
    met = {rows}
    for table, joins, steps in near:
        for c in facts.tables[table].columns:
            column = Col(table, c.name)
            if facts.refers(column) is None and _tells_kinds(c) and not facts.measure(column):
                yield Asked(column, (column,), (column,), joins, "", steps)
        led = [
            (j.id, one, column, key)
            for j in facts.schema.joins
            for one, column, key in _towards(table, j)
            if one in facts.owners(table) and not j.is_self
        ]
        for name, one, column, key in led:
            if one in met and one not in {o for _, o, *_ in led}:
                continue
            shown = facts.display(one)
            yield Asked(column, shown, tuple(dict.fromkeys((key, *shown))), (*joins, name), one, steps)
            if one not in met and steps < _FAR and [o for _, o, *_ in led].count(one) == 1:
                near.append((one, (*joins, name), steps + 1))
        met |= {o for _, o, *_ in led}


def _towards(table: str, join: Join) -> Iterator[tuple[str, Col, Col]]:
    """Where a join leads to from a table: the other table, the column here and the one there."""
    if join.child_table == table:
        yield join.parent_table, Col(table, join.child[0]), Col(join.parent_table, join.parent[0])
    elif join.parent_table == table:
        yield join.child_table, Col(table, join.parent[0]), Col(join.child_table, join.child[0])


def _tells_kinds(column: Column) -> bool:
    """Several rows have the same value: a few namesakes are no kinds."""
    held = column.profile
    return column.type not in TEMPORAL and 1 < held.distinct <= 0.8 * held.filled


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


def itself(rows: str, facts: Facts) -> Asked | None:
    """The rows of a table themselves, by what they are called, or by what they are beside their number."""
    shown = facts.display(rows)
    if shown and shown[0] == facts.key(rows):
        texts = (Col(rows, c.name) for c in facts.tables[rows].columns if c.type == "text")
        shown = (*(c for c in texts if c != shown[0] and facts.speaks(c, _CALLED)), *shown)[:2]
    return Asked(shown[0], shown, (), table=rows) if shown else None


def countable(rows: str, facts: Facts) -> bool:
    """A table of deeds or things that are enough to be counted."""
    return facts.tables[rows].rows >= _LEAST_ROWS


def number_of(rows: str, facts: Facts) -> Item | None:
    """How many of something rows stand for: themselves, or what the one figure of statistics says; None of those that
    have several figures."""
    if panel(facts, rows) is None:
        return counted(rows)
    figure = panel_figure(facts, rows)
    return Item(figure, "sum") if figure is not None else None


def label_of(col: Col, facts: Facts) -> frozenset[str]:
    found = facts.column(col)
    return frozenset(stems(found.label)) if found else frozenset()
