"""Which date of the things a time speaks of, what that date must then meet, and the parts it is told apart by."""

from __future__ import annotations

from dataclasses import replace

from core.ask.dates import MONTH_NAMES, MONTHS, span
from core.ask.translators.rules.chart.meanings import Bound, Parted, Things, Time
from core.ask.translators.rules.chart.timing import timed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Operator, Part, condition_items

_DATES = ("date", "datetime")
_SIZES: dict[int, Part] = {4: "year", 7: "month"}
_TURNED: dict[Operator, Operator] = {"=": "!=", "like": "not like", ">=": "<", "<": ">="}


OF_YEARS: tuple[Part, ...] = ("year", "decade")
"""Parts of dates that years have, too."""


def of_year(column: Col, part: Part) -> Col:
    """A column of years, or the decade of each."""
    return replace(column, part=part) if part == "decade" else column


def on_day(text: str) -> Time:
    """A day, a month or a year, as ISO writes it."""
    return Time((Bound("=", (text,), dated=True),))


def weekday(word: str) -> Time | None:
    """`Mondays`, `weekend`."""
    days = lexicon().weekdays.get(word.lower())
    return Time((Bound("=", days),), "weekday") if days else None


def month(word: str) -> Time | None:
    """`March`, of whatever year."""
    number = MONTHS.get(word.lower())
    return Time((Bound("=", (MONTH_NAMES[number - 1],)),), "calendar month") if number else None


def together(one: Time, other: Time) -> Time | None:
    """One time or another of the same kind."""
    if one.part != other.part or one.denied or other.denied or set(one.spans) & set(other.spans):
        return None
    if one.part:  # names of the same part are values of one condition
        values = (*one.spans[0].values, *other.spans[0].values)
        return replace(one, spans=(Bound("=", values),)) if len(set(values)) == len(values) else None
    return replace(one, spans=(*one.spans, *other.spans))


def dated(column: Col, facts: Facts) -> bool:
    """The column holds days."""
    found = facts.column(column)
    return found is not None and found.type in _DATES


def date_of(table: str, facts: Facts, *, days: bool) -> Col | None:
    """The date of the rows of a table; with `days` one that holds days, and no year alone."""
    column = facts.when((table,), day=days)
    if column is not None and (not days or dated(column, facts)):
        return column
    if not days or table not in facts.tables:
        return None
    return next((Col(table, c.name) for c in facts.tables[table].columns if c.type in _DATES), None)


def met(column: Col, time: Time, facts: Facts) -> tuple[Condition, ...]:
    """What a column of times must meet; nothing where it cannot lie in such a time."""
    if time.part:
        if not dated(column, facts):
            return ()
        held = replace(column, part=time.part)
        operator: Operator = "!=" if time.denied else "="
        return tuple(Filter(Item(held), operator, s.values) for s in time.spans)
    if not (dated(column, facts) or facts.year(column)):
        return ()
    made = [timed(column, s, facts) for s in time.spans]
    filters = [f for f in made if isinstance(f, Filter)]
    if not filters or len(filters) < len(time.spans):
        return ()
    if time.denied:
        return tuple(c for f in filters for c in (_turned(f),) if c is not None)
    return (filters[0],) if len(filters) == 1 else (AnyOf(tuple(filters)),)


def met_by(things: Things, time: Time, facts: Facts) -> tuple[Condition, ...]:
    """What the things of a time must meet, by their date."""
    column = date_of(things.table, facts, days=bool(time.part) or _within_year(time))
    return met(column, time, facts) if column is not None else ()


def parted_by(table: str, where: tuple[Condition, ...], parted: Parted, facts: Facts) -> tuple[Col, ...] | None:
    """The parts of a table's date, by which its rows are told apart; None where it has no such parts.

    Of several dates the one that the rows are already restricted by.
    """
    parts = tuple(p for p in parted.parts if p != "year" or "month" not in parted.parts)  # a month is one of a year
    said = [i.column for i in condition_items(where) if i.column and not i.aggregate and dated(i.column, facts)]
    own = [replace(c, part="") for c in said if c.table == table]
    found: list[Col] = []
    for part in parts:
        column = own[0] if own else date_of(table, facts, days=part not in OF_YEARS)
        held = facts.column(column) if column is not None else None
        if column is None or held is None:
            return None
        if facts.year(column):
            found.append(of_year(column, part))
        elif part == "hour" and held.type != "datetime":
            hours = hours_of(table, facts)
            if hours is None:
                return None
            found.append(replace(hours, part=part))
        elif held.type not in _DATES:
            return None
        else:
            whole = part == "day" and held.type == "date"
            found.append(column if whole else replace(column, part=part))
    return tuple(found)


def hours_of(table: str, facts: Facts) -> Col | None:
    """The one column of times of the day beside its days."""
    found = [Col(table, c.name) for c in facts.tables[table].columns if c.type == "time"]
    return found[0] if len(found) == 1 else None


def told_apart(column: Col, time: Time, facts: Facts) -> Col | None:
    """The part of a date that tells the spans of a time from each other: of years the year."""
    if time.part:
        return replace(column, part=time.part)
    sizes = {_size(str(v)) for s in time.spans for v in s.values}
    part = sizes.pop() if len(sizes) == 1 else None
    if part is None:
        return None
    if facts.year(column):
        return column if part == "year" else None
    return replace(column, part=part)


def _size(text: str) -> Part | None:
    """Of `2024` the year, of `2024-03` the month, of `2024-q3` the quarter."""
    parted = text[len("2024-") : len("2024-q")]
    return "quarter" if parted == "q" else None if parted == "h" else _SIZES.get(len(text))


def _within_year(time: Time) -> bool:
    """It speaks of days or months, which a column of years does not hold."""
    return any(len(str(v)) > len("2024") for s in time.spans for v in s.values)


def _turned(f: Filter) -> Condition | None:
    """None of a span."""
    if f.operator == "between":
        ends = span(str(f.values[1])[:10])
        below, above = Filter(f.item, "<", f.values[:1]), Filter(f.item, ">=", (ends.beyond,)) if ends else None
        return AnyOf((below, above)) if above is not None else None
    return replace(f, operator=_TURNED[f.operator]) if f.operator in _TURNED else None
