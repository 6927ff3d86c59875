"""The times that a question over statistics says: years, quarters, months, spans such as 2020-21, the latest one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.ask.label_stems import six_figured
from core.ask.tokens import Token
from core.ingest.name_parts import month_number

TimeKind = Literal["year", "span", "quarter", "span quarter", "half", "month", "day", "cell"]
TIME_NOUNS = frozenset("year quarter month week period".split())
TOLD = frozenset(("told", "told year"))
"""Periods that cells tell in words of their own: `Year ending March 2021`, `2021 H1`."""
PARTS_OF_YEAR = frozenset(("month name", "quarter name"))
"""Periods of a year that stands elsewhere."""
FINE_ENOUGH: dict[TimeKind, frozenset[str]] = {
    "year": frozenset(("year", "span", "quarter", "span quarter", "month", "day")) | TOLD,
    "span": frozenset(("span", "span quarter")) | TOLD,
    "span quarter": frozenset(("span quarter", "quarter name")) | TOLD,
    "half": frozenset(("quarter", "month", "day")) | TOLD,
    "quarter": frozenset(("quarter", "quarter name", "month", "day")) | TOLD,
    "month": frozenset(("month", "month name", "day")) | TOLD,
    "day": frozenset(("day",)) | TOLD,
    "cell": frozenset(("span", "quarter", "span quarter")) | TOLD,
}
"""By what is said, the periods of a column that can tell it from other times."""
_YEAR = re.compile(r"(?:1[5-9]|2[01])\d\d")
A_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
_SIX_FIGURES = re.compile(r"(?:1[5-9]|2[01])\d{4}")
_FISCAL_YEAR = re.compile(r"fy(\d{4})")
_DATES: tuple[tuple[TimeKind, re.Pattern[str]], ...] = (
    ("quarter", re.compile(r"\d{4}-q[1-4]", re.IGNORECASE)),
    ("span quarter", re.compile(r"\d{4}-\d{2}-q[1-4]", re.IGNORECASE)),
    ("half", re.compile(r"\d{4}-h[12]", re.IGNORECASE)),
    ("month", re.compile(r"\d{4}-(?:0[1-9]|1[0-2])")),
    ("span", re.compile(r"\d{4}-\d{2}")),
    ("day", re.compile(r"\d{4}-\d{2}-\d{2}")),
)
_FISCAL = frozenset("fy fiscal financial calendar".split())
_LATEST = frozenset("latest recent newest".split())
_LAST = frozenset("last current".split())
_LISTING = frozenset((",", "and", "&", "or"))
_TO = frozenset("to until through till".split())
_BEFORE_MONTH = frozenset("in during for last since until to and from between of".split())
ANY_YEAR = "0000"
"""Of a month that is said without its year."""
_BOTH = 2


@dataclass(frozen=True, slots=True)
class Time:
    """A period that is said: `2024`, `2024-Q2`, `2024-06`, `2020-21`, `2020-21-Q3`; a cell that is quoted."""

    kind: TimeKind
    text: str


@dataclass(frozen=True, slots=True)
class Times:
    """All times of a question, in its order."""

    times: tuple[Time, ...]
    through: bool
    """They are the first and the last of those meant."""
    open_end: str
    """`>=` or `<=`: the one time said is the first, or the last."""
    latest: bool
    used: frozenset[int]


def times_of(tokens: Sequence[Token]) -> Times:
    """The times said, and what holds between them."""
    found: list[tuple[int, Time]] = []
    used: set[int] = set()
    for i, t in enumerate(tokens):
        if i in used:
            continue
        if t.lower in _FISCAL and i + 1 < len(tokens):
            used.add(i)
        elif (time := _time(tokens, i)) is not None:
            listed = _months_before(tokens, i, time)
            found += listed
            found.append((i, time))
            used |= {at for at, _ in listed}
            used |= {i, i + 1} if t.kind == "number" and time.kind == "span" else {i}
    latest = set() if found else _latest(tokens)
    times = tuple(t for _, t in found)
    places = [i for i, _ in found]
    through = _through(tokens, places)
    if through:
        used |= {i for i in range(places[0], places[1]) if tokens[i].lower in _TO}
    return Times(times, through, _open_end(tokens, places), bool(latest), frozenset(used | latest))


def _months_before(tokens: Sequence[Token], i: int, time: Time) -> list[tuple[int, Time]]:
    """`June, July and August 2024`: the months before the one that bears the year."""
    found: list[tuple[int, Time]] = []
    at = i - 1
    while time.kind == "month" and at > 0 and tokens[at].lower in _LISTING:
        at -= at > 1 and tokens[at - 1].text == ","
        number = month_number(tokens[at - 1].lower) if tokens[at - 1].kind == "word" else 0
        if not number:
            break
        found.insert(0, (at - 1, Time("month", f"{time.text[:4]}-{number:02}")))
        at -= 2
    return found


def _time(tokens: Sequence[Token], i: int) -> Time | None:
    t = tokens[i]
    if t.kind == "number" and _YEAR.fullmatch(t.text):
        after = tokens[i + 1].text if i + 1 < len(tokens) and tokens[i + 1].kind == "number" else ""
        spans = len(after) == 2 and after.isdigit() and int(after) == (int(t.text) + 1) % 100
        return Time("span", f"{t.text}-{after}") if spans else Time("year", t.text)
    if t.kind == "number" and _SIX_FIGURES.fullmatch(t.text) and six_figured(t.text):
        return Time("span", f"{t.text[:4]}-{t.text[4:]}")
    if t.kind == "date":
        kind = next((k for k, shape in _DATES if shape.fullmatch(t.text)), None)
        return Time(kind, t.text.upper()) if kind else None
    if t.kind == "quoted" and A_YEAR.search(t.text):
        return Time("cell", t.text)
    fiscal = _FISCAL_YEAR.fullmatch(t.lower)
    if fiscal:
        return Time("year", fiscal[1])
    before = tokens[i - 1].lower if i else ""
    short = len(t.lower) < len("jan")  # “for no belt” is not in November
    number = month_number(t.lower) if t.kind == "word" and before in _BEFORE_MONTH and not short else 0
    return Time("month", f"{ANY_YEAR}-{number:02}") if number else None


def _through(tokens: Sequence[Token], places: Sequence[int]) -> bool:
    if len(places) != _BOTH:
        return False
    first, last = places
    middle = {t.lower for t in tokens[first + 1 : last]}
    between = any(t.lower == "between" for t in tokens[max(0, first - 2) : first]) and "and" in middle
    return between or bool(middle & _TO) or all(t.kind == "punct" for t in tokens[first + 1 : last])


def _open_end(tokens: Sequence[Token], places: Sequence[int]) -> str:
    if len(places) != 1:
        return ""
    before = {t.lower for t in tokens[max(0, places[0] - 2) : places[0]]}
    return ">=" if "since" in before else "<=" if before & {"until", "till"} else ""


def _latest(tokens: Sequence[Token]) -> set[int]:
    """The tokens of `latest year`, `most recent`."""
    for i, t in enumerate(tokens):
        nouned = i + 1 < len(tokens) and tokens[i + 1].lemma in TIME_NOUNS
        if t.lower in _LATEST or (t.lower in _LAST and nouned):
            most = {i - 1} if i and tokens[i - 1].lower == "most" else set[int]()
            return {i, *most} | ({i + 1} if nouned else set())
    return set()
