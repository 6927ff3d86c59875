"""`parts with an average cost above 50`, `exactly 2 stations`: a bound on a figure of each group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import (
    Bound,
    Columns,
    Cue,
    Figure,
    Number,
    Predicate,
    Shown,
    Sized,
    Things,
)
from core.ask.translators.rules.chart.schema import apart
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Aggregate, Filter, Item, Scalar, tables_of

_SAID_BEHIND: tuple[Aggregate, ...] = ("avg", "sum")


def exactly(cue: Cue, number: Number, facts: Facts) -> Bound:
    """`exactly 2`."""
    return Bound("=", (number.value,))


def bounded(figure: Figure, bound: Bound, facts: Facts) -> Things | None:
    """`an average cost above 50`: the rows that the figure is of, and what it must be."""
    things = figure.things
    item = figure.items[0]
    fits = len(figure.items) == 1 and figure.group is None and not bound.dated and item.aggregate
    if not fits or things.rank or things.having:
        return None
    return replace(things, having=(Filter(item, bound.operator, bound.values),))


def beyond_mean(figure: Figure, sized: Sized, facts: Facts) -> Things | None:
    """`an average cost above the average`: of all the rows."""
    column = figure.items[0].column
    if not sized.function or sized.quantity or sized.ends or column is None:
        return None
    mean = Scalar(Item(column, sized.function), figure.things.where)
    return bounded(figure, replace(sized.bound, values=(mean,)), facts)


def of_all(bounded: Things, things: Things, facts: Facts) -> Things | None:
    """`… above the average of all products`."""
    return bounded if things == Things(bounded.table) else None


def of_those(figure: Figure, things: Things, facts: Facts) -> Shown | None:
    """`the lowest price for the makers whose average price is above 50`: of each of them."""
    return of_such_values(figure, Shown(facts.display(things.table), things), facts)


def of_such_values(figure: Figure, shown: Shown, facts: Facts) -> Shown | None:
    """The same for values of a column."""
    item, things = figure.items[0], shown.things
    held = figure.things == Things(figure.things.table) and not figure.group and item.aggregate
    if not held or not things.having or things.rank or shown.beside or shown.distinct or not shown.columns:
        return None
    if item in (f.item for f in things.having) or {f.item.aggregate for f in things.having} == {"count"}:
        return None
    rows = {t for f in things.having for t in tables_of(f.item)}
    return replace(shown, beside=figure.items) if rows == {figure.things.table} else None


def of_column(columns: Columns, bounded: Things, facts: Facts) -> Shown | None:
    """`parts with an average cost above 50`: values of a column, each with its rows."""
    if any(facts.measure(c) and not facts.year(c) for c in columns.columns):
        return None
    if any(apart(bounded.table, c.table, facts) is None for c in columns.columns):
        return None
    table = columns.columns[0].table
    if table != bounded.table:  # names of others, each with the rows that belong to it
        return Shown(columns.columns, replace(bounded, table=table))
    return Shown(columns.columns, bounded, said=False)


def of_things(things: Things, bounded: Things, facts: Facts) -> Things | None:
    """`customers with an average total above 100`: things, each with the rows that belong to it."""
    if things.table == bounded.table or things.rank or things.having:
        return None
    if apart(things.table, bounded.table, facts) is None or not facts.key(things.table):
        return None
    return replace(things, where=(*things.where, *bounded.where), having=bounded.having)


def _reckoned(function: Aggregate) -> Callable[[Predicate, Cue, Facts], Things | None]:
    """`cost more than 60 on average`, `spent over 100 in total`."""

    def build(met: Predicate, cue: Cue, facts: Facts) -> Things | None:
        f = met.where[0] if len(met.where) == 1 and not met.having else None
        if not isinstance(f, Filter) or f.item.column is None or f.item.aggregate or len(cue.text.split()) < 2:
            return None
        if not facts.measure(f.item.column) or facts.year(f.item.column):
            return None
        return Things(f.item.column.table, (), (Filter(replace(f.item, aggregate=function), f.operator, f.values),))

    return build


def in_all(bound: Bound, columns: Columns, facts: Facts) -> Predicate | None:
    """`guests who used more than 100 km`: added up for each."""
    column = columns.columns[0]
    adds = facts.measure(column) and not facts.year(column) and not facts.speaks(column, lexicon().averaged)
    if len(columns.columns) > 1 or bound.dated or not adds:
        return None
    return Predicate((), (Filter(Item(column, "sum"), bound.operator, bound.values),), (column.table,))


def groups_of(figure: Figure, bounded: Things, facts: Facts) -> Figure | None:
    """`orders per customer, having a number of orders above 5`: the groups that come to so much."""
    things = figure.things
    if figure.group is None or things.having or bounded.where or bounded.table != things.table:
        return None
    return replace(figure, things=replace(things, having=bounded.having))


_HAVING = frozenset(("having", "with", "where", "that", "have", "has", "a", "only"))
_FOR = frozenset(("for", "of"))
RULES = (
    Rule("= a number", "cmp:=", "number", "bound", exactly, near=True),
    Rule("bounded figure", "figure", "bound", "bounded", bounded),
    Rule("bound of a figure", "bound", "figure", "bounded", lambda b, f, k: bounded(f, b, k), 0.1, near=True),
    Rule("groups of so much", "figure", "bounded", "figure", groups_of, between=_HAVING),
    Rule("figure beyond a figure", "figure", "figure bound", "bounded", bounded, 0.02),
    Rule("figure beyond its mean", "figure", "sized", "bounded", beyond_mean, 0.02),
    Rule("bounded by what is of all", "bounded", "things", "bounded", of_all, 0.05),
    Rule("figure of bounded things", "figure", "things", "shown", of_those, 0.05, between=_FOR),
    Rule("figure of bounded values", "figure", "shown", "shown", of_such_values, 0.05, between=_FOR),
    *(Rule(f"bounded, {f}", "predicate", f"agg:{f}", "bounded", _reckoned(f), near=True) for f in _SAID_BEHIND),
    Rule("so much in all", "bound", "column", "predicate", in_all, 0.2, near=True),
    Rule("values of a bounded figure", "column", "bounded", "shown", of_column),
    Rule("things of a bounded figure", "things", "bounded", "things", of_things),
)
