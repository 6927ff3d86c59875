"""The rules' logical form: a question as a typed tree, before any join is chosen or SQL written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

Aggregate = Literal["", "count", "sum", "avg", "min", "max", "median", "own"]
"""`own`: the item's formula aggregates by itself."""
Part = Literal["", "decade", "year", "quarter", "month", "day", "weekday", "hour", "time", "calendar month"]
Operator = Literal["=", "!=", "<", "<=", ">", ">=", "between", "like", "not like", "is null", "is not null"]
NEGATED: dict[str, Operator] = {
    "<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "=", "is null": "is not null",
    "is not null": "is null", "like": "not like", "not like": "like",
}  # fmt: skip
"""Each comparison, and what holds where it does not."""


@dataclass(frozen=True, slots=True)
class Col:
    """A column of a table, or a part of its dates."""

    table: str
    name: str
    part: Part = ""
    """`decade`: `1990s`, of a date or of a year; `quarter`: `2024-Q1`; `time`: that of the day, `18:30`; `calendar
    month`: `March`, of any year."""
    through: tuple[str, str] = ("", "")
    """Of the row that another column of the table refers to: that column, and the key it holds."""
    of: str = ""
    """With `through`: the table of the row referred to, where it is another one than `table`."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something selected, ordered by or compared: a column, an aggregate of one, or `count(*)` (no column)."""

    column: Col | None = None
    aggregate: Aggregate = ""
    distinct: bool = False
    table: str = ""
    """With `count(*)`: the table whose rows are counted. With a total or an average: a table whose rows refer to that
    of the column, which is taken once for each of them (the fees of all bookings, where a fee stands with the room)."""
    formula: Formula | None = None
    """What is computed in place of `column`, which then is the first column of it."""
    where: tuple[Condition, ...] = ()
    """Rows that do not meet these are left out of this aggregate alone."""
    running: bool = False
    """Of a count or a sum for each time: with those of all times before it."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """One number from a query of its own: the average age of all singers."""

    item: Item
    where: tuple[Condition, ...] = ()
    same: tuple[Col, ...] = ()
    """Of its table's rows those alone that agree in these with the row that is compared: the average of its band."""


RANGE = "range"
"""The name of the formula that takes the smallest from the largest."""


@dataclass(frozen=True, slots=True)
class Formula:
    """`left operator right`; "days", "hours" and "minutes" are those from `right` to `left`, both dates."""

    operator: Literal["+", "-", "*", "/", "days", "hours", "minutes"]
    left: Term
    right: Term
    name: str = ""
    """What people call it."""

    @property
    def lasting(self) -> bool:
        """A span of time."""
        return self.operator in ("days", "hours", "minutes")

    @property
    def closed(self) -> bool:
        """Made of queries of their own alone: it needs no rows."""
        sides = (self.left, self.right)
        return all(isinstance(s, Scalar) or (isinstance(s, Formula) and s.closed) for s in sides)


Term = float | Item | Formula | Scalar


