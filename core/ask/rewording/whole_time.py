"""`how much did we lose over the year`, `over the three years`: all of the time that the rows are of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts
from core.text.number_words import SMALL_NUMBERS

_NUMBERS = {word: n for word, n in SMALL_NUMBERS.items() if n > 1}
_SAID = re.compile(
    rf",? (?:over|across|throughout|in|during) (?:(?:all|the whole) (?:of )?)?the (?:whole |full |entire )?"
    rf"(?:(?P<many>{'|'.join(_NUMBERS)}|\d) )?(?P<what>years?)(?=[ ?.!]*$)",
    re.IGNORECASE,
)
_YEAR = 366
"""Days of a year, at most."""
_LEAST = 0.5
"""What a link to the rows is worth at least."""


def whole_time(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question without it, where each named table of dates is of just so many years."""
    met = _SAID.search(text)
    if met is None or bool(met["many"]) != met["what"].lower().endswith("s"):
        return
    many = met["many"] or "1"
    wanted = int(many) if many.isdigit() else _NUMBERS[many.lower()]
    others = [m for m in mentions if met["what"].lower() not in m.text.lower().split()]
    tables = dict.fromkeys(k.table for m in others for k in m.links[:1] if k.score >= _LEAST and k.kind != "value")
    days = [found for t in tables if t in facts.tables and (found := facts.own_when(t, day=True)) and not found.part]
    spans = [_span(str(held.profile.minimum), str(held.profile.maximum)) for d in days if (held := facts.column(d))]
    if spans and all(s is not None and _so_long(s, wanted) for s in spans):
        yield Reworded(text[: met.start()] + text[met.end() :])


def _span(first: str, last: str) -> tuple[date, date] | None:
    try:
        return date.fromisoformat(first[:10]), date.fromisoformat(last[:10])
    except ValueError:
        return None


def _so_long(span: tuple[date, date], years: int) -> bool:
    """Within so many years of any beginning, or in each of so many of the calendar."""
    first, last = span
    in_calendar = last.year - first.year + 1 == years
    return in_calendar or (years == 1 and (last - first).days < _YEAR)
