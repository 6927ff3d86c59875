"""The times of a frame: `in 2024`, `during March 2024`, `since 2024-q2`, of the day on which each row happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.ask.dates import MONTH_NAMES, MONTHS, span
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Operator
from core.ask.translators.rules.years import yearlike
from core.model import TEMPORAL

Led = Literal["in", "of", "from", "after", "before", "until"]
_DAYS: Mapping[str, Operator] = {"from": ">=", "after": ">=", "before": "<", "until": "<"}
_YEARS: Mapping[str, Operator] = {"in": "=", "of": "=", "from": ">=", "after": ">", "before": "<", "until": "<="}
_LED = frozenset(("in", "during", "for", "over", "of", "throughout"))


@dataclass(frozen=True, slots=True)
class Bound:
    """A time, or a side of one: the place of its token, and how it is led to."""

    at: int
    led: Led


def time_in(tokens: Sequence[Token]) -> int | None:
    """Where the one time is said, behind a word that leads it."""
    found = [i for i, t in enumerate(tokens) if t.kind == "date" or (t.kind == "number" and yearlike(t.number))]
    led = len(found) == 1 and found[0] > 0 and tokens[found[0] - 1].lower in _LED
    return found[0] if led else None


def then(token: Token, rows: str, facts: Facts) -> Filter | None:
    """The rows of that time; None where no day or year of theirs tells it."""
    column = facts.own_when(rows)
    return None if column is None or facts.incidental(column) else bounded(Bound(0, "in"), token, column, facts)


def bounded(bound: Bound, token: Token, day: Col | None, facts: Facts) -> Filter | None:
    """The rows of a time, or of those before or after it, by their day or year; None where that does not tell it."""
    held = facts.column(day) if day is not None else None
    if day is None or held is None:
        return None
    within = bound.led in ("in", "of")
    if token.lower in MONTHS:
        month = MONTH_NAMES[MONTHS[token.lower] - 1]
        dated = held.type in TEMPORAL and within
        return Filter(Item(replace(day, part="calendar month")), "=", (month,)) if dated else None
    text = token.text if token.kind == "date" else f"{int(token.number or 0):04d}"
    days = span(text)
    if days is None:
        return None
    if held.type in ("date", "datetime"):
        if within:
            return Filter(Item(day), "between", (days.first, days.last(held.type == "datetime")))
        edge = days.beyond if bound.led in ("after", "until") else days.first
        return Filter(Item(day), _DAYS[bound.led], (edge,))
    return Filter(Item(day), _YEARS[bound.led], (float(text),)) if facts.year(day) and text.isdigit() else None
