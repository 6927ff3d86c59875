"""The words before a column of marks by which it is a condition of the rows, or is only shown; rows called by one."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.state import Link
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item
from core.text.words import singular, words

_FIRM = 0.8

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


def called_by_mark(link: Link, said: Sequence[str], facts: Facts) -> Filter | None:
    """`key holders`, of members with a column `Key Holder` of yes and no: those of whom it says yes; None where the
    words are no such name in the plural."""
    column = Col(link.table, link.column) if link.kind == "column" and link.table in facts.tables else None
    held, truths = (facts.column(column), facts.flag(column)) if column else (None, None)
    if column is None or held is None or truths is None or link.score < _FIRM or not said:
        return None
    called, own = stems(held.label), words(held.label)
    plural = said[-1].endswith("s") and singular(said[-1]) != said[-1] and own[-1:] == (singular(said[-1]),)
    return Filter(Item(column), "=", (truths[0],)) if plural and stems(" ".join(said)) == called else None
