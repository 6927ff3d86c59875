"""Numbers that stand for nothing known in a column of many, as its description says: “weight in grams; 9999 means not
weighed”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.documents.codes import MOST_VALUES, Coded, Held, pairs, values_by_form
from core.documents.match import Entry
from core.model import NUMERIC, Column, Table
from core.text.unknown import unknown

_OFTEN = 2
"""Rows that must hold such a number, unless it is the smallest or largest."""


def specials(tables: Sequence[Table], entries: Sequence[Entry]) -> Iterator[Coded]:
    """Each such number that a column holds, with what it means."""
    columns = {c.id: c for t in tables for c in t.columns if c.type in NUMERIC and c.profile.distinct > MOST_VALUES}
    for e in entries:
        if (column := columns.get(e.about)) is not None:
            for value, meaning in pairs(e.text, _held(column)):
                if unknown(meaning):
                    yield Coded(column.id, value, meaning, e.passage)


def _held(column: Column) -> Held:
    profile = column.profile
    often = [v for v, n in profile.common if n >= _OFTEN]
    ends = [str(v) for v in (profile.minimum, profile.maximum) if v is not None]
    return Held(column, values_by_form(column, (*often, *ends)))
