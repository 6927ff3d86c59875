"""Dates as people write them in a question, as ISO text, and the span of days each of them means."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta

_MONTHS = {name.casefold(): n for n, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): n for n, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
MONTHS = {name.casefold(): n for n, name in enumerate(MONTH_NAMES, start=1)}
"""The months' names in full."""
_ANY_NAME = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NAME = rf"(?P<month>{_ANY_NAME})\.?"
_YEAR = r"(?P<year>1[5-9]\d\d|2[01]\d\d)"
_SPAN = rf"{_YEAR}[-/–](?P<last>(?:\d\d)?\d\d)"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_WRITTEN = tuple(
    re.compile(rf"(?<!\w){form}(?!\w)", re.IGNORECASE)
    for form in (
        rf"{_DAY}(?:\s+of)?\s+{_NAME},?\s+{_YEAR}",
        rf"{_NAME}\s+{_DAY},?\s+{_YEAR}",
        rf"{_NAME},?(?:\s+of)?\s+{_YEAR}",
    )
)
_TO = r"(?:\s+(?:up\s+)?(?:to|until|till|through|thru)(?:\s+the\s+end\s+of)?\s+|\s*[-–]\s*)"
_FIRST_OF_TWO = re.compile(
    rf"(?<!\w)(?:(?P<lead>between|from)\s+(?P<one>{_ANY_NAME})\s+and\s+|(?:from\s+)?(?P<other>{_ANY_NAME}){_TO})"
    rf"(?={_NAME},?\s+{_YEAR}(?!\w))",
    re.IGNORECASE,
)
"""`between April and June 2024`, `April to June 2024`: the year holds for both."""
_NUMBER = r"(?:the\s+)?[0-3]?\d(?:st|nd|rd|th)?(?:\s+of)?"
_LISTED = re.compile(
    rf"(?<!\w)(?P<one>{_ANY_NAME}|q[1-4])(?P<joint>\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|vs\.?|versus)\s+|\s*&\s*)"
    rf"(?=(?:(?:{_NUMBER}\s+)?{_NAME}|q[1-4]),?\s+{_YEAR}(?!\w))",
    re.IGNORECASE,
)
"""`in July and August 2024`: the year holds for each."""
_MOST_LISTED = 4
"""Months before the one that has the year, at most."""
_FROM_TO = re.compile(
    rf"(?<![\w-])(?:from\s+)?(?P<one>\d{{4}}-(?:\d\d|[qh]\d)(?:-\d\d)?)"
    rf"{_TO}(?P<two>\d{{4}}-(?:\d\d|[qh]\d)(?:-\d\d)?)(?![\w-])",
    re.IGNORECASE,
)
"""`from 2024-04 to 2024-06`: all that lies between them, too."""
_NAMES = rf"(?:{_ANY_NAME})\.?"
_LATER = (
    rf"(?={_NUMBER}\s+(?P<month>{_NAMES}),?\s+{_YEAR}(?!\w)"
    rf"|(?P<other>{_NAMES})\s+{_NUMBER},?\s+(?P<then>2[01]\d\d)(?!\w))"
)
_DAY_OF_TWO = re.compile(
    rf"(?<!\w)(?P<lead>between|from)\s+(?P<one>{_NUMBER}(?:\s+{_NAMES})?|{_NAMES}\s+{_NUMBER})"
    rf"(?P<joint>\s+(?:and|to|until|till)\s+){_LATER}",
    re.IGNORECASE,
)
"""`between 1 and 15 May 2024`, `from 3 April to 2 May 2024`: the year, or the month too, holds for both."""
_NTH = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 0}
_OF_SPAN = tuple(
    re.compile(rf"(?<!\w){form}(?!\w)", re.IGNORECASE)
    for form in (
        rf"(?:the\s+)?(?P<nth>{'|'.join(_NTH)})\s+quarter\s+(?:of|in)\s+(?:the\s+)?(?:(?:financial|fiscal)\s+year\s+)?{_SPAN}",
        rf"(?:q|quarter\s)(?P<nth>[1-4])[\s,/-]*(?:(?:of|in)\s+)?{_SPAN}",
        rf"{_SPAN}[\s,/-]*(?:q|quarter\s)(?P<nth>[1-4])",
    )
)
"""`Q1 2022/23`, `the first quarter of 2022-23`: of a year that begins in another."""
_PARTED = tuple(
    re.compile(rf"(?<!\w){form}(?!\w)", re.IGNORECASE)
    for form in (
        rf"(?:the\s+)?(?P<nth>{'|'.join(_NTH)})\s+(?P<part>quarter|half|month)\s+(?:of|in)\s+(?:the\s+year\s+)?{_YEAR}",
        rf"q(?P<nth>[1-4])(?P<part>)[\s,/-]*(?:of\s+)?{_YEAR}",
        rf"{_YEAR}[\s,/-]*q(?P<nth>[1-4])(?P<part>)",
    )
)
_MONTHS_OF = {"quarter": 3, "half": 6, "month": 1, "q": 3, "h": 6}
_SLASHED = re.compile(rf"(?<![\w/])(?P<one>[0-3]?\d)[/.](?P<two>[0-3]?\d)[/.]{_YEAR}(?![\w/])")
_ISO = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")

_PART = re.compile(r"(\d{4})-([qh])([1-4])")


@dataclass(frozen=True, slots=True)
class Span:
    """The days that a year, a month or a day covers: from `first` up to, not including, `beyond` (ISO)."""

    first: str
    beyond: str

    def last(self, timed: bool = False) -> str:
        """The last day, or of a column that has `timed` days its last second (ISO)."""
        last = date.fromisoformat(self.beyond) - timedelta(days=1)
        return f"{last}T23:59:59" if timed else str(last)


