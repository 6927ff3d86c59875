"""A question that was read over a cube, as a query: what is held, what is left open, what is done with the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from core.ask.figures.asked import SCALES
from core.ask.figures.cube import Dimension, Measure
from core.ask.figures.told import Fit
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.figure_frame import Frame, merged
from core.ask.translators.rules.query import (
    Aggregate,
    AnyOf,
    Col,
    Condition,
    Filter,
    Formula,
    Item,
    Operator,
    Order,
    Query,
    figure,
)

_PERCENT = 100.0


def query_of(fit: Fit, facts: Facts, *, parted: bool = False) -> Query | None:
    """The query; with `parted` of rows that lack a figure for the whole of a dimension.

    None where the figures that are asked for cannot be told from the cube, or where the first of several is asked for
    among one alone.
    """
    query = _Made(fit, facts, parted=parted).query()
    return None if query is not None and query.limit and _of_one(query) else query


def _of_one(query: Query) -> bool:
    """What is ranked was narrowed to one value."""
    held = {c.item.column for c in query.where if isinstance(c, Filter) and c.operator == "=" and len(c.values) == 1}
    return any(i.column in held for i in query.select[:1] if i.column and not i.aggregate)


class _Made(Frame):
    """What is done with the figures that the frame leaves."""

    __slots__ = ()

    def query(self) -> Query | None:
        fit, asked = self.fit, self.fit.asked
        target = Col(*fit.target) if fit.target else None
        if asked.when and asked.aim in ("rank", "value", "list"):
            wanted = self.times_asked()
            if not wanted:
                return None
            target, self.timed = wanted[0], wanted[1:]
        aim = asked.aim
        said = any(self._said_average(m) for m in fit.measures) and not asked.listed_by
        if aim == "average" and said and len(fit.times) < 2:
            aim = "value"
        if aim != "change" and not self.in_times(target):
            return None
        several = self.hold()
        open_dims = self.open(target)
        if aim == "change":
            return self._change(target, several, bool(open_dims))
        if aim == "share":
            return self._share()
        if aim == "gap":
            return self._gap(several, bool(open_dims))
        if aim == "average":
            return self._average(open_dims)
        added = all(m.adds and not self._said_average(m) for m in fit.measures)
        if asked.averaged and open_dims and added and aim in ("value", "rank"):  # a mean is no total
            return self._average(open_dims) if aim == "value" and not several else None
        figures = [self._figure(m, bool(open_dims)) for m in fit.measures]
        shown = [f for f in figures if f is not None]
        if aim == "rank" and len(shown) == len(figures):
            return self._ranked(target, shown)
        if aim in ("count", "list"):
            return self._bounded(target, open_dims)
        if len(shown) < len(figures):
            return self._average(open_dims) if asked.averaged and _in_time(open_dims) else None
        if fit.each and len(several) == 1 and len(shown) == 1 and not self.timed:
            return self._beside(several[0])
        groups = tuple(dict.fromkeys([*several, *(Col(*e) for e in fit.each), *self.timed]))
        together = asked.together and (len(fit.times) > 1 or self.combined()) and all(m.adds for m in fit.measures)
        if self.combined() and len(shown) > 1:
            terms = [replace(f, aggregate="sum") for f in shown]
            shown = [reduce(lambda a, b: figure(Formula("+", a, b, "sum")), terms)]
        if not groups and not open_dims and not together:
            plain = tuple(Item(self.col(m)) for m in fit.measures)
            return Query(plain, tuple(self.where))
        order = tuple(Order(Item(c)) for c in self.timed) if self.timed else ()
        if fit.each and not order:
            order = (Order(shown[0], asked.descending),)
        return Query((*(Item(c) for c in groups), *shown), tuple(self.where), groups, order=order)

    def _beside(self, several: Col) -> Query:
        """`Men against women by region`: a column for each, place by place."""
        held = next(h for h in self.fit.held if (h.table, h.column) == (several.table, several.name))
        groups, measure = tuple(Col(*e) for e in self.fit.each), self.col(self.fit.measures[0])
        function = _function(self.fit.measures[0])
        shown = [Item(measure, function, where=(Filter(Item(several), "=", (v,)),)) for v in held.values]
        order = (Order(shown[0], self.fit.asked.descending),)
        return Query((*(Item(c) for c in groups), *shown), tuple(self.where), groups, order=order)

    def _figure(self, measure: Measure, added: bool) -> Item | None:
        """A measure over what is left open; None where it does not add up."""
        if added and not measure.adds:
            return None
        return Item(self.col(measure), _function(measure))

    def _said_average(self, measure: Measure) -> bool:
        said = measure.words | self.fit.cube.words
        return bool({"averag", "mean"} & said)

    def _ranked(self, target: Col | None, shown: Sequence[Item]) -> Query | None:
        if target is None:
            return None
        descending = self.fit.asked.descending
        where = [*self.where]
        if not descending:
            where += [Filter(Item(self.col(self.fit.measures[0])), "is not null")]
        order = (Order(shown[0], descending),)
        groups = (target, *(c for c in self.timed if c != target))
        return Query(
            (*(Item(c) for c in groups), *shown[:1]), tuple(where), groups, order=order, limit=self.fit.asked.limit
        )

    def _change(self, target: Col | None, several: Sequence[Col], added: bool) -> Query | None:
        """The figure at the last time less that at the first."""
        fit, measure = self.fit, self.fit.measures[0]
        times = list(fit.times)
        yearly = [d for d in fit.cube.times if d.period not in ("month name", "quarter name")]
        if len(yearly) != 1 or (added and not measure.adds):
            return None
        d = yearly[0]
        first = self.periods.at(d, times[0]) if times else None
        last = self.periods.at(d, times[1]) if len(times) == 2 else None
        if len(times) == 1 and (final := self.periods.last(d)) is not None:
            last = Filter(Item(Col(fit.cube.table, d.column)), "=", (final,))
        # How many places that holds for is not told so.
        if first is None or last is None or fit.asked.counted:
            return None
        function = _function(measure)
        then = Item(self.col(measure), function, where=(first,))
        now = Item(self.col(measure), function, where=(last,))
        moved = Formula("-", now, then)
        if fit.asked.relative:
            moved = Formula("/", Formula("*", _PERCENT, moved), then)
        groups = tuple(dict.fromkeys([*([target] if target else []), *several, *(Col(*e) for e in fit.each)]))
        where = (*self.where, merged([first, last]))
        item = figure(moved)
        if fit.asked.rank and target:
            ranked = (Order(item, fit.asked.descending),)
            return Query((*(Item(c) for c in groups), item), where, groups, order=ranked, limit=fit.asked.limit)
        if fit.asked.rank:
            return None
        if target and fit.asked.moved:
            fell = fit.asked.moved < 0
            having = (Filter(item, "<" if fell else ">", (0.0,)),)
            most = (Order(item, not fell),)
            return Query((*(Item(c) for c in groups), item), where, groups, having, most)
        order: tuple[Order, ...] = (Order(item, True),) if groups else ()
        return Query((*(Item(c) for c in groups), item), where, groups, order=order)

    def _share(self) -> Query | None:
        """What is held to values, of the same without the one said first."""
        measure = self.fit.measures[0]
        inside = [h for h in self.fit.held if h.table == self.fit.cube.table]
        verb, whole_at = self.fit.asked.verb, self.fit.asked.whole_at
        parts = [h for h in inside if h.at > verb] if verb >= 0 else inside
        if whole_at >= 0:
            parts = [h for h in inside if h.at < whole_at]
        if not measure.adds or self.timed:
            return None
        if max(verb, whole_at) >= 0 and not parts and not measure.whole:
            return self._share_of_all(measure)
        if not inside or (whole_at >= 0 and not parts):
            return None
        parts = parts or [max(inside, key=lambda h: h.at)]
        said = {Filter(Item(Col(h.table, h.column)), "=", h.values) for h in parts}
        rest = [c for c in self.where if c not in said]
        held = [d for h in parts if (d := self.fit.cube.dimension(h.column)) and d.whole]
        wholes = {d.column: d.whole for d in held}
        conditions = tuple(
            Filter(Item(Col(h.table, h.column)), "=", values)
            for h in parts
            if (values := tuple(v for v in h.values if v != wholes.get(h.column)))
        )
        whole = tuple(Filter(Item(Col(self.fit.cube.table, d.column)), "=", (d.whole,)) for d in held)
        if not conditions:
            return None
        some = Item(self.col(measure), "sum", where=conditions)
        all_of = Item(self.col(measure), "sum", where=whole)
        item = figure(Formula("/", Formula("*", _PERCENT, some), all_of))
        return Query((item,), tuple(rest))

    def _share_of_all(self, measure: Measure) -> Query | None:
        """One class of a measure, of all classes: `Council homes` of `All homes`."""
        every = [m for m in self.fit.cube.measures if m.whole and m.adds]
        whole = [m for m in every if m.words & measure.words] or every
        if len(whole) != 1:
            return None
        part, full = (Item(self.col(m), "sum") for m in (measure, whole[0]))
        return Query((figure(Formula("/", Formula("*", _PERCENT, part), full)),), tuple(self.where))

    def _gap(self, several: Sequence[Col], added: bool) -> Query | None:
        """One value's figure less another's."""
        measure = self.fit.measures[0]
        if len(several) != 1 or (added and not measure.adds) or self.timed:
            return None
        held = next(h for h in self.fit.held if (h.table, h.column) == (several[0].table, several[0].name))
        if len(held.values) != 2:
            return None
        function = _function(measure)
        one, other = (
            Item(self.col(measure), function, where=(Filter(Item(several[0]), "=", (v,)),)) for v in held.values
        )
        return Query((figure(Formula("-", one, other)),), tuple(self.where))

    def _average(self, open_dims: Sequence[Dimension]) -> Query | None:
        """The mean over times, or over places."""
        measure = self.fit.measures[0]
        times = [d for d in self.fit.cube.times if d.period in ("year", "span")]
        groups = (*(Col(*e) for e in self.fit.each), *self.timed)
        item = Item(self.col(measure), "avg")
        rest = [d for d in open_dims if d not in times]
        yearly = self.fit.asked.yearly
        if self.fit.asked.listed_times or (self.fit.asked.listed_by and rest and not measure.adds):
            return self._average_by_year(times, rest) if self.fit.asked.listed_by == "year" else None
        if measure.adds and (yearly or (self.fit.asked.listed_by == "year" and rest)):
            if len(times) != 1:
                return None
            years = Item(Col(self.fit.cube.table, times[0].column), "count", True)
            item = figure(Formula("/", Formula("*", 1.0, Item(self.col(measure), "sum")), years))
        elif len(open_dims) > 1 or (yearly and not _in_time(open_dims)):
            return None
        order: tuple[Order, ...] = (Order(item, True),) if groups else ()
        return Query((*(Item(c) for c in groups), item), tuple(self.where), groups, order=order)

    def _average_by_year(self, years: Sequence[Dimension], rest: Sequence[Dimension]) -> Query | None:
        """The mean of each year's months or quarters, or of its places."""
        if len(years) != 1 or len(rest) > 1:
            return None
        year = Col(self.fit.cube.table, years[0].column)
        groups = (year, *(Col(*e) for e in self.fit.each))
        item = Item(self.col(self.fit.measures[0]), "avg")
        return Query((*(Item(c) for c in groups), item), tuple(self.where), groups, order=(Order(Item(year)),))

    def _bounded(self, target: Col | None, open_dims: Sequence[Dimension]) -> Query | None:
        """Places whose figure is above a number, or that have none."""
        asked, measure = self.fit.asked, self.fit.measures[0]
        if target is None or open_dims:
            return None
        item = Item(self.col(measure))
        condition: Condition
        if asked.none is not None:
            nil, lacks = Filter(item, "=", (0.0,)), Filter(item, "is null")
            if self._never_nil(measure) and self.fit.cube.base != self.fit.cube.table:
                return None  # a long view has no row where a cell was empty
            condition = lacks if self._never_nil(measure, lacking=True) else nil
            condition = AnyOf((nil, lacks)) if self._nil(measure) else condition
        elif asked.bound is not None:
            condition = Filter(item, _operator(asked.bound[0]), (asked.bound[1] / self._unit(measure),))
        else:
            return None
        where = (*self.where, condition)
        if asked.aim == "count":
            return Query((Item(target, "count", True),), where)
        return (
            Query((Item(target),), where, distinct=True)
            if asked.none is not None
            else Query((Item(target), item), where, order=(Order(item, True),))
        )

    def _unit(self, measure: Measure) -> float:
        """How many one of a figure stands for: 1,000 where the title says `thousands`."""
        said = measure.lemmas | self.fit.cube.lemmas if measure.adds else frozenset[str]()
        return next((n for word, n in SCALES.items() if word in said), 1.0)

    def _never_nil(self, measure: Measure, *, lacking: bool = False) -> bool:
        """None of its figures is nothing; some may be `lacking`."""
        column = self.facts.column(self.col(measure))
        least = column.profile.minimum if column else None
        above = column is not None and isinstance(least, int | float) and least > 0
        return above and not (lacking and column is not None and not column.profile.nulls)

    def _nil(self, measure: Measure) -> bool:
        """A sign for nothing or hardly anything stands in place of its figures, and no other."""
        column = self.facts.column(self.col(measure))
        marks = [m.meaning for m in column.profile.marks if m.cells] if column else []
        return bool(marks) and all(m.startswith("nil") for m in marks)


def _in_time(dims: Sequence[Dimension]) -> bool:
    """Whether nothing but one time is left open."""
    return len(dims) == 1 and bool(dims[0].period)


def _function(measure: Measure) -> Aggregate:
    return "sum" if measure.adds else "avg"


def _operator(said: str) -> Operator:
    known: dict[str, Operator] = {">": ">", ">=": ">=", "<": "<", "<=": "<="}
    return known[said]