@dataclass(frozen=True, slots=True)
class Definition:
    """What some words mean, told with a question or by a glossary: a figure, conditions, or an order."""

    words: tuple[str, ...]
    """Lemmas, in order."""
    item: Item | None = None
    conditions: tuple[Condition, ...] = ()
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """`item operator values`; several values with `=` or `like` mean any of them, with their negations none."""

    item: Item
    operator: Operator
    values: tuple[str | float | Scalar | Col, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Related:
    """Rows of `table` that have (or, negated, lack) rows of `tables` meeting `where`."""

    table: str
    tables: tuple[str, ...]
    where: tuple[Condition, ...] = ()
    negated: bool = False
    bounds: tuple[Filter, ...] = ()
    """What figures of those rows must be for each row of `table`: at least three of them, a total over 100."""


@dataclass(frozen=True, slots=True)
class Among:
    """`column` has (or, negated, lacks) a value that rows of its table meeting `where` have in it too."""

    column: Col
    where: tuple[Condition, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Via:
    """`column` refers (or, negated, does not) to a row whose `key` it holds and which meets `where`.

    So one role of that row's table is told from another, or what stands in a column of two tables.
    """

    column: Col
    key: Col
    where: tuple[Condition, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Best:
    """Rows with the largest (or smallest) `measure` of all that agree with them in `group`; ties are all kept."""

    group: Col
    measure: Col
    descending: bool
    where: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Leading:
    """Rows whose `key` is among the first `limit` by `measure`, reckoned for each key over rows meeting `where`."""

    key: Col
    measure: Item
    descending: bool
    limit: int = 1
    where: tuple[Condition, ...] = ()
    percent: bool = False
    """`limit` is so many percent of the keys."""


Elsewhere: TypeAlias = Related | Among | Via
"""Conditions that other rows decide: there are such, or, `negated`, none."""
Ranked: TypeAlias = Best | Leading
"""Conditions that keep the first ones by a measure: the largest, or, not `descending`, the smallest."""
Condition: TypeAlias = Filter | AnyOf | Elsewhere | Ranked
"""What rows must meet. Whatever goes over all kinds ends with `assert_never`: mypy names it once there is another."""


@dataclass(frozen=True, slots=True)
class Order:
    item: Item
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """All conditions of `where` hold. `tables` are needed although no column of them may appear."""

    select: tuple[Item, ...]
    where: tuple[Condition, ...] = ()
    group: tuple[Col, ...] = ()
    having: tuple[Filter, ...] = ()
    order: tuple[Order, ...] = ()
    limit: int | None = None
    distinct: bool = False
    tables: tuple[str, ...] = ()
    share: float = 0.0
    """Not 0: how large a part of the rows meets `where`, times this (1 or 100); `select` counts the rows."""
    among: tuple[Col, ...] = ()
    """With `share`: columns whose conditions say of which rows the part is taken."""
    everything: bool = False
    """Select every column of the first table."""
    beside: tuple[Query, ...] = ()
    """Queries of the same form over other tables, whose figures stand beside these, group by group."""
    everywhere: bool = False
    """With `beside`: only groups that all of them have."""
    keep: str = ""
    """The table all of whose rows stay, also those without a partner in the tables joined to it."""
    offset: int = 0
    """With `limit`: rows that come before the first one shown, as for the second largest."""
    each: tuple[Col, ...] = ()
    """With an order and `limit`: the first so many of all that agree in these columns; those that tie are all kept."""
    percent: bool = False
    """With an order: `limit` is so many percent of the rows, rounded up; those that tie with the last are all kept."""

    @property
    def of_each(self) -> bool:
        """The first few of each group, and not of all."""
        return bool(self.each and self.order and self.limit)

    @property
    def by_place(self) -> bool:
        """Rows are kept by their place among all, or those of their group, and not by how many there are before."""
        return bool((self.each or self.percent) and self.order and self.limit)


def inside(c: Condition) -> tuple[Condition, ...]:
    """The conditions in a condition: also those of the rows whose figure is compared with, and bounds on figures."""
    if isinstance(c, Filter):
        return tuple(w for v in c.values if isinstance(v, Scalar) for w in v.where)
    if isinstance(c, AnyOf):
        return c.parts
    if isinstance(c, Related):
        return (*c.where, *c.bounds)
    if isinstance(c, Among | Via | Ranked):
        return c.where
    assert_never(c)


def own_columns(c: Condition) -> tuple[Col, ...]:
    """The columns of the question's own rows that a condition names, beside what a comparison compares."""
    if isinstance(c, Filter):
        return tuple(v for v in c.values if isinstance(v, Col))
    if isinstance(c, Among | Via):
        return (c.column,)
    if isinstance(c, Best):
        return (c.group, c.measure)
    if isinstance(c, Leading):
        return (c.key,)
    if isinstance(c, AnyOf | Related):
        return ()
    assert_never(c)


def others_figures(c: Condition) -> tuple[Item, ...]:
    """What a condition takes of other rows than the question's own, beside the conditions inside it."""
    if isinstance(c, Via):
        return (Item(c.key),)
    if isinstance(c, Leading):
        return (c.measure,)
    if isinstance(c, Filter | AnyOf | Related | Among | Best):
        return ()
    assert_never(c)


def condition_items(conditions: tuple[Condition, ...]) -> Iterator[Item]:
    """Items compared at this level (not inside scalars and related rows)."""
    for c in conditions:
        if isinstance(c, AnyOf):
            yield from condition_items(c.parts)
            continue
        if isinstance(c, Filter):
            yield c.item
        yield from map(Item, own_columns(c))


def compared_table(condition: Condition) -> str:
    """The table of the column that is compared; "" of other conditions."""
    return condition.item.column.table if isinstance(condition, Filter) and condition.item.column else ""


def columns_of(term: Term) -> Iterator[Col]:
    """Every column of an item or a formula, in order."""
    if isinstance(term, Formula):
        yield from columns_of(term.left)
        yield from columns_of(term.right)
    elif isinstance(term, Item):
        if term.formula:
            yield from columns_of(term.formula)
        elif term.column:
            yield term.column


def figure(formula: Formula) -> Item:
    """A formula as an item."""
    column = next(columns_of(formula), None)
    return Item(column, "own" if _aggregates(formula) else "", formula=formula)


def _aggregates(term: Term) -> bool:
    if isinstance(term, Formula):
        return _aggregates(term.left) or _aggregates(term.right)
    return isinstance(term, Scalar) or (isinstance(term, Item) and bool(term.aggregate))


def tables_of(term: Term) -> Iterator[str]:
    """Every table whose rows an item or a formula goes over; scalars have their own."""
    if isinstance(term, Formula):
        yield from tables_of(term.left)
        yield from tables_of(term.right)
    elif isinstance(term, Item):
        if term.formula:
            yield from tables_of(term.formula)
        else:
            yield term.column.table if term.column else term.table
            if term.column and term.table:
                yield term.table
        for item in condition_items(term.where):
            yield from tables_of(item)


def main_tables(query: Query) -> tuple[str, ...]:
    """Tables the FROM clause must hold, in order of appearance."""
    items = [*query.select, *(o.item for o in query.order), *(f.item for f in query.having)]
    items += condition_items(query.where)
    named = [*query.tables[:1], *(i.column.table if i.column else i.table for i in items)]
    named += [t for i in items if i.formula or i.where or i.table for t in tables_of(i)]
    named += [c.table for c in (*query.group, *query.each)] + list(query.tables)
    named += [*(c.table for c in query.where if isinstance(c, Related)), query.keep]
    return tuple(dict.fromkeys(t for t in named if t))


def all_tables(query: Query) -> tuple[str, ...]:
    """Every table the join path must connect, those of related rows included."""

    def inner(conditions: tuple[Condition, ...]) -> Iterator[str]:
        for c in conditions:
            if isinstance(c, Related):
                yield c.table
                yield from c.tables
                yield from (i.column.table for i in condition_items(c.where) if i.column)
                yield from (t for f in c.bounds for t in tables_of(f.item))
                yield from inner(c.where)
            elif isinstance(c, Filter):
                for met in (v.where for v in c.values if isinstance(v, Scalar)):
                    yield from (i.column.table for i in condition_items(met) if i.column)
                    yield from inner(met)
            elif isinstance(c, AnyOf):
                yield from inner(c.parts)
            elif isinstance(c, Via):
                there = (*(i.column.table for i in condition_items(c.where) if i.column), *inner(c.where))
                yield from (c.key.table, *there) if set(there) - {c.key.table} else ()
            elif isinstance(c, Among | Leading):
                yield from (i.column.table for i in condition_items(c.where) if i.column)
                yield from inner(c.where)
                yield from (t for i in others_figures(c) for t in tables_of(i))
            elif not isinstance(c, Best):
                assert_never(c)

    items = (*query.select, *(o.item for o in query.order), *(f.item for f in query.having))
    within = [t for i in items for t in inner(tuple(met_inside(i)))]
    beside = [all_tables(q) for q in query.beside]
    alone = [(*tables_of(s.item), *(t for i in condition_items(s.where) for t in tables_of(i)), *inner(s.where))
             for i in items for s in scalars_of(i)]  # fmt: skip
    others = [t for tables in (*beside, *alone) if len(set(tables)) > 1 for t in tables]
    return tuple(dict.fromkeys([*main_tables(query), *inner(query.where), *within, *others]))


def scalars_of(term: Term) -> Iterator[Scalar]:
    """The numbers from queries of their own that a figure is made of."""
    if isinstance(term, Scalar):
        yield term
    elif isinstance(term, Formula):
        yield from scalars_of(term.left)
        yield from scalars_of(term.right)
    elif isinstance(term, Item) and term.formula:
        yield from scalars_of(term.formula)


def met_inside(term: Term) -> Iterator[Condition]:
    """What the rows of a figure must meet, for that figure alone."""
    if isinstance(term, Formula):
        yield from met_inside(term.left)
        yield from met_inside(term.right)
    elif isinstance(term, Item):
        yield from term.where
        if term.formula:
            yield from met_inside(term.formula)
    elif isinstance(term, Scalar):
        yield from (c for c in term.where if not isinstance(c, Filter))
