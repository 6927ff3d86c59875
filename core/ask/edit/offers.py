"""What may be chosen for each part of a reading: tables, columns, figures, comparisons, orders, ways to join."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import assert_never

from core.ask.edit.formulas import spans
from core.ask.edit.parts import about, figures
from core.ask.edit.parts import adds_up as parted
from core.ask.edit.sense import FEW, adds_up, aggregates, has_kinds
from core.ask.edit.words import Words
from core.ask.edit.worth import worth
from core.ask.state import SchemaView
from core.ask.translators.rules.query import (
    Aggregate,
    AnyOf,
    Col,
    Condition,
    Elsewhere,
    Filter,
    Item,
    Operator,
    Order,
    Part,
    Ranked,
    Related,
    Scalar,
    all_tables,
    main_tables,
)
from core.ask.walks import edge
from core.model import NUMERIC, TEMPORAL, ColumnType, PathEdge

MOST = 600
"""Columns offered at most: those of the nearest tables."""
PARTS: tuple[Part, ...] = ("decade", "year", "quarter", "month", "calendar month", "day", "weekday", "hour")
NAMED = ("weekday", "calendar month", "decade")
"""Parts of dates that have names, and no order of size."""
_TEXT: tuple[Operator, ...] = ("=", "!=", "like", "not like", "is null", "is not null")
_ONCE: tuple[Aggregate, ...] = ("sum", "avg")
_BESIDE: tuple[Aggregate, ...] = ("sum", "avg", "max", "min")
_OVER: tuple[Aggregate, ...] = ("avg", "median", "min", "max", "sum")
"""What is reckoned over what each row shows of two columns: the average of its days."""
_KINDS: tuple[str, ...] = ("sum", "avg", "", "max", "min", "median")
"""Kinds of figures in the order in which they are offered; at the empty place how many things are referred to."""
_SIZE: tuple[Operator, ...] = ("=", "!=", "<", "<=", ">", ">=", "between", "is null", "is not null")


class Offers(Words):
    """The choices for a query over a schema, and the words for them."""

    def _far(self, table: str, own: Sequence[str]) -> int:
        """Joins from the nearest of the question's tables; many where none leads there."""
        found = [f for t in own if (f := self.facts.far(t, table)) is not None]
        return min(found, default=99)

    def tables(self) -> list[str]:
        """Every table, those that the question uses first, in its order, then by how far the joins lead to them; last
        those that tell of others."""
        own = self.used()
        others = [t for t in self.facts.tables if t not in own]
        return [*own, *sorted(others, key=lambda t: (t in self.aside, self._far(t, own), self.rows(t).casefold()))]

    def used(self) -> list[str]:
        """The tables of the question, the one it is about first."""
        return list(dict.fromkeys(t for t in (about(self.query), *all_tables(self.query)) if t in self.facts.tables))

    def near(self) -> list[str]:
        """The tables that joins connect with the one that the question is about."""
        first = about(self.query)
        return [t for t in self.tables() if t == first or not first or self.facts.far(first, t) is not None]

    def columns(self, kinds: Sequence[str] = ()) -> list[Col]:
        """Columns to show or compare, of the question's tables first."""
        found = (c for t in self.near() for c in self._own_columns(t) if not kinds or self._type(c) in kinds)
        return [c for c, _ in zip(found, range(MOST), strict=False)]

    def _own_columns(self, table: str) -> list[Col]:
        """A table's columns, those that only number its rows or refer to others last."""
        columns = [Col(table, c.name) for c in self.facts.tables[table].columns]
        key = self.facts.key(table)
        return sorted(columns, key=lambda c: c == key or self.facts.refers(c) is not None)

    def telling(self) -> list[Col]:
        """The columns, those first by whose values rows are told apart: a few texts, codes, yes or no; keys last."""
        return sorted(self.columns(), key=lambda c: (not self._few(c), self._names(c)))

    def _few(self, c: Col) -> bool:
        """A few values that are neither measures nor times."""
        found = self.facts.column(c)
        plain = found is not None and found.type not in TEMPORAL and not self.facts.measure(c)
        return plain and found is not None and 1 < found.profile.distinct <= FEW and not self._names(c)

    def _names(self, c: Col) -> bool:
        """A key, or what rows are called by."""
        found = self.facts.column(c)
        unique = found is not None and found.profile.unique
        named = c == self.facts.key(c.table) or self.facts.refers(c) is not None or c in self.facts.display(c.table)
        return unique or named

    def _type(self, c: Col) -> ColumnType:
        found = self.facts.column(c)
        return found.type if found else "text"

    def groups(self) -> list[Col]:
        """What rows may be told apart by; of a date also its decade, year, month (of a year, or of any), day,
        weekday and hour."""
        out: list[Col] = []
        for c in self.columns():
            out += [*(replace(c, part=p) for p in parts_of(self._type(c))), c]
            out += [replace(c, part="decade")] if self.facts.year(c) else []
        return list(dict.fromkeys([*self.query.group, *out]))

    def figures(self) -> list[Item]:
        """What may be reckoned: how many rows of each table, and of each column what its values allow. What is shown
        comes first, then what the question's tables give, kind by kind, then the same of the tables that are joined
        with these, last the numbers, totals and averages of those farther off."""
        spans = [i for i in self.query.select if i.formula and not i.aggregate]
        over = (replace(i, aggregate=how) for i in spans for how in _OVER)
        used, near = self.used(), self.near()
        own = [i for c in self.columns() if c.table in used for i in self._of_column(c)]
        out = [
            *(i for i in figures(self.query) if not i.running),
            *over,
            *(Item(None, "count", table=t) for t in near if t in used),
            *sorted([*own, *self._lasting(), *worth(about(self.query), self.facts)], key=self._kind),
            *self.once_each(),
        ]
        others = [t for t in near if t not in used]
        beside = [t for t in others if self._far(t, used) == 1]
        for tables in (beside, [t for t in others if t not in beside]):
            out += (Item(None, "count", table=t) for t in tables)
            given = (i for c in self.columns() if c.table in tables for i in self._of_column(c))
            out += sorted((i for i in given if self._leads(i, tables is beside)), key=self._kind)
        return list(dict.fromkeys(out))

    def _leads(self, i: Item, beside: bool) -> bool:
        """A figure of another table that is offered before that is the one in hand; `beside`: the two are joined."""
        if i.distinct and i.column is not None:
            return beside and (self.facts.refers(i.column) is not None or self._few(i.column))
        return i.aggregate in (_BESIDE if beside else _ONCE)

    def _kind(self, i: Item) -> int:
        """Its place among the kinds of figures: totals, averages, how many things others refer to, ends, middles, and
        last how many different values there are of anything else."""
        if i.distinct and i.column is not None:
            refers = any(
                j.child == (i.column.name,) and j.child_table == i.column.table for j in self.facts.schema.joins
            )
            return _KINDS.index("") if refers else len(_KINDS) + 1
        return _KINDS.index(i.aggregate) if i.aggregate in _KINDS else len(_KINDS)

    def running(self) -> list[Item]:
        """Of figures of times that follow each other, those with all times before; of the others none."""
        if self.query.share or not any(map(self.facts.follows, self.query.group)):
            return []
        return [replace(i, running=True) for i in figures(self.query) if parted(i) and not i.distinct]

    def _lasting(self) -> Iterator[Item]:
        """How long it took on average: from each date of the rows to those that come later."""
        table = about(self.query)
        for item in spans(table, self.facts) if table in self.facts.tables else ():
            f = item.formula
            ends = [s.column for s in (f.right, f.left) if isinstance(s, Item) and s.column] if f else []
            begun, ended = (str(c.profile.minimum or "") if (c := self.facts.column(e)) else "" for e in ends)
            if begun <= ended:
                yield replace(item, aggregate="avg")

    def once_each(self) -> Iterator[Item]:
        """Of the rows that those of the question refer to what adds up, once for each of these: the fees of all
        bookings, where a fee stands with the room."""
        first = about(self.query)
        for key in self.referred(first) if first else ():
            if self.facts.far(first, key.table) == 1:
                held = (Col(key.table, c.name) for c in self.facts.tables[key.table].columns)
                yield from (Item(c, a, table=first) for c in held if adds_up(c, self.facts) for a in _ONCE)

    def reckoned(self, table: str) -> list[Item]:
        """What may be reckoned of a table's columns."""
        return [i for c in self.facts.tables[table].columns for i in self._of_column(Col(table, c.name))]

    def _of_column(self, c: Col) -> Iterator[Item]:
        yield from (Item(c, a) for a in aggregates(c, self.facts))
        if has_kinds(c, self.facts):
            yield Item(c, "count", distinct=True)

    def operators(self, item: Item) -> tuple[Operator, ...]:
        """The comparisons that suit what is compared."""
        found = self.facts.column(item.column) if item.column else None
        part = item.column.part if item.column else ""
        if item.aggregate or item.formula:
            return _SIZE[:-2]
        if found is None or (found.type not in NUMERIC and found.type not in TEMPORAL) or part in NAMED:
            return _TEXT
        return (*_SIZE, "like", "not like") if found.type in ("date", "datetime") else _SIZE

    def orders(self) -> list[Order]:
        """What rows may be sorted by, each both ways."""
        q = self.query
        if q.group or figures(q):
            items = [*figures(q), *(Item(c) for c in q.group), *(self._totals() if q.group and not q.share else ())]
        else:
            items = [*(i for i in q.select), *(Item(c) for c in self.columns()), *self._belonging()]
        known = [*(o.item for o in q.order), *items]
        return [Order(i, way) for i, way in product(dict.fromkeys(known), (True, False))]

    def _belonging(self) -> Iterator[Item]:
        """Of the rows that belong to each row listed how many there are, and their totals."""
        first = about(self.query)
        if (
            self.query.everything
            or self.query.distinct
            or self.facts.key(first) is None
            or any(i.formula for i in self.query.select)
        ):
            return
        for other in self.others():
            if self.many(first, other):
                yield Item(None, "count", table=other)
                yield from (Item(c, "sum") for c in self.measures(other) if adds_up(c, self.facts))

    def _totals(self) -> Iterator[Item]:
        """Of the question's tables the totals that groups may be ranked by, although they are not shown."""
        for c in self.columns(tuple(NUMERIC)):
            if c.table in self.used() and adds_up(c, self.facts):
                yield Item(c, "sum")

    def others(self) -> list[str]:
        """Tables whose rows those of the question may have, or lack."""
        first = about(self.query)
        return [t for t in self.near() if t != first]

    def many(self, table: str, other: str) -> bool:
        """A row of `table` may have several of `other`: the two are not joined by a reference to the other alone."""
        between = [j for j in self.facts.schema.joins if {j.child_table, j.parent_table} == {table, other}]
        return not between or any(j.parent_table == table for j in between)

    def measures(self, table: str) -> list[Col]:
        """Columns of a table that rows can be the highest or lowest in: numbers and dates."""
        found = [(Col(table, c.name), c) for c in self.facts.tables[table].columns]
        return [c for c, held in found if held.type in TEMPORAL or self.facts.measure(c)]

    def kinds(self, table: str) -> list[Col]:
        """Columns of a table that several rows may have the same in."""
        return [Col(table, c.name) for c in self.facts.tables[table].columns if not c.profile.unique]

    def referred(self, table: str) -> list[Col]:
        """Keys of the tables that rows of `table` refer to, straight or over others."""
        near = [t for t in self.near() if t != table and not self.many(table, t)]
        return [key for t in near if (key := self.facts.key(t)) is not None]

    def same_sort(self, c: Col) -> list[Col]:
        """Columns that a column may be compared with: of the question's tables, of one type."""
        found = self.facts.column(c)
        out = []
        for d in self.columns():
            other = self.facts.column(d)
            if other is None or found is None or d == c or d.table not in self.used():
                continue
            if all((other.type in kinds) == (found.type in kinds) for kinds in (NUMERIC, TEMPORAL, ("time",))):
                out.append(d)
        return out

    def keepable(self) -> list[str]:
        """Tables of which also the rows without a partner may be kept."""
        joined = main_tables(
            replace(self.query, where=tuple(c for c in self.query.where if not isinstance(c, Related)))
        )
        rows = self.query.group or not figures(self.query)
        return list(joined) if len(joined) > 1 and rows and not self.query.share and not self.query.beside else []


