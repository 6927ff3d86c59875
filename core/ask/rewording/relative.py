"""`last year`, `this month`, `yesterday`: the year, month or day that is meant, reckoned from today.

People's files end where they end: what is meant is shown with the answer, as the question that was read. “The last
year” of the data, or the last five years, are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from core.ingest.name_parts import MONTHS

_LED = r"(?P<led>\b(?:in|during|for|of|since|from|to|with|than|until|before|after|and|on|by|over) )?"
_SAID = re.compile(
    rf"(?<!\bthe ){_LED}\b(?P<said>the year before last|(?:last|this|next) (?:calendar )?(?:year|month)|"
    r"yesterday|today)\b(?!['’]s)(?! of\b)",
    re.IGNORECASE,
)


_NAMED = re.compile(r"\b(?:in |during )?(?:last|this) year,? \(?([12]\d{3})\)?", re.IGNORECASE)
"""`last year (2024)`: the year is said."""
_SEASON = re.compile(r"(?<![\d/.-])([0-4]\d)[-/–]([0-4]\d)(?![\d/.-])")


def absolute(text: str, today: date | None = None) -> str:
    """The question with what is reckoned from today as a year, a month or a day."""
    now = today or date.today()

    def said(met: re.Match[str]) -> str:
        day = _SAID_BY[" ".join(met["said"].lower().replace("calendar ", "").split())](now)
        led = (met["led"] or "").strip()
        return f"{led or ('on' if day.count('-') > 1 else 'in')} {day}"

    text = _NAMED.sub(r"in \1", text)
    return _SEASON.sub(_season, _SAID.sub(said, text))


def _season(met: re.Match[str]) -> str:
    """`23-24` as 2023-24, where the second year follows the first."""
    first, last = int(met[1]), int(met[2])
    return f"20{met[0]}" if last == first + 1 else met[0]


def _month(day: date, months: int) -> str:
    at = day.year * 12 + day.month - 1 + months
    return f"{MONTHS[at % 12].capitalize()} {at // 12}"


_SAID_BY: Mapping[str, Callable[[date], str]] = {
    "the year before last": lambda day: str(day.year - 2),
    "last year": lambda day: str(day.year - 1),
    "this year": lambda day: str(day.year),
    "next year": lambda day: str(day.year + 1),
    "last month": lambda day: _month(day, -1),
    "this month": lambda day: _month(day, 0),
    "next month": lambda day: _month(day, 1),
    "yesterday": lambda day: (day - timedelta(days=1)).isoformat(),
    "today": lambda day: day.isoformat(),
}
