"""What a person's changes of a reading say of the question's words, for the glossary: “spend” means `orders.amount`.

Only what is plain: one column, or one value, in place of another that some words were taken for; or one more of them
where one word had led to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.edit.check import every_column
from core.ask.form import Form
from core.ask.translators.rules.query import Filter, Query

Words = Sequence[tuple[str, str]]
"""Pairs (the question's words, what they were taken for: `table.column`, `table.column=value`, "" for nothing)."""


def learned(first: Form | None, now: Form, words: Words) -> tuple[tuple[str, str], ...]:
    """Pairs (words, what they mean, as the glossary writes it)."""
    lost = [said for said, target in words if not target]
    values = _values(now.query) - (_values(first.query) if first else set())
    gone_values = _values(first.query) - _values(now.query) if first else set()
    if len(values) == 1:
        place, value = next(iter(values))
        meant = {f"{p}={v}" for p, v in gone_values}
        said = [w for w, target in words if target in meant] or (lost if not gone_values else [])
        told = f"{place} = '{value}'"
        return ((said[0], told),) if len(said) == 1 and "'" not in value else ()
    columns = _columns(now.query) - (_columns(first.query) if first else set())
    gone = _columns(first.query) - _columns(now.query) if first else set()
    if values or len(columns) != 1 or len(gone) > 1:
        return ()
    said = [w for w, target in words if target in gone] if gone else lost
    return ((said[0], next(iter(columns))),) if len(said) == 1 else ()


def _columns(query: Query) -> set[str]:
    return {f"{c.of or c.table}.{c.name}" for c in every_column(query)}


def _values(query: Query) -> set[tuple[str, str]]:
    """Columns with the one text that they are compared with."""
    return {
        (f"{c.item.column.table}.{c.item.column.name}", c.values[0])
        for c in query.where
        if isinstance(c, Filter) and c.operator == "=" and c.item.column and len(c.values) == 1
        if isinstance(c.values[0], str)
    }
