"""When a row of statistics is in a period that is said: conditions on years, spans, quarters, months and days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ask.figures.cube import Cube, Dimension, Measure
from core.ask.figures.times import A_YEAR, TOLD, Time
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Part
from core.ingest.name_parts import MONTHS, month_number
from core.ingest.periods import QUARTER
from core.model import TEMPORAL, Column

_STOCKS = frozenset(
    map(
        stem,
        "population stock list register registered waiting member membership household headcount staff workforce "
        "employee employment employed unemployed claimant balance pupil student learner enrolment enrolled roll active "
        "open licensed licence resident bed capacity vacancy vacant stocktake fleet fte level".split(),
    )
)
"""Words of what is there at a time, and does not add up over times."""
_HALVES = {"H1": ("Q1", "Q2"), "H2": ("Q3", "Q4")}


@dataclass(frozen=True, slots=True)
class Periods:
    """Conditions on the dimensions of time of one table."""

    table: str
    facts: Facts

    def last(self, d: Dimension) -> str | float | None:
        column = self.facts.column(Col(self.table, d.column))
        if d.values and d.period not in ("year",):
            return float(d.values[-1]) if column and column.type == "integer" else d.values[-1]
        most = column.profile.maximum if column else None
        return float(most) if isinstance(most, int) else str(most) if most is not None else None

    def listed(self, d: Dimension, by: str, times: Sequence[Dimension]) -> Col:
        """The time by which figures are listed: `per year` of months and days, where no other column has the years."""
        col = Col(self.table, d.column)
        column = self.facts.column(col)
        part: Part = "year" if by == "year" else "quarter" if by == "quarter" else ""
        dated = column is not None and column.type in TEMPORAL and d.period in ("month", "day")
        if by == "year" and d.period in ("quarter", "span quarter"):
            part = "year"  # of texts that begin with it
            dated = True
        own = any(o.period == part or (part == "year" and o.period == "span") for o in times)
        return replace(col, part=part) if part and dated and not own else col

    def at(self, d: Dimension, time: Time) -> Filter | None:
        """The condition that a dimension of time is in a period; None where it cannot say."""
        col = Col(self.table, d.column)
        column = self.facts.column(col)
        year = time.text[:4]
        if column is None:
            return None
        if d.period == "year":
            if time.kind in ("span", "span quarter"):
                return None
            numeric = column.type == "integer"
            return Filter(Item(col), "=", (float(year) if numeric else year,))
        if d.period == "span":
            wanted = [v for v in _values(d, column) if v.startswith(year)] or _spelled(d, column, int(year))
            if time.kind in ("span", "span quarter"):
                wanted = [v for v in wanted if v[-2:] == time.text[:7][-2:]]
            elif time.kind != "year":
                return None
            found = tuple(float(v) if column.type == "integer" else v for v in wanted[:1])
            return Filter(Item(col), "=", found) if found else None
        if time.kind == "cell":
            return Filter(Item(col), "=", (time.text,)) if time.text in _values(d, column) else None
        if d.period in TOLD:
            return _told(d, column, col, time)
        if d.period == "span quarter":
            return _of_spans(col, time, column)
        if d.period in ("month name", "quarter name"):
            return self._named_part(d, time, col)
        return self._dated(d, column, col, time)

    def _named_part(self, d: Dimension, time: Time, col: Col) -> Filter | None:
        """`March` of a table whose years stand elsewhere; a whole year holds none of them."""
        if d.period == "month name" and time.kind == "month":
            wanted = [v for v in d.values if (int(v) if v.isdigit() else month_number(v)) == int(time.text[5:7])]
        elif d.period == "quarter name" and time.kind in ("quarter", "span quarter"):
            wanted = [v for v in d.values if v.strip()[-1:] == time.text[-1]]
        else:
            return Filter(Item(col), "is not null") if time.kind in ("year", "span") else None
        told = tuple(float(v) if v.isdigit() else v for v in wanted)
        return Filter(Item(col), "=", told) if told else None

    def _dated(self, d: Dimension, column: Column, col: Col, time: Time) -> Filter | None:
        """Months, quarters and days: stored as dates or as texts that sort."""
        temporal = column.type in ("date", "datetime")
        if time.kind == "year":
            if temporal:
                return Filter(Item(Col(col.table, col.name, "year")), "=", (time.text[:4],))
            return Filter(Item(col), "like", (f"{time.text[:4]}%",))
        if d.period == "quarter":
            if time.kind == "quarter":
                return Filter(Item(col), "=", (_spelt(time.text, column),))
            if time.kind == "half":
                quarters = (f"{time.text[:4]}-{q}" for q in _HALVES[time.text[-2:]])
                return Filter(Item(col), "=", tuple(_spelt(q, column) for q in quarters))
            return None
        ends = _months(time)
        if ends is None:
            return None
        if d.period == "month" and time.kind == "month":
            whole = len(str(column.profile.minimum)[:10]) == 10
            return Filter(Item(col), "=", (f"{time.text}-01" if whole else time.text,))
        if temporal or d.period == "month":
            return Filter(Item(col), "between", (ends[0], ends[1]))
        return None

    def _one_span(self, d: Dimension, times: Sequence[Time]) -> Filter | None:
        """`2015-2017`, where that is a period of the column, and no first and last one."""
        column = self.facts.column(Col(self.table, d.column))
        if d.period != "span" or column is None or any(t.kind != "year" for t in times):
            return None
        wanted = [v for v in _values(d, column) if A_YEAR.findall(v) == [t.text for t in times]]
        return Filter(Item(Col(self.table, d.column)), "=", tuple(wanted)) if len(wanted) == 1 else None

    def between(self, d: Dimension, times: Sequence[Time], open_end: str) -> list[Condition] | None:
        """From the first time to the last, both among them."""
        if (one := self._one_span(d, times)) is not None:
            return [one]
        ends = [self.at(d, t) for t in times]
        first, last = ends[0], ends[-1]
        if first is None or last is None:
            return None
        col = first.item
        found: list[Condition] = []
        if open_end != "<=":
            found.append(Filter(col, ">=", first.values[:1]) if first.operator != "like" else _from(first))
        if open_end != ">=":
            if last.operator == "like":
                found.append(Filter(col, "<=", (f"{str(last.values[0])[:-1]}~",)))
            else:
                found.append(Filter(col, "<=", last.values[-1:]))
        if any(c.operator == "is not null" for c in ends if c):
            return []
        return found


def flows(cube: Cube, measures: Sequence[Measure], d: Dimension) -> bool:
    """Whether figures of months and quarters that nobody asks for one by one are added up: visits, and no population,
    which is there at every time."""
    said = cube.words.union(*(m.words for m in measures))
    short = d.period in ("month", "quarter", "span quarter", "month name", "quarter name", "told")
    return short and not said & _STOCKS and all(m.adds for m in measures)


def coarser(d: Dimension, times: Sequence[Time]) -> bool:
    """Whether the time that is said holds several of the cube's."""
    kinds = {t.kind for t in times}
    fine = {
        "span quarter": {"year", "span"},
        "quarter": {"year", "half"},
        "month": {"year", "half", "quarter"},
        "day": {"year", "month", "half"},
    }
    named = d.period in ("month name", "quarter name") and bool(kinds & {"year", "span"})
    return named or bool(kinds & fine.get(d.period, set()))


