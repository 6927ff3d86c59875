"""`at six in the evening or later`: times of the day in figures, and the words around them that bound a time said so
that a bound is read (`on or after 18:00`)."""

from __future__ import annotations

import re

from core.text.number_words import SMALL_NUMBERS

_HOURS = {word: n for word, n in SMALL_NUMBERS.items() if 1 <= n <= 12}
_HOUR = rf"(?P<hour>{'|'.join(_HOURS)}|1[0-2]|[1-9])"
_PAST = r"(?:(?P<past>half past|quarter past|quarter to|a quarter past|a quarter to) )?"
_PART = r"(?P<part>in the (?:early )?(?:morning|afternoon|evening)|at night|[ap]\.?m\b\.?)"
_CLOCK = re.compile(
    rf"(?<!which )(?<!first )(?<!last )(?<!top )(?<!the )\b{_PAST}{_HOUR}(?: ?o['’]?clock)? ?{_PART}", re.IGNORECASE
)
_BETWEEN = re.compile(
    rf"\b(?P<led>between|from) {_HOUR.replace('hour', 'first')} (?P<to>and|to|until|till) {_PAST}{_HOUR}"
    rf"(?: ?o['’]?clock)? ?{_PART}",
    re.IGNORECASE,
)
"""`between six and eight in the evening`: the half of the day is said of the later one."""
_NOON = re.compile(
    r"\b(?P<led>before|after|since|until|till|by|from|at) (?:midday|noon|12 noon|twelve noon)\b", re.IGNORECASE
)
_HALF = 12 * 60
"""Minutes of half a day."""
_MINUTES = {"half past": 30, "quarter past": 15, "quarter to": -15}
_FIGURES = r"(?P<clock>(?:[01]?\d|2[0-3]):[0-5]\d)"
_LATER = tuple(
    re.compile(said, re.IGNORECASE)
    for said in (
        rf"\b(?:at |from |by )?{_FIGURES} (?:or|and) (?:later|after|any ?time after|afterwards|beyond|past)\b(?! than)",
        rf"\b(?:at |from )?{_FIGURES} onwards?\b",
        rf"\bfrom {_FIGURES}(?: on)?\b(?! (?:to|until|till|and)\b| ?[-–])",
        rf"\b(?:not before|no earlier than|not earlier than|at or after|any ?time after or at) {_FIGURES}",
    )
)
_EARLIER = tuple(
    re.compile(said, re.IGNORECASE)
    for said in (
        rf"\b(?:at |by )?{_FIGURES} (?:or|and) (?:earlier|before)\b(?! than)",
        rf"\b(?:not after|not later than|no later than|at or before|by) {_FIGURES}",
    )
)


def clocks_in_figures(text: str) -> str:
    """The question with its times of the day as `18:00`, where it says which half of the day is meant."""
    text = _NOON.sub(lambda met: f"{met['led']} 12:00", text)
    text = _CLOCK.sub(_in_figures, _BETWEEN.sub(_both_in_figures, text))
    for patterns, led in ((_LATER, "on or after"), (_EARLIER, "on or before")):
        for pattern in patterns:
            text = pattern.sub(lambda met, led=led: f"{led} {met['clock']}", text)  # type: ignore[misc]
    return text


def _in_figures(met: re.Match[str]) -> str:
    return _figures(_minutes(met))


def _both_in_figures(met: re.Match[str]) -> str:
    later = _minutes(met)
    earlier = _hour(met["first"]) * 60 + later // _HALF * _HALF
    return f"{met['led']} {_figures(earlier if earlier < later else earlier - _HALF)} {met['to']} {_figures(later)}"


def _minutes(met: re.Match[str]) -> int:
    """Since midnight."""
    part = met["part"].lower().replace(".", "")
    late = part in ("pm", "at night") or part.endswith(("afternoon", "evening"))
    past = (met["past"] or "").lower().removeprefix("a ")
    return _hour(met["hour"]) * 60 + late * _HALF + _MINUTES.get(past, 0)


def _hour(said: str) -> int:
    return (_HOURS.get(said.lower()) or int(said)) % 12


def _figures(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"
