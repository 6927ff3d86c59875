"""`had had their 90th birthday by 1 January 2025`, `had turned 90`: those who were born so many years before."""

from __future__ import annotations

import re

from core.ask.dates import MONTHS

_DAY = rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{'|'.join(MONTHS)}),? (?P<year>[12]\d{{3}})"
_HAD = r"(?:had|have|has)(?: already)?"
_WAYS = (
    rf"{_HAD} (?:had|reached|celebrated) (?:their|his|her|a) (?P<nth>\d{{1,3}})(?:st|nd|rd|th) birthday",
    rf"{_HAD} turned (?P<turned>\d{{1,3}})",
    r"were (?:already )?(?:at least )?(?P<aged>\d{1,3})(?: or over| or older| years old)?",
)
_REACHED = re.compile(rf"\b(?:{'|'.join(_WAYS)}) (?P<led>by|on|before) {_DAY}", re.IGNORECASE)


def birthdays(text: str) -> str:
    """The question with a day of birth in place of an age on a day."""
    return _REACHED.sub(_born, text)


def _born(met: re.Match[str]) -> str:
    age = next(int(met[name]) for name in ("nth", "turned", "aged") if met[name])
    led = "before" if met["led"].lower() == "before" else "on or before"
    return f"were born {led} {int(met['day'])} {met['month']} {int(met['year']) - age}"
