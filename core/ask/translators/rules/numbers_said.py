"""The numbers that a question may have said for those of a condition, which is not always written as it is said:
`older than 40` is one on a day of birth, `until 2023` one on the day after, `over 2 hours` one on minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from core.ask.translators.rules.ages import OLDEST
from core.ask.translators.rules.query import Filter
from core.ask.translators.rules.time_units import UNITS
from core.ask.translators.rules.years import years_ended
from core.text.words import words

_BOUNDS = ("<", "<=", ">", ">=")
_RATIOS = (60.0, 3600.0, 24.0, 1440.0, 7.0, 168.0, 10080.0, 86400.0)
"""How many of one unit of time another one is."""


def numbers_said(f: Filter) -> Iterator[str]:
    """The numbers beside those of the condition itself, as they are written."""
    yield from years_ended(f)
    if f.operator in _BOUNDS:
        yield from years_lived(f)
    if f.operator in (*_BOUNDS, "between"):
        yield from _times(f)


def years_lived(f: Filter) -> Iterator[str]:
    """Years from a day or a year until today."""
    today = date.today()
    for v in f.values:
        year, day = ("", "") if not isinstance(v, str) else (v[:4], v[4:])
        if isinstance(v, float) and v.is_integer() and not f.item.formula:
            year, day = str(int(v)), f"{today:-%m-%d}"
        if year.isdigit() and day in (f"{today:-%m-%d}", f"-{today:%m}-28") and 0 < today.year - int(year) < OLDEST:
            yield str(today.year - int(year))


def _times(f: Filter) -> Iterator[str]:
    """How much a span of time is in other units."""
    held = f.item.column is not None and bool(set(words(f.item.column.name)) & set(UNITS))
    if held or (f.item.formula is not None and f.item.formula.lasting):
        for v in (v for v in f.values if isinstance(v, float)):
            yield from (f"{n:.10g}" for r in _RATIOS for n in (v / r, v * r) if n.is_integer())
