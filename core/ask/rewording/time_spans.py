"""`the first six months of 2024`, `over the summer of 2024`, `the three months to the end of March 2024`, `in the
nineties`: spans of time said in everyday words, as the months, halves or years that are meant.

A season is three months of the northern year and a financial year begins in April, unless a cell of the folder is
called after one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain

from core.ask.dates import MONTH_NAMES
from core.ask.state import Mention
from core.text.number_words import SMALL_NUMBERS

Link = Callable[[str], Sequence[Mention]]
"""What the words of a text may mean."""

MONTH = rf"(?:{'|'.join(MONTH_NAMES)}|(?:{'|'.join(name[:3] for name in MONTH_NAMES)}|sept)\b\.?)"
YEAR = r"(?:19|20)\d\d"
_NEXT = rf"(?P<year>{YEAR}) ?[/–-] ?(?P<next>{YEAR}|\d\d)(?![\d/–-])"
_LED = r"(?:\b(?:in|over|during|throughout|across|for|within) )?(?:\b(?:the|our) )?"
COUNT = rf"(?P<count>\d\d?|{'|'.join(SMALL_NUMBERS)})"
_OF = r"(?: (?:of|in))?(?: the)?(?: (?:calendar )?year)?"
_ENDS = re.compile(
    rf"{_LED}\b(?P<end>first|opening|last|final|closing) {COUNT} (?P<part>months|quarters){_OF} (?P<year>{YEAR})\b",
    re.IGNORECASE,
)
_FIRST = frozenset(("first", "opening"))
_PART = re.compile(
    rf"\b(?P<nth>opening|final|closing|latter) (?P<part>quarter|half){_OF} (?P<year>{YEAR})\b", re.IGNORECASE
)
_NTH = {"opening": "first", "final": "last", "closing": "last", "latter": "second"}
_UP_TO = re.compile(
    rf"{_LED}\b(?:{COUNT} months|(?P<whole>year)) (?:up )?(?:to|ending|ended|until|till)(?: in| on)?(?: the)?"
    rf"(?: end of| (?:28|29|30|31)(?:st|th)?(?: of)?)? (?P<month>{MONTH}) (?P<to>{YEAR})\b",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    rf"{_LED}\b(?P<year>{YEAR}),? (?:(?:up )?(?:to|until|till) (?:the end of )?(?P<to>{MONTH})"
    rf"|from (?P<from>{MONTH})(?: on| onwards?)?)(?! ?\d)(?= *[?.!,]| *$)",
    re.IGNORECASE,
)
"""`in 2024 up to the end of May`, `in 2024 from May on`."""
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month in which each begins."""
_SEASON = re.compile(
    rf"{_LED}\b(?P<season>{'|'.join(_SEASONS)})(?: months| season)?(?: of| in|,)? "
    rf"(?:{_NEXT}|(?P<only>{YEAR})(?!\d| ?[/–-] ?\d))",
    re.IGNORECASE,
)
_KINDS = {"financial": 4, "tax": 4, "school": 9, "academic": 9}
"""The month in which a year of these begins."""
_KIND = rf"(?P<kind>{'|'.join(_KINDS)}) year"
_TWELVE = tuple(
    re.compile(rf"{_LED}\b{said}", re.IGNORECASE) for said in (f"{_KIND}(?: of)? {_NEXT}", f"{_NEXT} {_KIND}")
)
_CENTURY = re.compile(r"\b(?:in|during|of|from) the (?P<nth>1[5-9]th|20th|\w+) century\b", re.IGNORECASE)
_CENTURIES = {"eighteenth": 18, "nineteenth": 19, "twentieth": 20, "last": 20}
_DECADES = {"thirties": 3, "forties": 4, "fifties": 5, "sixties": 6, "seventies": 7, "eighties": 8, "nineties": 9}
_DECADE = re.compile(
    rf"\b(?:in|during|from|over|throughout|within) the (?P<decade>{'|'.join(_DECADES)})\b", re.IGNORECASE
)
_ALL = 12
_FIRM = 0.6
"""From this score a cell is meant."""


