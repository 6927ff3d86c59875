"""`in the summer months of 2024, June to August`, `over the holidays, July and August 2024`: looser words for a time
before the months that are meant, which say all; the year of the one holds for the other."""

from __future__ import annotations

import re

from core.ask.rewording.time_spans import MONTH, YEAR, Link, between, cells_said, month_number, second_year

_LOOSE = (
    r"(?:the|our|this|that|spring|summer|autumn|fall|winter|months?|quarter|half|term|season|holidays?|break|period|"
    r"peak|busy|quiet|run[- ]up|build[- ]up|lead[- ]up|christmas|easter|festive|new|years?|financial|tax|school|"
    r"academic|to|of|and|between|before|first|second|third|fourth|last|two|three|four|five|six|twelve)"
)
_LED = r"\b(?:in|over|during|for|throughout|between|across)"
_SAYING = r" ?[,:(–-] ?(?:(?:say|so|i\.?e\.?|that is|that[’']s|meaning|namely),? )?"
_NOUN = r"(?:months?|quarter|term|season|holidays?|break|period)"
_JOINT = r" ?(?:to|until|till|through|and|[–-]) ?"
_MONTHS = re.compile(
    rf"{_LED} (?:{_LOOSE} )*(?P<year>{YEAR})(?: ?[/–-] ?(?P<next>{YEAR}|\d\d))?(?: {_LOOSE})*{_SAYING}"
    rf"(?:from |between |in )?(?P<one>{MONTH}){_JOINT}(?P<two>{MONTH})(?: inclusive)?(?! \d)\)?",
    re.IGNORECASE,
)
_DATED = re.compile(
    rf"{_LED} (?:{_LOOSE},? )*(?:{_LOOSE}{_SAYING}|{_NOUN} )"
    rf"(?P<time>(?P<led>in |during |from |between )?(?:\d\d?(?:st|nd|rd|th)? (?:of )?)?{MONTH}(?: {YEAR})?"
    rf"(?:{_JOINT}(?:\d\d?(?:st|nd|rd|th)? (?:of )?)?{MONTH})?(?: {YEAR})?)\)?(?!\w)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"\b(?:from |between |in )?(?P<one>{MONTH}){_JOINT}(?P<two>{MONTH}),? (?:in|of) (?P<year>{YEAR})(?!\d| ?[/–-])",
    re.IGNORECASE,
)
"""`from April to June of 2024`."""


def said_in_months(text: str, link: Link) -> str:
    """The question with those months alone."""
    if not (_MONTHS.search(text) or _DATED.search(text) or _AFTER.search(text)):
        return text
    called = cells_said(text, link)

    def loose(met: re.Match[str], plainly: str) -> str:
        return met[0] if called & set(met[0].lower().split()) else plainly

    text = _MONTHS.sub(lambda met: loose(met, _in_turn(met) or met[0]), text)
    text = _DATED.sub(lambda met: loose(met, _dated(met)), text)
    return _AFTER.sub(lambda met: _in_turn(met) or met[0], text)


def _in_turn(met: re.Match[str]) -> str:
    """From the one month to the other, over New Year where two years are said; "" where that cannot be."""
    one, two = month_number(met["one"]), month_number(met["two"])
    if met.groupdict().get("next"):
        return between(int(met["year"]), one, two + 12) if two < one and second_year(met) else ""
    return between(int(met["year"]), one, two) if one < two else ""


def _dated(met: re.Match[str]) -> str:
    if not re.search(YEAR, met["time"]):
        return met[0]
    return met["time"] if met["led"] else f"in {met['time']}"
