"""Cells that say a word in short: days of the week (`Sun`), and letters for what another column headed alike spells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.ask.state import Link
from core.ask.tokens import Token
from core.model import Table

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY, _SOME_DAYS, _STATED = 3, 3, 0.95
"""Letters of a day of the week that tell it, how many days a column of them has at least, and what one is worth."""
_STATES = frozenset(("status", "state", "stat", "outcome"))
"""Headers of states, whose letters need not be those of another table's states."""
_CODES = 8
"""Words that one column has letters for in another, at most."""


def weekdays(tokens: Sequence[Token], tables: Iterable[Table]) -> Iterator[tuple[int, Link]]:
    """`on a Sunday`, where a column holds nothing but days of the week: the token and what it links to."""
    said = {i: day for i, t in enumerate(tokens) if (day := t.lower.removesuffix("s")) in _WEEKDAYS}
    for table in tables if said else ():
        for column in table.columns:
            held = {value.lower()[:_DAY]: value for value, _ in column.profile.common}
            if not len(held) == column.profile.distinct >= _SOME_DAYS or not all(map(weekday, held.values())):
                continue
            for i, day in said.items():
                if value := held.get(day[:_DAY]):
                    yield i, Link("value", table.name, column.name, value, _STATED, "case")


def short_for(table: str, column: str, value: str, tables: Mapping[str, Table]) -> Iterator[tuple[str, str, str]]:
    """A cell in columns headed alike that hold the first letters of all such cells: `M` and `A`, for `Manual` and
    `Automatic`; their table, column and code."""
    own = tables[table].column(column)
    if own is None or own.type != "text" or own.label.lower() in _STATES or not 1 < own.profile.distinct <= _CODES:
        return
    whole = {v.lower() for v, _ in own.profile.common}
    for other in tables.values():
        for c in other.columns if other.name != table else ():
            codes = {v.lower(): v for v, _ in c.profile.common}
            alike = c.label.lower() == own.label.lower() and not c.codes and 1 < c.profile.distinct <= len(whole)
            if not alike or codes.keys() & whole:
                continue
            meant = {code: [w for w in whole if w.startswith(code)] for code in codes}
            if all(len(words) == 1 for words in meant.values()):
                yield from ((other.name, c.name, codes[k]) for k, words in meant.items() if words == [value.lower()])


def weekday(value: str) -> bool:
    """It is a day of the week, or how one begins."""
    short = value.lower().rstrip(".")
    return len(short) >= _DAY and any(day.startswith(short) for day in _WEEKDAYS)