def spans_in_months(text: str, link: Link) -> str:
    """The question with such spans between two months, or two years."""
    text = _ENDS.sub(_at_end, text)
    text = _PART.sub(lambda met: f"{_NTH[met['nth'].lower()]} {met['part']} of {met['year']}", text)
    text = _WITHIN.sub(_within, text)
    text = _DECADE.sub(_decade, _CENTURY.sub(_century, _UP_TO.sub(_up_to, text)))
    if not any(said.search(text) for said in (_SEASON, *_TWELVE)):
        return text
    called = cells_said(text, link)
    text = _SEASON.sub(lambda met: met[0] if met["season"].lower() in called else _season(met), text)
    for said in _TWELVE:
        text = said.sub(lambda met: met[0] if met["kind"].lower() in called else _twelve(met), text)
    return text


def cells_said(text: str, link: Link) -> frozenset[str]:
    """The words of a question by which a cell of the folder may be called."""
    found = (m.text.lower().split() for m in link(text) if any(k.kind == "value" and k.score >= _FIRM for k in m.links))
    return frozenset(chain.from_iterable(found))


def between(year: int, one: int, two: int) -> str:
    """From a month of a year to a later one, counted on from that January."""
    first, last = (f"{MONTH_NAMES[(n - 1) % _ALL]} {year + (n - 1) // _ALL}" for n in (one, two))
    return f"in {first}" if one == two else f"between {first} and {last}"


def month_number(name: str) -> int:
    """1 for `January` or `Jan.`."""
    return next(n for n, month in enumerate(MONTH_NAMES, start=1) if month[:3].lower() == name[:3].lower())


def second_year(met: re.Match[str]) -> bool:
    """The two years that are said follow each other."""
    return int(met["next"][-2:]) == (int(met["year"]) + 1) % 100


def count_of(said: str) -> int:
    """A small number in figures or in words."""
    return int(said) if said.isdigit() else SMALL_NUMBERS[said.lower()]


def _at_end(met: re.Match[str]) -> str:
    many = count_of(met["count"]) * (3 if met["part"].lower() == "quarters" else 1)
    if not 1 <= many <= _ALL:
        return met[0]
    first = met["end"].lower() in _FIRST
    return between(int(met["year"]), *((1, many) if first else (_ALL + 1 - many, _ALL)))


def _up_to(met: re.Match[str]) -> str:
    many = _ALL if met["whole"] else count_of(met["count"])
    last = month_number(met["month"]) + _ALL * many
    return between(int(met["to"]) - many, last - many + 1, last) if many else met[0]


def _within(met: re.Match[str]) -> str:
    first, last = (month_number(met["from"]), _ALL) if met["from"] else (1, month_number(met["to"]))
    return between(int(met["year"]), first, last)


def _season(met: re.Match[str]) -> str:
    """A winter has two years, or it is not known which."""
    first, winter = _SEASONS[met["season"].lower()], met["season"].lower() == "winter"
    if winter != bool(met["next"]) or (winter and not second_year(met)):
        return met[0]
    return between(int(met["year"] or met["only"]), first, first + 2)


def _twelve(met: re.Match[str]) -> str:
    first = _KINDS[met["kind"].lower()]
    return between(int(met["year"]), first, first + _ALL - 1) if second_year(met) else met[0]


def _century(met: re.Match[str]) -> str:
    said = met["nth"].lower()
    nth = _CENTURIES.get(said) or int(said[:2] if said[:2].isdigit() else 0)
    return f"between {nth - 1}00 and {nth - 1}99" if nth else met[0]


def _decade(met: re.Match[str]) -> str:
    nth = _DECADES[met["decade"].lower()]
    return f"between 19{nth}0 and 19{nth}9"
