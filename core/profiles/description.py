"""What a table is about, in a sentence or two made from its labels and profiles (Arfaoui, 7.3.1, without a model)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from core.model import NUMERIC, TEMPORAL, Column, Join, Table, Value
from core.text.words import words

_NUMBERS = frozenset("id ids no nr num code key ref".split())
"""Last words of labels of what numbers things."""
_NAMES = frozenset("name names surname surnames forename forenames firstname lastname".split())
"""Last words of labels of what single people and things are called."""
MOST = 4
"""How many columns of a kind are named."""


def described(table: Table, joins: Iterable[Join] = ()) -> str:
    """A person's description of the table, or else one made from the file."""
    return table.description or describe(table, references(table, joins))


def references(table: Table, joins: Iterable[Join]) -> frozenset[str]:
    """The columns that refer to rows of other tables."""
    return frozenset(c for j in joins if j.child_table == table.name and j.state != "rejected" for c in j.child)


def describe(table: Table, refer: Collection[str] = ()) -> str:
    """Rows and what tells them apart, then dates and figures with their range, and kinds with examples; not those
    columns that `refer` to other rows."""
    key = next((c for c in table.columns if c.profile.unique and not c.profile.nulls), None)
    rows = f"{table.rows:,} row{'s' if table.rows != 1 else ''}"
    parts = [f"{rows}, one for each {key.label}." if key else f"{rows}."]
    others = [c for c in table.columns if c is not key and c.profile.filled and c.name not in refer]
    parts += _listed("Dates", (c for c in others if c.type in TEMPORAL), _span)
    figures = (c for c in others if c.type in NUMERIC and not c.profile.unique and not _numbering(c))
    parts += _listed("Figures", figures, _span)
    parts += _listed("Kinds", (c for c in others if c.type in ("text", "boolean") and _categorical(c)), _examples)
    return " ".join(parts)


def _listed(what: str, columns: Iterable[Column], remark: Callable[[Column], str]) -> list[str]:
    named = list(columns)
    if not named:
        return []
    shown = ", ".join(f"{c.label} ({remark(c)})" for c in named[:MOST])
    more = len(named) - MOST
    return [f"{what}: {shown}{f' and {more} more' if more > 0 else ''}."]


def _span(column: Column) -> str:
    low, high = column.profile.minimum, column.profile.maximum
    return _short(low) if low == high else f"{_short(low)} to {_short(high)}"


def _examples(column: Column) -> str:
    values = [_short(value) for value, _ in column.profile.common[:3]]
    return ", ".join(values) + (", …" if column.profile.distinct > len(values) else "")


def _numbering(column: Column) -> bool:
    """It numbers things: `PetNo`, `order_id`."""
    return not _NUMBERS.isdisjoint(words(column.label)[-1:])


def _categorical(column: Column) -> bool:
    """Few values for many rows, and no names."""
    if not _NAMES.isdisjoint(words(column.label)[-1:]):
        return False
    return column.profile.distinct <= 50 and column.profile.distinct * 2 <= column.profile.filled


def _short(value: Value) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"