def _told(d: Dimension, column: Column, col: Col, time: Time) -> Filter | None:
    """In periods that cells tell in their own words: the one that says all of the time, of a year all that say it."""
    year, month = time.text[:4], int(time.text[5:7]) if time.kind == "month" else 0
    said = {v: A_YEAR.findall(v) for v in _values(d, column)}
    if time.kind == "year":
        wanted = [v for v, years in said.items() if years == [year]]
    elif time.kind == "span":
        wanted = [v for v, years in said.items() if years == [year, str(int(year) + 1)]]
    elif time.kind == "half":
        wanted = [v for v, years in said.items() if years == [year] and v.upper().endswith(time.text[-2:].upper())]
    elif month:
        name = MONTHS[month - 1][:3]
        wanted = [v for v, years in said.items() if years == [year] and name in v.casefold()]
    else:
        return None
    one = time.kind == "year" or len(wanted) == 1
    return Filter(Item(col), "=", tuple(wanted)) if wanted and one else None


def _of_spans(col: Col, time: Time, column: Column) -> Filter | None:
    """In quarters of financial years: such a quarter, all four of a year, or of that which begins in a year."""
    if time.kind == "span quarter":
        return Filter(Item(col), "=", (_spelt(time.text, column),))
    if time.kind in ("span", "year"):
        return Filter(Item(col), "like", (f"{_spelt(f'{time.text}-Q1', column)[: len(time.text)]}%",))
    return None


def _spelt(quarter: str, column: Column) -> str:
    """A quarter such as `2024-Q1` as the column writes its own: `2024 Q1`."""
    own, said = QUARTER.fullmatch(str(column.profile.minimum)), QUARTER.fullmatch(quarter)
    if own is None or said is None:
        return quarter
    year = said["year"].replace("-", own["slash"]) if own["slash"] else said["year"]
    return f"{year}{own['joint']}Q{said['nth']}"


def _from(first: Filter) -> Filter:
    return Filter(first.item, ">=", (str(first.values[0])[:-1],))


def _months(time: Time) -> tuple[str, str] | None:
    """The first and last month of a period, as texts between which its dates lie."""
    year = time.text[:4]
    if time.kind == "quarter":
        n = int(time.text[-1])
        return f"{year}-{3 * n - 2:02d}", f"{year}-{3 * n:02d}-31"
    if time.kind == "half":
        return (f"{year}-01", f"{year}-06-30") if time.text[-1] == "1" else (f"{year}-07", f"{year}-12-31")
    if time.kind == "month":
        return time.text, f"{time.text}-31"
    return None


def _spelled(d: Dimension, column: Column, year: int) -> list[str]:
    """The span that begins in a year, as the others of a column are written whose values are not all known."""
    if d.values or not column.profile.common:
        return []
    form = column.profile.common[0][0]
    last = str(year + 1)[-len(form[5:]) :]
    made = f"{year}{form[4]}{last}"
    return [made] if str(column.profile.minimum) <= made <= str(column.profile.maximum) else []


def _values(d: Dimension, column: Column) -> list[str]:
    return list(d.values) or sorted(v for v, _ in column.profile.common)
