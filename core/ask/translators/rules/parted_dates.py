"""`in May 2019` of a table that has the year and the month, or the day too, in columns of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.state import Link
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col
from core.ingest.name_parts import month_number
from core.model import NUMERIC, TEMPORAL, Column, Table
from core.text.words import words

_DATE = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)(?:-(?P<day>\d\d))?")
_MONTHS = frozenset(map(stem, ("month", "months", "mo", "mon", "mth", "monat", "mois", "mes")))
_DAYS = frozenset(map(stem, ("day", "dy", "dd", "tag", "jour", "dia")))


def parted_dates(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """Each date as its parts, where the one table that is spoken of has columns of them and none of dates."""
    if not any(c.kind == "date" for c in chunks):
        return chunks
    tables = list(dict.fromkeys(c.link.table for c in chunks if c.link)) or list(facts.tables)
    table = facts.tables.get(tables[0]) if len(tables) == 1 else None
    if table is None or any(c.type in TEMPORAL for c in table.columns):
        return chunks
    return [part for c in chunks for part in _parts(c, table, facts)]


def parts_of_dates(table: Table, facts: Facts) -> tuple[Col, ...]:
    """The columns of a table's years, months and days, where it has all three and no dates."""
    if any(c.type in TEMPORAL for c in table.columns):
        return ()
    found = [*(c for c in table.columns if facts.year(Col(table.name, c.name))), _month(table), _day(table)]
    return tuple(Col(table.name, c.name) for c in found if c) if len(found) == 3 and all(found) else ()


def _parts(c: Chunk, table: Table, facts: Facts) -> Sequence[Chunk]:
    said = _DATE.fullmatch(c.text) if c.kind == "date" else None
    year = next((k for k in table.columns if facts.year(Col(table.name, k.name))), None)
    if said is None or year is None:
        return (c,)
    found = []
    for part, column in (("year", year), ("month", _month(table)), ("day", _day(table))):
        if said[part] is None:
            continue
        value = next(_values(column, int(said[part])), None) if column else None
        if column is None or value is None:
            return (c,)
        how = "code" if column.type in NUMERIC else "member"
        link = Link("value", table.name, column.name, value, 1.0, how)
        found.append(Chunk("value", c.start, c.end, said[part], link))
    return found


def _month(table: Table) -> Column | None:
    return next((c for c in table.columns if _within(c, _MONTHS, 12) or _worded(c)), None)


def _day(table: Table) -> Column | None:
    return next((c for c in table.columns if _within(c, _DAYS, 31)), None)


def _within(column: Column, called: frozenset[str], most: int) -> bool:
    """Numbers from 1 to `most` under one of these labels."""
    low, high = column.profile.minimum, column.profile.maximum
    numbers = isinstance(low, (int, float)) and isinstance(high, (int, float)) and low >= 1 and high <= most
    return column.type in NUMERIC and numbers and bool(called & set(map(stem, words(column.label))))


def _worded(column: Column) -> bool:
    said = [v for v, _ in column.profile.common]
    return column.type == "text" and len(said) > 1 and all(month_number(v) for v in said)


def _values(column: Column, number: int) -> Iterator[str]:
    """The part as the column writes it."""
    if column.type in NUMERIC:
        yield str(number)
    yield from (v for v, _ in column.profile.common if column.type == "text" and month_number(v) == number)
