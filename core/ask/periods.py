"""The two periods that are compared: those that a question names, or the last two that the data cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from core.ask.cells import date as said_date
from core.ask.dates import Span, span
from core.model import Column, Value

_FULL = 0.9
"""Share of a period that the data must reach into for it to be compared whole."""
_LEAST = 1 / 6
"""Share of a period that has begun below which the one before it is taken, where a question names none."""
_LACKING = 0.05
"""Share of a period that the data may lack at their begin or end, for it to be told as whole."""
_SAME = "so the same part of both periods is compared."
_MONTHS = {"year": 12, "half": 6, "quarter": 3, "month": 1, "day": 0}


@dataclass(frozen=True, slots=True)
class Period:
    """A span of days, and what people call it."""

    days: Span
    name: str
    short: str
    """As a column's heading: `2024`, `2024-03`."""
    year: int = 0
    """Not 0: the table says years, no days."""

    @property
    def asked(self) -> str:
        """As people ask of it: `Q3 2024`, `the first half of 2024`, `March 2024`."""
        year, _, part = self.short.partition("-")
        if part[:1] == "q":
            return f"Q{part[1:]} {year}"
        if part[:1] == "h":
            return f"the {'first' if part == 'h1' else 'second'} half of {year}"
        return said_date(self.short)


@dataclass(frozen=True, slots=True)
class Compared:
    """Two periods, earlier first. `note` is what a person should know of them."""

    earlier: Period
    later: Period
    note: str = ""


@dataclass(frozen=True, slots=True)
class Uncovered:
    """Two periods of which the data hold one at most."""

    why: str
    instead: Compared | None = None
    """The last two that can be compared."""


def compared(times: Sequence[str], column: Column) -> Compared | Uncovered | None:
    """The periods that a question's `times` mean in a column of dates or years; None where the data cannot tell."""
    covered = _covered(column)
    if covered is None:
        return None
    first, last = covered
    yearly = column.type == "integer"
    known = [p for t in times if (p := _named(t, last)) is not None]
    found: Compared | None
    if yearly and any(_grain(p) != "year" for p in known):
        return None
    if len(known) == 2:
        earlier, later = sorted(known, key=lambda p: p.days.first)
        found = _fair(later, covered, earlier) if earlier != later else None
    elif len(known) == 1:
        found = _fair(known[0], covered)
    else:
        found = _latest(covered, yearly)
    if found is not None and (why := _uncovered(found, covered, yearly)):
        instead = _latest(covered, yearly)
        return Uncovered(why, _by_year(instead) if instead and yearly else instead)
    if found is None or not yearly:
        return found and replace(found, note=found.note or _missing(found, first, last))
    return _by_year(found)


def not_whole(times: Sequence[str], column: Column) -> str:
    """That the data begin or end within one of the times; "" where they hold them whole, or cannot tell."""
    covered = _covered(column)
    known = [p for t in times if covered and (p := _named(t, covered[1])) is not None]
    said: list[str] = []
    for period in known:
        first, beyond = (date.fromisoformat(d) for d in (period.days.first, period.days.beyond))
        slack = (beyond - first).days * _LACKING
        if covered and (covered[0] - first).days > slack:
            said.append(f"The data begin on {said_date(covered[0].isoformat())}: {period.name} is not whole.")
        if covered and (beyond - covered[1]).days - 1 > slack:
            said.append(f"The data end on {said_date(covered[1].isoformat())}: {period.name} is not whole.")
    return " ".join(said)


def time_said(text: str) -> str:
    """A time as people say it: `Q1 2024`, `March 2024`."""
    days = span(text)
    return _period(days).asked if days else text


def uncovered(times: Sequence[str], column: Column) -> bool:
    """The data hold nothing, or too little, of one of two times."""
    covered = _covered(column)
    known = [p for t in times if covered and (p := _named(t, covered[1])) is not None]
    if covered is None or len(known) != len(times):
        return False
    earlier, later = sorted(known, key=lambda p: p.days.first)
    return bool(_uncovered(Compared(earlier, later), covered, column.type == "integer"))


def _by_year(found: Compared) -> Compared:
    """Of a table that says years, no days."""
    earlier, later = (replace(p, year=int(p.days.first[:4])) for p in (found.earlier, found.later))
    return Compared(earlier, later)


def _uncovered(found: Compared, covered: tuple[date, date], yearly: bool) -> str:
    """That the data begin too late or end too early for one of the periods; "" where they hold something of both."""
    first, last = covered
    earlier, later = found.earlier, found.later
    start, beyond = (date.fromisoformat(d) for d in (earlier.days.first, earlier.days.beyond))
    if first >= beyond or (first - start).days > (beyond - start).days * (1 - _LEAST):
        begun = f"in {first.year}" if yearly else f"on {said_date(first.isoformat())}"
        left = "nothing" if first >= beyond else "too little"
        return f"The data begin {begun}: there is {left} of {earlier.name} to compare {later.name} with."
    if last < date.fromisoformat(later.days.first):
        ended = f"in {last.year}" if yearly else f"on {said_date(last.isoformat())}"
        return f"The data end {ended}: there is nothing of {later.name} to compare with {earlier.name}."
    return ""


def _covered(column: Column) -> tuple[date, date] | None:
    """The first and the last day of the data."""
    low, high = day_of(column.profile.minimum, False), day_of(column.profile.maximum, True)
    return (low, high) if low and high else None


