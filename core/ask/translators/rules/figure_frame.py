"""What of a cube a question holds to values and what it leaves open: places, categories and times of its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.ask.figures.cube import Dimension, Measure
from core.ask.figures.times import PARTS_OF_YEAR
from core.ask.figures.told import Fit, Held
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.figure_periods import Periods, coarser, flows
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item


@dataclass(slots=True)
class Frame:
    """The conditions of a reading, and the times by which its figures are given."""

    fit: Fit
    facts: Facts
    where: list[Condition] = field(default_factory=list)
    timed: list[Col] = field(default_factory=list)
    parted: bool = False
    """Figures are those of the parts of a dimension, added up: rows of these figures lack one for the whole."""

    @property
    def periods(self) -> Periods:
        return Periods(self.fit.cube.table, self.facts)

    def col(self, measure: Measure) -> Col:
        return Col(self.fit.cube.table, measure.column)

    def times_asked(self) -> list[Col]:
        """The times that `when` or `which year` asks for; none where the cube cannot say."""
        unit, times = self.fit.asked.unit, list(self.fit.cube.times)
        fine = [d for d in times if unit in d.period.split() or (unit == "year" and d.period == "span")]
        if unit == "year" and not fine:
            listed = (self.periods.listed(d, "year", times) for d in times)
            return [c for c in listed if c.part == "year"]
        if unit and not fine:
            return []
        if unit == "year" and len(times) > len(fine) and not all(m.adds for m in self.fit.measures):
            return []
        above = [d for d in times if d not in fine and d.period in ("year", "span")] if unit != "year" else []
        kept = [] if self.fit.times else above
        return [Col(self.fit.cube.table, d.column) for d in (*kept, *fine)]

    def in_times(self, target: Col | None) -> bool:
        """Conditions on the times of the cube; False where they cannot be told."""
        asked, times = self.fit.asked, self.fit.times
        table = self.fit.cube.table
        for d in self.fit.cube.times:
            col = Col(table, d.column)
            if col in self.timed and not times:
                continue
            given = self.periods.listed(d, asked.listed_by, self.fit.cube.times)
            if asked.latest and (last := self.periods.last(d)) is not None:
                self.where.append(Filter(Item(col), "=", (last,)))
            elif not times:
                summed = asked.summed or flows(self.fit.cube, self.fit.measures, d)
                wanted = (asked.listed_times or not summed) and not self._within_listed(d)
                if target != col and wanted and asked.aim == "value" and d.period != "day":
                    self.timed.append(given)
            elif asked.through or asked.open_end:
                found = self.periods.between(d, times, asked.open_end)
                if found is None:
                    return False
                self.where.extend(found)
                within = asked.many and d.period in ("month", "day") and all(t.kind == "month" for t in times)
                added = asked.summed or (within and flows(self.fit.cube, self.fit.measures, d))
                listed = asked.listed_times or not added
                if target != col and asked.aim == "value" and listed and not asked.over:
                    self.timed.append(given)
            else:
                each = [self.periods.at(d, t) for t in times]
                some = [c for c in each if c is not None]
                if len(some) != len(each):
                    return False
                if len(some) == 1:
                    if some[0].operator != "is not null" or self._lacks(col):
                        self.where.append(some[0])
                    of_year = d.period == "year" and any(o.period in PARTS_OF_YEAR for o in self.fit.cube.times)
                    if asked.listed_times and asked.aim == "value" and not of_year:
                        self.timed.append(given)
                else:
                    self.where.append(merged(some))
                    listed = asked.aim in ("value", "rank") or (asked.aim == "average" and bool(self.fit.each))
                    if target != col and listed and not asked.together:
                        self.timed.append(col)
        return True

    def _lacks(self, col: Col) -> bool:
        held = self.facts.column(col)
        return held is None or held.profile.nulls > 0

    def _within_listed(self, d: Dimension) -> bool:
        """A quarter or month of the years by which figures are listed: these are added up."""
        yearly = any(o.period in ("year", "span") for o in self.fit.cube.times)
        return self.fit.asked.listed_by == "year" and yearly and d.period in PARTS_OF_YEAR

    def hold(self) -> list[Col]:
        """Conditions on places and categories; the columns that are held to several values."""
        several: list[Col] = []
        column, value = self.fit.measures[0].kind
        level = self.fit.cube.level
        for told, one in ((column, value), (level.column, level.value) if level else ("", "")):
            if told:
                self.where.append(Filter(Item(Col(self.fit.cube.table, told)), "=", (one,)))
        for held in self.fit.held:
            col = Col(held.table, held.column)
            self.where.append(Filter(Item(col), "=", held.values))
            spelled = {v.strip().casefold() for v in held.values}
            whole = self.combined() or held.pooled or (self.fit.asked.summed and self._all_of(held))
            if len(spelled) > 1 and not whole:
                several.append(col)
        return several

    def combined(self) -> bool:
        """`in Canterbury and Otago together`: one figure for all that are named."""
        asked = self.fit.asked
        return asked.aim == "value" and asked.together and not asked.over and all(m.adds for m in self.fit.measures)

    def _all_of(self, held: Held) -> bool:
        """Whether all parts of a dimension are said."""
        d = self.fit.cube.dimension(held.column) if held.table == self.fit.cube.table else None
        return d is not None and bool(d.values) and {v for v in d.values if v != d.whole} == set(held.values)

    def open(self, target: Col | None) -> list[Dimension]:
        """Dimensions that nothing holds: those with a value for all of them are held to that."""
        table = self.fit.cube.table
        held = {(h.table, h.column) for h in self.fit.held}
        wanted = {(target.table, target.name)} if target else set()
        wanted |= set(self.fit.each)
        found = []
        inside = {c for t, c in held | wanted if t == table} & {d.column for d in self.fit.cube.attributes}
        told = self._told_beside(target)
        for d in self.fit.cube.parts:
            if (table, d.column) in held:
                continue
            if (table, d.column) in wanted or d.column in told:
                if d.whole:
                    self.where.append(Filter(Item(Col(table, d.column)), "!=", (d.whole,)))
                continue
            summed = not d.whole or bool(inside) or d.column in self.fit.ways or self.parted
            if d.whole:
                self.where.append(Filter(Item(Col(table, d.column)), "!=" if summed else "=", (d.whole,)))
            if summed:
                found.append(d)
        timed = {c.name for c in self.timed if not c.part} | ({target.name} if target else set())
        asked = self.fit.asked
        pinned = bool(self.fit.times) and not asked.through and not asked.open_end
        for d in self.fit.cube.times:
            col = Col(table, d.column)
            fine = self.fit.times and coarser(d, self.fit.times)
            free = d.column not in timed and target != col and asked.aim != "change" and not asked.latest
            if free and (not pinned or fine):
                found.append(d)
        return found

    def _told_beside(self, target: Col | None) -> set[str]:
        """Columns of the cube whose values names in the table next to it tell one by one: `Upper Sarn` for AR08."""
        cube = self.fit.cube
        leads = {
            (j.child[0], j.parent_table) for j in self.facts.schema.joins if j.child_table in (cube.table, cube.base)
        }
        named = [(Col(h.table, h.column), h.of) for h in self.fit.held if h.of]
        named += [(target, self.fit.target_of)] if target and self.fit.target_of else []
        named = [(col, of) for col, of in named if (of, col.table) in leads]
        return {of for col, of in named if (c := self.facts.column(col)) is not None and c.profile.unique}


def merged(conditions: Sequence[Filter]) -> Condition:
    """One condition for several of the same form."""
    one = conditions[0]
    if len(conditions) == 1 or all(c == one for c in conditions):
        return one
    if all(c.operator == one.operator and c.item == one.item and c.operator in ("=", "like") for c in conditions):
        return Filter(one.item, one.operator, tuple(v for c in conditions for v in c.values))
    return AnyOf(tuple(conditions))
