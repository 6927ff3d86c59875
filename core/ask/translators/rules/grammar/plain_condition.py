"""A condition that names a column and values of it plainly: `Method CC`, `Method is cc`, `Method = CC or CA`, and
what lies beyond a bound: `Amount > 100`, `received ≥ 2024-03-01`, `days from received to finished > 10`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Literal, cast

from core.ask.tokens import ONE_SIGN
from core.ask.translators.rules.lexicon.chunk import SIGNS
from core.ask.translators.rules.query import Col, Filter, Formula, Item, Operator
from core.model import NUMERIC, TEMPORAL, Column, Table
from core.text.words import normalise

_SIGN = re.compile(
    r"(?P<sign>\s*!=\s*|\s*=\s*|\s*:\s+|\s+(?:is not|isn't|is|in|one of|equals)\s+|\s+)(?P<rest>.+)", re.IGNORECASE
)
_BOUND = re.compile(r"(?P<column>.+?)\s*(?P<sign>>=|<=|=>|=<|[<>≥≤])\s*(?P<value>.+)")
_NUMBER = re.compile(r"[£$€]?(-?\d[\d,]*(?:\.\d+)?)")
_SPAN = re.compile(r"(?P<unit>days|hours|minutes) from (?P<first>.+) to (?P<last>.+)", re.IGNORECASE)
_UNITS: tuple[Literal["days", "hours", "minutes"], ...] = ("days", "hours", "minutes")
_NOT = ("!=", "is not", "isn't")
_PARTS = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+", re.IGNORECASE)
_QUOTES = " '\"‘’“”`"
_MARKS = f"{_QUOTES}()[]"


def named_alone(text: str, tables: Sequence[Table]) -> Column | None:
    """The column that a text is the label of, letter by letter; None where several are called so, or none."""
    said = text.strip(_QUOTES).casefold()
    found = [c for t in tables for c in t.columns if said in (c.label.casefold(), c.name.casefold(), c.id.casefold())]
    return found[0] if len(found) == 1 else None


def plain_condition(text: str, tables: Sequence[Table]) -> Filter | None:
    """What the text asks of a column, with values as its cells hold them; None where it is no such condition.

    Each value must be one that the column holds, or what a code of it means.
    """
    if (bounded := _bounded(text.strip(), tables)) is not None:
        return bounded
    for column, sign, rest in _openings(text.strip(), tables):
        held = {normalise(m): v for v, m in column.codes} | {normalise(v): v for v, _ in column.profile.common}
        whole = held.get(normalise(rest.strip(_MARKS)))
        found = [whole] if whole else [held.get(normalise(p.strip(_MARKS))) for p in _PARTS.split(rest)]
        values = [v for v in found if v]
        if len(values) == len(found):
            stored = tuple(float(v) if column.type in NUMERIC else v for v in values)
            return Filter(Item(Col(column.table, column.name)), "!=" if sign in _NOT else "=", stored)
    return None


def says_span(text: str) -> bool:
    """It begins with a time between two things."""
    return _SPAN.match(text.strip()) is not None


def span_named(text: str, tables: Sequence[Table]) -> Item | None:
    """`days from received to finished`: the time between two columns of one table that are called so."""
    found = _SPAN.fullmatch(text.strip())
    if found is None:
        return None
    ends = [(named_alone(found[k], tables), found[k].strip(_QUOTES).casefold()) for k in ("last", "first")]
    last, first = (c for c, _ in ends)
    if last is None or first is None:  # called so in several tables, and in one of them both
        held = [{n.casefold(): c for c in t.columns for n in (c.name, c.label)} for t in tables]
        both = [(h[ends[0][1]], h[ends[1][1]]) for h in held if ends[0][1] in h and ends[1][1] in h]
        if len(both) != 1:
            return None
        last, first = both[0]
    if last.table != first.table or last.type not in TEMPORAL or first.type not in TEMPORAL:
        return None
    left, right = (Item(Col(c.table, c.name)) for c in (last, first))
    unit = next(u for u in _UNITS if u == found["unit"].lower())
    return Item(left.column, formula=Formula(unit, left, right, unit))


def _bounded(text: str, tables: Sequence[Table]) -> Filter | None:
    """`Amount > 100`, `received > 2024-03-01`: a number or a day, and one column that is called so, letter by letter,
    or the time between two."""
    found = _BOUND.fullmatch(text)
    if found is None:
        return None
    operator, value = SIGNS[ONE_SIGN.get(found["sign"], found["sign"])], found["value"].strip(_QUOTES)
    number = _NUMBER.fullmatch(value)
    span, column = span_named(found["column"], tables), named_alone(found["column"], tables)
    if span is None and column is not None and column.type in ("date", "datetime"):
        return _from_day(Col(column.table, column.name), operator, value)
    if number is None or (span is None and (column is None or column.type not in NUMERIC)):
        return None
    of = span or (Item(Col(column.table, column.name)) if column else Item())
    return Filter(of, operator, (float(number[1].replace(",", "")),))


def _from_day(column: Col, operator: str, value: str) -> Filter | None:
    """A bound of days; the whole day is meant, whatever the time on it."""
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return None
    if day == date.max:  # which has no day after it
        return Filter(Item(column), cast(Operator, operator), (value,))
    day += timedelta(days=operator in (">", "<="))
    return Filter(Item(column), ">=" if operator in (">", ">=") else "<", (day.isoformat(),))


def compares(text: str, tables: Sequence[Table]) -> bool:
    """It says of a column what it is, or more or less than what: `Method: cash`, `Method is cash`, `Amount > x`."""
    return _BOUND.fullmatch(text.strip()) is not None or any(sign for _, sign, _ in _openings(text.strip(), tables))


def not_held(text: str, tables: Sequence[Table]) -> tuple[Column, str] | None:
    """The column that such a condition names, and a value said that none of its cells, which are all known, holds."""
    for column, sign, rest in _openings(text.strip(), tables):
        if sign and column.type == "text" and 0 < column.profile.distinct <= len(column.profile.common):
            held = {normalise(v) for v, _ in column.profile.common} | {normalise(m) for _, m in column.codes}
            said = [p.strip(_MARKS) for p in _PARTS.split(rest)]
            missing = next((v for v in said if normalise(v) not in held), None)
            return (column, missing) if missing and normalise(rest.strip(_MARKS)) not in held else None
    return None


def _openings(text: str, tables: Sequence[Table]) -> Iterator[tuple[Column, str, str]]:
    """The columns whose label opens the text, the longest first, with the sign and what follows."""
    columns = [c for t in tables for c in t.columns if c.type == "text" or c.type in NUMERIC]
    for column in sorted(columns, key=lambda c: -len(c.label)):
        for label in dict.fromkeys((column.id, column.label, column.name)):
            if text.casefold().startswith(label.casefold()) and (m := _SIGN.fullmatch(text[len(label) :])):
                yield column, m["sign"].strip().casefold(), m["rest"]