def spelt_out(text: str) -> str:
    """A question with its written dates in ISO: "1 June 2024" as 2024-06-01, "March 2024" as 2024-03.

    Quarters and halves of a year become 2024-q1 and 2024-h2, a quarter of 2024/25 becomes 2024-25-q1;
    "from 2024-03 to 2024-05" is between them.

    Quoted text is left alone. `03/04/2024` is read day first unless only the other way is a date.
    """
    parts = re.split(r"(\"[^\"]*\"|“[^”]*”)", text)
    return "".join(part if n % 2 else _spelt_out(part) for n, part in enumerate(parts))


def _spelt_out(text: str) -> str:
    text = _FIRST_OF_TWO.sub(lambda m: f"between {m['one'] or m['other']} {m['year']} and ", text)
    for _ in range(_MOST_LISTED):  # from the last on, as each has its year from the next
        text = _LISTED.sub(lambda m: f"{m['one']} {m['year']}{m['joint']}", text)
    text = _DAY_OF_TWO.sub(_dated, text)  # what stands behind is written next
    for form in _WRITTEN:
        text = form.sub(_written, text)
    for form in _OF_SPAN:
        text = form.sub(_of_span, text)
    for form in _PARTED:
        text = form.sub(_parted, text)
    return _FROM_TO.sub(r"between \g<one> and \g<two>", _SLASHED.sub(_slashed, text))


def _dated(match: re.Match[str]) -> str:
    """The first of two days with the month, if it has none, and the year of the second."""
    one, month, year = match["one"], match["month"] or match["other"], match["year"] or match["then"]
    alone = not re.search(_NAMES, one, re.IGNORECASE)
    return f"{match['lead']} {one.removeprefix('the ')}{f' {month}' if alone else ''} {year}{match['joint']}"


def _written(match: re.Match[str]) -> str:
    found = match.groupdict()
    return _iso(int(found["year"]), _MONTHS[found["month"].casefold()], int(found.get("day") or 0)) or match.group()


def _parted(match: re.Match[str]) -> str:
    """A quarter, a half or a month of a year: 2024-q1, 2024-h2, 2024-12."""
    part = match["part"].casefold() or "quarter"
    most = 12 // _MONTHS_OF[part]
    number = _place(match["nth"], most)
    if number > most:
        return match.group()
    return f"{match['year']}-{number:02d}" if part == "month" else f"{match['year']}-{part[0]}{number}"


def _place(nth: str, most: int) -> int:
    """`second`, `2nd`, `2`; the last of so many."""
    said = nth.casefold()
    return (_NTH[said] or most) if said in _NTH else int(said)


def _of_span(match: re.Match[str]) -> str:
    """A quarter of a financial year: 2022-23-q1; years that do not follow on each other are none."""
    last = match["last"][-2:]
    return (
        f"{match['year']}-{last}-q{_place(match['nth'], 4)}"
        if int(last) == (int(match["year"]) + 1) % 100
        else match.group()
    )


def _slashed(match: re.Match[str]) -> str:
    one, two, year = int(match["one"]), int(match["two"]), int(match["year"])
    return _iso(year, two, one) or _iso(year, one, two) or match.group()


def _iso(year: int, month: int, day: int) -> str:
    """ISO text of a day, or of a month when `day` is 0; "" for no such date."""
    if not 1 <= month <= 12 or day > calendar.monthrange(year, month)[1]:
        return ""
    return f"{year:04d}-{month:02d}-{day:02d}" if day else f"{year:04d}-{month:02d}"


def span(text: str) -> Span | None:
    """The days that text covers ("2024", "2024-q1", "2024-h2", "2024-03", "2024-03-15"); None for other text."""
    if parted := _PART.fullmatch(text.strip()):
        months = _MONTHS_OF[parted[2]]
        year, last = int(parted[1]), int(parted[3]) * months
        beyond = f"{year + 1:04d}-01-01" if last == 12 else f"{year:04d}-{last + 1:02d}-01"
        return Span(f"{year:04d}-{last - months + 1:02d}-01", beyond) if last <= 12 else None
    match = _ISO.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    if month > 12 or (month and day > calendar.monthrange(year, month)[1]):
        return None
    if not month:
        return Span(f"{year:04d}-01-01", f"{year + 1:04d}-01-01")
    first = f"{year:04d}-{month:02d}-{max(day, 1):02d}"
    last = calendar.monthrange(year, month)[1]
    if day and day < last:
        return Span(first, f"{year:04d}-{month:02d}-{day + 1:02d}")
    beyond = f"{year + 1:04d}-01-01" if month == 12 else f"{year:04d}-{month + 1:02d}-01"
    return Span(first, beyond)


def written_as(text: str) -> tuple[str, ...]:
    """How files write a month or a quarter in words: `2014 MAR`, `March 2014`, `Mar-14`, `2014M03`; `Q1 2014`."""
    if found := re.fullmatch(r"(\d{4})-q([1-4])", text):
        year, nth = found.groups()
        return (f"{year} Q{nth}", f"Q{nth} {year}", f"{year}Q{nth}", f"{year}-Q{nth}")
    if (found := re.fullmatch(r"(\d{4})-(\d\d)", text)) is None or not 1 <= int(found[2]) <= 12:
        return ()
    year, name = found[1], calendar.month_name[int(found[2])]
    short = name[:3]
    return (f"{year} {short}", f"{short} {year}", f"{name} {year}", f"{short}-{year[2:]}", f"{year}M{found[2]}")
