"""`this year`, where all data end years ago: it is the last year that they tell of, and the answer says so.

An export is asked about as if it were of today. How far data go is told by the days on which rows came about: of each
table the earliest that is last, as what is due or planned lies beyond the day of the export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from core.ask.cells import date as said_date
from core.ask.periods import day_of
from core.ask.state import SchemaView
from core.model import NUMERIC, TEMPORAL, Caution, Column, Table
from core.text.words import words

CLOCK = "data_clock"
_AGO = timedelta(days=62)
"""How long ago the data end at least: the year may be young, and the next export to come."""
_WITHIN = timedelta(days=366)
"""How long before the last day of a table another of its days may end, to tell how far its rows go."""
LED = r"(?P<led>\b(?:in|during|for|of|since|from|to|with|than|until|before|after|and|on|by|over) )?"
"""The small word before a time, if there is one."""
_NOW = re.compile(rf"{LED}\b(?P<now>this (?:calendar )?(?P<grain>year|month))\b(?!['’]s)(?! of\b)", re.IGNORECASE)


def with_now_of_data(text: str, schema: SchemaView, today: date | None = None) -> str:
    """The question with `this year` and `this month` as the last ones of the data, where these end in an earlier
    year."""
    end = _ended(schema.tables, today or date.today()) if _NOW.search(text) else None
    return text if end is None else _NOW.sub(lambda met: f"{met['led'] or 'in '}{_named(met, end)}", text)


def clock_told(text: str, tables: Sequence[Table], today: date | None = None) -> Iterator[Caution]:
    """That it was read so."""
    end = _ended(tables, today or date.today()) if (met := _NOW.search(text)) else None
    if met and end is not None:
        yield Caution(
            CLOCK,
            f"The data end in {said_date(end.isoformat()[:7])}: “{met['now'].lower()}” is read as {_named(met, end)}, "
            f"the last {met['grain'].lower()} that they tell of. Say another one if you mean it.",
        )


def _named(met: re.Match[str], end: date) -> str:
    """The year or the month in which the data end."""
    return str(end.year) if met["grain"].lower() == "year" else said_date(end.isoformat()[:7])


def _ended(tables: Sequence[Table], today: date) -> date | None:
    """The day until which the data go; None where that is of this year, or near."""
    ends = [end for table in tables if (end := _end(table, today)) is not None]
    last = max(ends, default=None)
    return last if last is not None and last.year < today.year and today - last > _AGO else None


def _end(table: Table, today: date) -> date | None:
    """The day until which the rows of a table go, by the column that ends first of those that end about together."""
    lasts = [last for column in table.columns if (last := _last(column)) is not None and last <= today]
    latest = max(lasts, default=today)
    return min((last for last in lasts if latest - last <= _WITHIN), default=None)


def _last(column: Column) -> date | None:
    """The last day in a column of days, or the end of the last year in one of years."""
    last = column.profile.maximum
    yearly = column.type in NUMERIC and "year" in words(column.label)
    yearly = yearly and isinstance(last, int | float) and 1900 <= last <= 2100
    return day_of(last, ends=True) if yearly or column.type in TEMPORAL else None
