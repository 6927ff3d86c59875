"""Days, months and years that a text names, as beginnings of ISO dates: `2023-03-14`, `2023-03`, `2023`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from core.text.glossary import glossary
from core.text.words import fold

_ISO = r"(?<!\d)(?P<iso>(?:19|20)\d\d(?:[-_.](?:0[1-9]|1[0-2])(?:[-_.](?:0[1-9]|[12]\d|3[01]))?)?)(?!\d)"
_YEAR = r"(?P<{0}>(?:19|20)\d\d)(?!\d)"
_LEADS = r"(?:\b(?:in|on|of|from|during|since|for|at)\s+(?:the\s+)?)?"


def dates_in(text: str) -> tuple[str, ...]:
    """The dates, each once, in the order in which they stand."""
    return tuple(dict.fromkeys(date for date, _, _ in _found(text)))


def date_of(name: str, title: str) -> str:
    """When a document is of: by its file's name, else by its title; of several the first; "": not told."""
    return next(iter(dates_in(name) or dates_in(title)), "")


def without_dates(text: str) -> str:
    """A question without its dates and the words that lead to them."""
    for _, start, end in reversed(list(_found(text))):
        text = re.sub(rf"{_LEADS}$", "", text[:start], flags=re.IGNORECASE).rstrip() + text[end:]
    return " ".join(text.split())


def _found(text: str) -> Iterator[tuple[str, int, int]]:
    for found in _pattern().finditer(text):
        if found["iso"]:
            yield re.sub(r"[_.]", "-", found["iso"]), found.start(), found.end()
            continue
        name = found["m1"] or found["m2"]
        month, year, day = _months()[fold(name)], found["y1"] or found["y2"], found["d1"] or found["d2"]
        yield f"{year}-{month:02}" + (f"-{int(day):02}" if day else ""), found.start(), found.end()


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _names()), key=len, reverse=True))
    day = r"(?P<{0}>0?[1-9]|[12]\d|3[01])"
    before = rf"(?:\b{day.format('d1')}(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?)?\b(?P<m1>{names})\.?,?\s+(?:de\s+)?"
    after = rf"\b(?P<m2>{names})\s+{day.format('d2')}(?:st|nd|rd|th)?,?\s+"
    dated = rf"{after}{_YEAR.format('y2')}|{before}{_YEAR.format('y1')}"
    return re.compile(rf"{dated}|{_ISO}", re.IGNORECASE)


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    """The number of each month's folded name, in English and the languages of the glossary, and short in English."""
    english = "january february march april may june july august september october november december".split()
    numbers = {name: n for n, name in enumerate(english, start=1)}
    short = {name[:3]: n for name, n in numbers.items()}
    foreign = {name: numbers[told] for name, told in glossary().months.items()}
    return foreign | short | numbers


def _names() -> set[str]:
    """The names as they are written, accents and all, and folded."""
    written = {"août", "décembre", "février", "märz", "jänner"}
    return {*_months(), *written}
