"""`FY2025`, `financial year 2024/25`, `fiscal 25`: a year as the cells write it."""

from __future__ import annotations

import re
from collections.abc import Collection

from core.ask.rewording.time_spans import MONTH, month_number
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.text.words import words

_YEAR = r"'?(?P<one>(?:19|20)\d\d|\d\d)(?:\s?[-/–]\s?(?P<two>(?:19|20)\d\d|\d\d))?(?![\w/.-]*\d)"
_KIND = r"(?:FY|F\.Y\.|(?:fiscal|financial|tax|budget|school|academic)(?: year)?)"
_SAID = re.compile(
    rf"\b{_KIND}\s?{_YEAR}|(?<![\w/.-])(?P<first>20\d\d)\s?[-/–]\s?(?P<last>\d\d|20\d\d)(?![\w/-])", re.I
)
_TWELVE = re.compile(
    rf"\b(?:year|12 months|twelve months) (?:end(?:ing|ed)|to|up to)(?: in)?(?: the)?(?: end of)? (?:\d\d? )?"
    rf"(?P<month>{MONTH}),? (?P<year>(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
"""`the year ending March 2021`, `the 12 months to June 2020`."""
_CELL = re.compile(rf"(?:(?:{_KIND}|year|yr|season)\s?)?{_YEAR}", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"(?:(?P<from>{MONTH}) )?(?P<one>(?:19|20)\d\d) ?(?:to|[-–]) ?(?:(?P<to>{MONTH}) )?(?P<two>(?:19|20)?\d\d)",
    re.IGNORECASE,
)
"""`2018 to 2019`, `Apr 2018 to Mar 2019`."""
_MANY = 60
"""More values than these hold no years."""


def years_as_written(text: str, schema: SchemaView) -> str:
    """The question with such a year as the cells of the one column, or of several alike, have it; as it is where none
    does, or cells write it in more ways. A single year is that in which the twelve months end: FY2025 is 2024/25."""
    facts = Facts(schema)
    text = _TWELVE.sub(lambda met: _year_ending(met, facts), text)
    return _SAID.sub(lambda met: met[0] if _labelled(met, schema) else _written(met, facts), text)


def _labelled(met: re.Match[str], schema: SchemaView) -> bool:
    """Headers are years: each is a column of its own."""
    span = _span(met["one"] or met["first"], met["two"] or met["last"])
    labels = (words(c.label) for t in schema.tables for c in t.columns)
    return span is not None and any(str(span[0]) in said or str(span[1]) in said for said in labels)


def _written(met: re.Match[str], facts: Facts) -> str:
    said = _span(met["one"] or met["first"], met["two"] or met["last"])
    if said is None:
        return met[0]
    found: set[str] = set()
    for table in facts.tables.values():
        for column in table.columns:
            if column.profile.distinct > _MANY:
                continue
            if column.type == "integer" and facts.year(Col(table.name, column.name)):
                low, high = column.profile.minimum, column.profile.maximum
                if isinstance(low, int) and isinstance(high, int) and low <= said[1] <= high and _single(met):
                    found.add(str(said[1]))
            elif column.type == "text":
                found |= set(_cells([value for value, _ in column.profile.common], said, met[0]))
    if met[0] in found or len(found) != 1:
        return met[0]
    (cell,) = found
    return cell if cell.isdecimal() else f"“{cell}”"


def _single(met: re.Match[str]) -> bool:
    return met["two"] is None and met["last"] is None


def _cells(values: Collection[str], said: tuple[int, int], text: str) -> list[str]:
    """The values of a column of nothing but years that say this one."""
    spans = {v: _span(m["one"], m["two"]) if (m := _spanned(v)) else None for v in values}
    if not spans or None in spans.values():
        return []
    if any(v.casefold() == text.casefold() for v in values):
        return [text]
    return [v for v, span in spans.items() if span is not None and span[1] == said[1]]


def _spanned(cell: str) -> re.Match[str] | None:
    """A cell that is a year; from one month to another only where these are twelve."""
    if (met := _CELL.fullmatch(cell.strip())) is not None:
        return met
    met = _BETWEEN.fullmatch(cell.strip())
    if met is None or bool(met["from"]) != bool(met["to"]):
        return None
    twelve = not met["from"] or month_number(met["to"]) == (month_number(met["from"]) + 10) % 12 + 1
    return met if twelve else None


def _year_ending(met: re.Match[str], facts: Facts) -> str:
    """The cell that says these twelve months: `Year ending March 2021`; as it is said where none does."""
    cells = {
        v
        for table in facts.tables.values()
        for column in table.columns
        if column.type == "text" and column.profile.distinct <= _MANY
        for v, _ in column.profile.common
        if (own := _TWELVE.fullmatch(v.strip())) and own["year"] == met["year"] and _same_month(own, met)
    }
    return f"“{cells.pop()}”" if len(cells) == 1 else met[0]


def _same_month(one: re.Match[str], other: re.Match[str]) -> bool:
    return month_number(one["month"]) == month_number(other["month"])


def _span(one: str, two: str | None) -> tuple[int, int] | None:
    """The years in which twelve months begin and end; None where the second does not follow the first."""
    first = int(one) if len(one) == 4 else 2000 + int(one)
    if two is None:
        return first - 1, first
    last = int(two) if len(two) == 4 else first // 100 * 100 + int(two)
    return (first, last) if last == first + 1 else None
