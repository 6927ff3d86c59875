"""The words before a column of marks by which it is a condition of the rows, or is only shown."""

from __future__ import annotations

from collections.abc import Sequence

HAVING = frozenset(
    "with without have has had having that are is were was not no without who which and a can get gets got receive "
    "receives received receiving on takes want wants wanted need needs needed use uses used".split()
)
BY = frozenset(
    "pay pays paid paying come comes came coming go goes went travel travels travelled send sends sent book books "
    "booked".split()
)
"""Verbs before `by` and the way it is done: `pay by direct debit`."""
WAS = frozenset("have has had who that been were are is was not yet already since".split())


def shown_with(before: Sequence[str]) -> bool:
    """`with their licence` is shown; `have their licence` is asked for."""
    at = next((n for n, w in enumerate(before) if w in ("their", "its")), None)
    return at is not None and not (at and before[at - 1] in ("have", "has", "got"))
