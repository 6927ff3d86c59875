"""The one time of a frame: `in 2024`, `during March 2024`, `in 2024-q2`, of the day on which each row happened."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.dates import span
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item
from core.ask.translators.rules.years import yearlike

_LED = frozenset(("in", "during", "for", "over", "of", "throughout"))


def time_in(tokens: Sequence[Token]) -> int | None:
    """Where the one time is said, behind a word that leads it."""
    found = [i for i, t in enumerate(tokens) if t.kind == "date" or (t.kind == "number" and yearlike(t.number))]
    led = len(found) == 1 and found[0] > 0 and tokens[found[0] - 1].lower in _LED
    return found[0] if led else None


def then(token: Token, rows: str, facts: Facts) -> Filter | None:
    """The rows of that time; None where no day or year of theirs tells it."""
    column = facts.own_when(rows)
    found = facts.column(column) if column is not None else None
    if column is None or found is None or facts.incidental(column):
        return None
    text = token.text if token.kind == "date" else f"{int(token.number or 0):04d}"
    days = span(text)
    if days is None:
        return None
    if found.type in ("date", "datetime"):
        return Filter(Item(column), "between", (days.first, days.last(found.type == "datetime")))
    if facts.year(column) and text.isdigit():
        return Filter(Item(Col(rows, column.name)), "=", (float(text),))
    return None
