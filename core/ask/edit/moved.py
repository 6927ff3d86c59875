"""A comparison taken to another column: it stays as far as it fits there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from core.ask.edit.offers import Offers
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Operator, Scalar
from core.ask.translators.rules.realisation.phrase import END_OF_DAY
from core.model import NUMERIC, Column

Given = str | float | Scalar | Col
_UNSETS: tuple[Operator, ...] = ("is null", "is not null")
_IN: tuple[Operator, ...] = ("like", "not like")
_DAYS = frozenset({"date", "datetime"})
_START_OF_DAY = "T00:00:00"


def first_way(column: Column | None) -> Operator:
    """How a column's values are compared at first: days by the year or the month that they are in."""
    return "like" if column is not None and column.type in _DAYS else "="


def first_operator(offers: Offers, item: Item) -> Operator:
    """The comparison that a new condition begins with."""
    if item.aggregate or item.formula:
        return ">=" if item.aggregate else ">"
    plain = item.column is not None and not item.column.part
    return first_way(offers.facts.column(item.column)) if item.column and plain else "="


def moved(f: Filter, column: Col, offers: Offers, held: Collection[str]) -> Filter:
    """The comparison of another column: with the values that it may have too (of texts those that it `held`), and in
    the same way where that suits it. What nobody chose gives way to how a new condition begins."""
    kinds = _kind(f.item, offers.facts), _kind(Item(column), offers.facts)
    new = Filter(Item(column), first_operator(offers, Item(column)))
    turned = f.operator in _IN and (kinds[0] in _DAYS) != (kinds[1] in _DAYS)  # in a month; a part of a text
    if f.operator not in offers.operators(new.item) or turned:
        return new
    values = tuple(v for old in f.values if (v := _fitting(old, f, kinds, column, offers, held)) is not None)
    if len(values) < len(f.values) and f.operator == "between":
        values = ()
    chosen = f.operator != first_operator(offers, f.item)
    return replace(new, operator=f.operator, values=values) if values or chosen else new


def _kind(item: Item, facts: Facts) -> str:
    """Of what kind the values are: a part of dates, numbers, days, times, texts."""
    if item.column is None or item.aggregate or item.formula:
        return "figure"
    found = facts.column(item.column)
    kind = found.type if found else "text"
    return item.column.part or ("number" if kind in NUMERIC else kind)


def _fitting(
    value: Given, f: Filter, kinds: tuple[str, str], column: Col, offers: Offers, held: Collection[str]
) -> Given | None:
    """A value as the other column may have it; None where it means nothing there."""
    if isinstance(value, Col):
        return value if value in offers.same_sort(column) else None
    if isinstance(value, Scalar):
        return None
    if kinds[0] == kinds[1]:
        return value if kinds[0] != "text" or f.operator in _IN or value in held else None
    if not set(kinds) <= _DAYS or not isinstance(value, str):
        return None
    if f.operator in _IN:
        return value
    if kinds[1] == "date":  # at an hour in the middle of a day no day ends
        day, sign, time = value.partition("T")
        return day if f"{sign}{time}" in ("", _START_OF_DAY, END_OF_DAY) else None
    if f.operator in ("=", "!=", *_UNSETS):
        return None
    last = f.operator in ("<=", ">") or (f.operator == "between" and value == f.values[-1])
    return value + END_OF_DAY if last else value
