"""`the month with the most orders`, `on which day of 2024 were there the most orders`: a part of a date by how many."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Cue, Date, Rank, Shown, Things
from core.ask.translators.rules.chart.timing import timed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Part

_LARGER: dict[str, tuple[str, ...]] = {
    "hour": ("day", "month", "year"), "day": ("month", "year"),
    "weekday": ("month", "year"), "month": ("year",), "quarter": ("year",), "year": ()
}  # fmt: skip
_SIZES = {4: "year", 7: "month", 10: "day"}


def within(part: Cue, day: Date, facts: Facts) -> Cue | None:
    """`day of 2024`, `month of 2024`: a part of a longer time."""
    return replace(part, quantity=day.text) if _SIZES.get(len(day.text)) in _LARGER[part.text] else None


def busiest(part: Cue, rank: Rank, facts: Facts) -> Shown | None:
    """The part of their dates that most of the things share."""
    table = rank.item.table
    when = _dated(table, facts) or facts.when((table,)) if table else None
    found = facts.column(when) if when is not None else None
    if rank.item.aggregate != "count" or rank.item.column or when is None or found is None:
        return None
    if facts.year(when):
        return Shown((when,), Things(table, rank=rank), said=False) if part.text == "year" else None
    if found.type != "datetime" if part.text == "hour" else found.type not in ("date", "datetime"):
        return None
    whole = part.text == "day" and found.type == "date"
    column = when if whole else Col(when.table, when.name, cast(Part, part.text))
    where = (timed(when, Bound("=", (part.quantity,), True), facts),) if part.quantity else ()
    kept = tuple(c for c in where if c is not None)
    return Shown((column,), Things(table, kept, rank=rank), said=False) if len(kept) == len(where) else None


def _dated(table: str, facts: Facts) -> Col | None:
    """The first date of a table, which has parts where a year beside it has none."""
    return next((Col(table, c.name) for c in facts.tables[table].columns if c.type in ("date", "datetime")), None)


_OF = frozenset(("of", "in", "during"))
RULES = (
    Rule("part of a time", "part", "date", "part", within, between=_OF),
    Rule("part of dates with most", "part", "rank", "shown", busiest, 0.05),
)
