"""What a table is about, in a sentence or two made from its labels and profiles (Arfaoui, 7.3.1, without a model)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.model import NUMERIC, TEMPORAL, Column, Table, Value
from core.text.words import words

_NUMBERS = frozenset("id ids no nr num code key ref".split())
"""Last words of labels of what numbers things."""
MOST = 4
"""How many columns of a kind are named."""


def described(table: Table) -> str:
    """A person's description of the table, or else one made from the file."""
    return table.description or describe(table)


def describe(table: Table) -> str:
    """Rows and what tells them apart, then dates and figures with their range, and kinds with examples."""
    key = next((c for c in table.columns if c.profile.unique and not c.profile.nulls), None)
    rows = f"{table.rows:,} row{'s' if table.rows != 1 else ''}"
    parts = [f"{rows}, one for each {key.label}." if key else f"{rows}."]
    others = [c for c in table.columns if c is not key and c.profile.filled]
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
    """Few values for many rows."""
    return column.profile.distinct <= 50 and column.profile.distinct * 2 <= column.profile.filled


def _short(value: Value) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"
