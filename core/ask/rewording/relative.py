"""`last year`, `this month`, `yesterday`: the year, month or day that is meant, reckoned from today.

People's files end where they end: what is meant is shown with the answer, as the question that was read. “The last
year” of the data, or the last five years, are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from core.ask.data_clock import LED
from core.ingest.name_parts import MONTHS

_SAID = re.compile(
    rf"(?<!\bthe ){LED}\b(?P<said>the year before last|(?:last|this|next) (?:calendar )?(?:year|month)|"
    r"yesterday|(?<!open )(?<!active )(?<!trading )(?<!running )(?<!employed )today)\b(?!['’]s)(?! of\b)",
    re.IGNORECASE,
)


_NAMED = re.compile(r"\b(?:in |during )?(?:last|this) year,? (?:in |during )?\(?([12]\d{3})\)?", re.IGNORECASE)
"""`last year (2024)`: the year is said."""
_ONE_YEAR = re.compile(r"(?<![\d/.-])((?:19|20)\d\d)(?![\d/-])")
_BEFORE_IT = re.compile(
    r"\b(?P<led>compared (?:to|with|against)|against|versus|vs\.?|than(?: in| during)?|up on|down on|on|over|from) "
    r"(?:the )?(?:year before(?! last)|(?:previous|preceding|prior) year)\b",
    re.IGNORECASE,
)
"""`in 2024 compared with the year before`."""
_SPELT_OUT = re.compile(
    r"\b(?:(?:in|over|during|for|across) )?(?:the |these |our )?(?:last|past|latest) \w+ years,? "
    r"\(?((?:19|20)\d\d) ?[-–/] ?(\d\d|(?:19|20)\d\d)\)?",
    re.IGNORECASE,
)
"""`in the last three years (2022-24)`: the years are said."""
_RANGE = re.compile(
    r"\bfrom ((?:19|20)\d\d) (?:to|until|till|through|up to)(?: and including)? ((?:19|20)\d\d)\b", re.IGNORECASE
)
"""`from 2022 to 2024`: all three years."""
_CHANGES = re.compile(
    r"\b(?:gr[eo]w\w*|chang\w*|r[io]se\w*|rising|f[ae]ll\w*|increas\w*|decreas\w*|drop\w*|declin\w*|differ\w*|compar\w*|"
    r"more|less|fewer|went|go(?:es|ne)?|improv\w*|jump\w*|shr[iua]nk\w*|gain\w*|los[et]\w*|up|down|trend|develop\w*)\b",
    re.IGNORECASE,
)
"""What sets the first of two years against the second."""
_SEASON = re.compile(r"(?<![\d/.-])([0-4]\d)[-/–]([0-4]\d)(?![\d/.-])")


def absolute(text: str, today: date | None = None) -> str:
    """The question with what is reckoned from today as a year, a month or a day."""
    now = today or date.today()

    def said(met: re.Match[str]) -> str:
        day = _SAID_BY[" ".join(met["said"].lower().replace("calendar ", "").split())](now)
        led = (met["led"] or "").strip()
        return f"{led or ('on' if day.count('-') > 1 else 'in')} {day}"

    text = _NAMED.sub(r"in \1", text)
    text = _BEFORE_IT.sub(lambda met: _year_before(met, text), _SPELT_OUT.sub(_years, text))
    if not _CHANGES.search(text):
        text = _RANGE.sub(_between, text)
    return _SEASON.sub(_season, _SAID.sub(said, text))


def _year_before(met: re.Match[str], text: str) -> str:
    """The year before the only one that is said."""
    years = set(_ONE_YEAR.findall(text))
    led = "compared with" if met["led"].lower() in ("on", "over", "up on", "down on") else met["led"]
    return f"{led} {int(years.pop()) - 1}" if len(years) == 1 else met[0]


def _between(met: re.Match[str]) -> str:
    return f"between {met[1]} and {met[2]}" if int(met[1]) < int(met[2]) else met[0]


def _years(met: re.Match[str]) -> str:
    last = met[2] if len(met[2]) > len("24") else met[1][:2] + met[2]
    return f"between {met[1]} and {last}" if int(last) > int(met[1]) else met[0]


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