def day_of(value: Value, ends: bool) -> date | None:
    """The day that a cell tells, or on which the year that it tells begins or ends."""
    if isinstance(value, int | float):
        return date(int(value), 12, 31) if ends else date(int(value), 1, 1)
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def _named(text: str, last: date) -> Period | None:
    """A period by its ISO text, or by its place before the end of the data: “this year”, “last month”."""
    said = " ".join(text.lower().split())
    if (days := span(said)) is not None:
        return _period(days)
    which, _, grain = said.partition(" ")
    if grain not in _MONTHS:
        return None
    current = _around(last, grain)
    return current if which == "this" else _before(current)


def _around(day: date, grain: str) -> Period:
    """The year, quarter or month that a day lies in."""
    months = _MONTHS[grain]
    month = (day.month - 1) // months * months + 1
    first = date(day.year, month, 1)
    return _period(Span(first.isoformat(), _later(first, months).isoformat()))


def _before(period: Period) -> Period:
    """The period of the same kind before it."""
    first = date.fromisoformat(period.days.first)
    months = _MONTHS[_grain(period)]
    start = _later(first, -months) if months else first - timedelta(days=1)
    return _period(Span(start.isoformat(), period.days.first))


def _later(day: date, months: int) -> date:
    """The first of a month, so many months on."""
    count = day.year * 12 + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def _grain(period: Period) -> str:
    first, beyond = (date.fromisoformat(d) for d in (period.days.first, period.days.beyond))
    months = (beyond.year - first.year) * 12 + beyond.month - first.month
    return next((g for g, n in _MONTHS.items() if n == months and first.day == beyond.day == 1), "day")


def _period(days: Span) -> Period:
    first = date.fromisoformat(days.first)
    bare = Period(days, "", "")
    grain = _grain(bare)
    if grain == "year":
        name = short = str(first.year)
    elif grain == "half":
        short = f"{first.year}-h{(first.month + 5) // 6}"
        name = f"the {'first' if first.month == 1 else 'second'} half of {first.year}"
    elif grain == "quarter":
        quarter = (first.month + 2) // 3
        name, short = f"quarter {quarter} of {first.year}", f"{first.year}-q{quarter}"
    else:
        short = days.first[:7] if grain == "month" else days.first
        name = said_date(short)
    return Period(days, name, short)


def _fair(later: Period, covered: tuple[date, date], earlier: Period | None = None) -> Compared:
    """A period and an earlier one, else the one before it; where the data begin or end within them, the same part of
    both."""
    earlier = earlier or _before(later)
    if _grain(earlier) != _grain(later):
        return Compared(earlier, later)
    return _begun(_ended(earlier, later, covered[1]), covered[0])


def _ended(earlier: Period, later: Period, last: date) -> Compared:
    """Up to where the data end within the later period."""
    share = _reached(later, last)
    if share >= _FULL or share <= 0:
        return Compared(earlier, later)
    until = last + timedelta(days=1)
    note = f"The data end on {said_date(last.isoformat())}, {_SAME}"
    cut = replace(later, days=Span(later.days.first, until.isoformat()), name=f"{later.name} so far")
    back = _same_day(until, later, earlier)
    same = replace(earlier, days=Span(earlier.days.first, back.isoformat()), name=f"the same part of {earlier.name}")
    return Compared(same, cut, note)


def _begun(found: Compared, first: date) -> Compared:
    """From where the data begin within the earlier period."""
    earlier, later = found.earlier, found.later
    left = 1 - _reached(earlier, first - timedelta(days=1))
    if not _LEAST <= left < _FULL:
        return found
    start = _same_day(first, earlier, later)
    day = said_date(start.isoformat()).rpartition(" ")[0]
    begun = f"The data begin on {said_date(first.isoformat())}"
    name = earlier.name if found.note else f"the same part of {earlier.name}"
    return Compared(
        replace(earlier, days=Span(first.isoformat(), earlier.days.beyond), name=name),
        replace(later, days=Span(start.isoformat(), later.days.beyond), name=f"{later.name} from {day} on"),
        f"{begun} and {found.note.removeprefix('The data ')}" if found.note else f"{begun}, {_SAME}",
    )


def _same_day(day: date, one: Period, other: Period) -> date:
    """The day that lies in another period where `day` lies in one; of a year by its name, also across 29 February."""
    start = date.fromisoformat(other.days.first)
    if one.short.isdecimal() and other.short.isdecimal():
        year = start.year + day.year - int(one.days.first[:4])
        return date(year, day.month, min(day.day, 28) if day.month == 2 else day.day)
    return start + (day - date.fromisoformat(one.days.first))


def _reached(period: Period, last: date) -> float:
    """How much of a period the data reach into: 0..1."""
    first, beyond = (date.fromisoformat(d) for d in (period.days.first, period.days.beyond))
    return min(1.0, ((last - first).days + 1) / (beyond - first).days)


def _latest(covered: tuple[date, date], yearly: bool) -> Compared | None:
    """The last period of the data and the one before it: years where there are two, else quarters, months or days."""
    first, last = covered
    for grain in ("year",) if yearly else ("year", "quarter", "month"):
        later = _around(last, grain)
        if _reached(later, last) < _LEAST:
            later = _before(later)
        earlier = date.fromisoformat(_before(later).days.first)
        if first <= earlier + timedelta(days=round(31 * _MONTHS[grain] * (1 - _FULL))):
            return _fair(later, covered)
    return None


def _missing(found: Compared, first: date, last: date) -> str:
    """That the data begin or end within what is compared."""
    start, end = date.fromisoformat(found.earlier.days.first), date.fromisoformat(found.later.days.beyond)
    if (first - start).days > (end - start).days * (1 - _FULL) / 2:
        return f"The data begin on {said_date(first.isoformat())} only."
    if (end - last).days > (end - start).days * (1 - _FULL) / 2:
        return f"The data end on {said_date(last.isoformat())}."
    return ""