def parts_of(kind: ColumnType) -> tuple[Part, ...]:
    """What dates, and times of a day, may be told apart by."""
    if kind == "time":
        return ("hour",)
    return PARTS if kind == "datetime" else PARTS[:-1] if kind == "date" else ()


def ways(
    path: Sequence[PathEdge], others: Sequence[Sequence[PathEdge]], view: SchemaView
) -> list[tuple[PathEdge, ...]]:
    """The ways that the tables may be joined: the one taken, those with another join of the same two tables (another
    role), and the others that were found; each once."""
    found = [tuple(path)]
    for n, e in enumerate(path):
        for j in view.joins:
            pair = {j.child_table, j.parent_table}
            if j.id != e.join_id and pair == {e.left_table, e.right_table} and not j.is_self and not e.role:
                found.append((*path[:n], _beside(e, j.id, view), *path[n + 1 :]))
    found += [tuple(p) for p in others]
    seen: dict[frozenset[str], tuple[PathEdge, ...]] = {}
    for way in found:
        seen.setdefault(frozenset(e.join_id for e in way), way)
    return list(seen.values())


def _beside(e: PathEdge, join_id: str, view: SchemaView) -> PathEdge:
    return edge(next(j for j in view.joins if j.id == join_id), e.left_table)


def turned(c: Condition) -> Condition:
    """Its opposite: has for has no, highest for lowest."""
    if isinstance(c, Ranked):
        return replace(c, descending=not c.descending)
    if isinstance(c, Elsewhere):
        return replace(c, negated=not c.negated)
    if isinstance(c, Filter | AnyOf):
        return c
    assert_never(c)


def scalars(column: Col, kinds: Sequence[Aggregate]) -> Iterator[Scalar]:
    """One number, or day, of all rows that a column may be compared with."""
    yield from (Scalar(Item(column, kind)) for kind in kinds)


def steps(low: object, high: object, whole: bool = False) -> tuple[float, ...]:
    """Round numbers between two, at most twenty, to compare with, `whole` ones if wished; none where the two are no
    numbers."""
    if not isinstance(low, int | float) or not isinstance(high, int | float) or not low < high:
        return ()
    rough = max((high - low) / 20, 1.0 if whole else 0.0)
    power = 10.0 ** math.floor(math.log10(rough))
    wide = next(power * n for n in (1, 2, 5, 10) if power * n >= rough)
    first = math.ceil(low / wide)
    return tuple(round(n * wide, 12) for n in range(first, math.floor(high / wide) + 1))
