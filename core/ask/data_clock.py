"""`this year`, where all data end years ago: it is the last year that they tell of, and the answer says so.

An export is asked about as if it were of today. How far data go is told by the days on which rows came about: of each
table the earliest that is last, as what is due or planned lies beyond the day of the export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from core.ask.cells import date as said_date
from core.ask.state import SchemaView
from core.model import NUMERIC, TEMPORAL, Caution, Column, Table
from core.text.words import words

CLOCK = "data_clock"
_AGO = timedelta(days=62)
"""How long ago the data end at least: the year may be young, and the next export to come."""
_WITHIN = timedelta(days=366)
"""How long before the last day of a table another of its days may end, to tell how far its rows go."""
_LED = re.compile(r"\b(?:in|during|for|of|since|from|to|until|before|after|and|on|by|over) $", re.IGNORECASE)
_NOW = re.compile(r"\bthis (?:calendar )?(?P<grain>year|month)\b(?!['’]s)(?! of\b)", re.IGNORECASE)


def with_now_of_data(text: str, schema: SchemaView, today: date | None = None) -> str:
    """The question with `this year` and `this month` as the last ones of the data, where these end in an earlier
    year."""
    end = _ended(schema.tables, today or date.today()) if _NOW.search(text) else None
    return text if end is None else _NOW.sub(lambda met: _said(met, end), text)


def clock_told(text: str, tables: Sequence[Table], today: date | None = None) -> Iterator[Caution]:
    """That it was read so."""
    end = _ended(tables, today or date.today()) if (met := _NOW.search(text)) else None
    if met and end is not None:
        read = str(end.year) if met["grain"].lower() == "year" else said_date(end.isoformat()[:7])
        yield Caution(
            CLOCK,
            f"The data end in {said_date(end.isoformat()[:7])}: “{met[0].lower()}” is read as {read}, the last "
            f"{met['grain'].lower()} that they tell of. Say another one if you mean it.",
        )


def _said(met: re.Match[str], end: date) -> str:
    led = _LED.search(met.string[: met.start()])
    named = str(end.year) if met["grain"].lower() == "year" else said_date(end.isoformat()[:7])
    return named if led else f"in {named}"


def _ended(tables: Sequence[Table], today: date) -> date | None:
    """The day until which the data go; None where that is of this year, or near."""
    ends = [end for table in tables if (end := _end(table, today)) is not None]
    last = max(ends, default=None)
    return last if last is not None and last.year < today.year and today - last > _AGO else None


def _end(table: Table, today: date) -> date | None:
    """The day until which the rows of a table go, by the column that ends first of those that end about together."""
    lasts = [last for column in table.columns if (last := _last(column)) is not None and last <= today]
    return min((last for last in lasts if max(lasts) - last <= _WITHIN), default=None)


def _last(column: Column) -> date | None:
    """The last day in a column of days, or the end of the last year in one of years."""
    last = column.profile.maximum
    if column.type in TEMPORAL:
        try:
            return date.fromisoformat(str(last)[:10])
        except ValueError:
            return None
    yearly = column.type in NUMERIC and "year" in words(column.label)
    return date(int(last), 12, 31) if yearly and isinstance(last, int | float) and 1900 <= last <= 2100 else None
