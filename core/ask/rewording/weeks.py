"""`the last week of May 2024`, `the first ten days of June 2024`, `the second half of March 2024`, `the week
beginning 3 June 2024`: the days from the first of it to the last."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from core.ask.dates import MONTH_NAMES
from core.ask.rewording.time_spans import COUNT, MONTH, YEAR, count_of, month_number

_LED = r"(?:\b(?:in|over|during|throughout|across|for|within|on) )?(?:\b(?:the|that) )?"
_OF = rf"(?: of|in)? (?P<month>{MONTH}),? (?P<year>{YEAR})\b"
_PART = re.compile(
    rf"{_LED}\b(?P<end>first|opening|last|final|closing|second) (?:{COUNT} )?"
    rf"(?P<unit>weeks?|fortnight|days|half){_OF}",
    re.IGNORECASE,
)
_WEEK = re.compile(
    rf"{_LED}\bweek (?P<way>beginning|commencing|starting|from|of|ending|to)(?: on)?"
    rf"(?: (?:mon|tues|wednes|thurs|fri|satur|sun)day)?"
    rf"(?: the)? (?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH}),? (?P<year>{YEAR})\b",
    re.IGNORECASE,
)
_LAST = frozenset(("last", "final", "closing"))
_LENGTHS = {"week": 7, "fortnight": 14, "day": 1}
_HALF = 15


def spans_in_days(text: str) -> str:
    """The question with such spans between two days."""
    return _WEEK.sub(_week, _PART.sub(_part, text))


def _part(met: re.Match[str]) -> str:
    """The beginning or the end of a month, or its half."""
    end, unit, year, month = met["end"].lower(), met["unit"].lower(), int(met["year"]), month_number(met["month"])
    last = monthrange(year, month)[1]
    if unit == "half":
        if met["count"]:
            return met[0]
        days = (1, _HALF) if end in ("first", "opening") else (_HALF + 1, last)
        return _between(date(year, month, days[0]), date(year, month, days[1]))
    said = met["count"]
    many = count_of(said) if said else 1
    if end == "second" and (said or unit != "week"):
        return met[0]
    long = many * _LENGTHS[unit.removesuffix("s")]
    if not 1 <= long <= last or (unit == "days" and not said):
        return met[0]
    first = last - long + 1 if end in _LAST else 1 + (long if end == "second" else 0)
    return _between(date(year, month, first), date(year, month, first + long - 1))


def _week(met: re.Match[str]) -> str:
    """Seven days from one on, or up to one."""
    year, month, day = int(met["year"]), month_number(met["month"]), int(met["day"])
    if not 1 <= day <= monthrange(year, month)[1]:
        return met[0]
    said, week = date(year, month, day), timedelta(days=6)
    return _between(said - week, said) if met["way"].lower() in ("ending", "to") else _between(said, said + week)


def _between(first: date, last: date) -> str:
    one, two = (f"{d.day} {MONTH_NAMES[d.month - 1]} {d.year}" for d in (first, last))
    return f"between {one} and {two}"
