"""`income per month, going by the delivery date`: the times of a query are those of the date that is said to count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Query
from core.ask.translators.rules.told.going_by import date_gone_by
from core.model import TEMPORAL


def by_that_date(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Conditions on another date of the same table, and its parts that rows are told apart by, are of the date said."""
    day = date_gone_by(tokens, facts)
    if day is None:
        return query
    return replace(
        query,
        select=tuple(_item(i, day, facts) for i in query.select),
        where=tuple(_condition(c, day, facts) for c in query.where),
        group=tuple(_column(c, day, facts) for c in query.group),
        order=tuple(replace(o, item=_item(o.item, day, facts)) for o in query.order),
    )


def _other(column: Col | None, day: Col, facts: Facts) -> bool:
    """Another date of the rows, or of those that they belong to."""
    held = facts.column(column) if column is not None else None
    if column is None or held is None or held.type not in TEMPORAL:
        return False
    return column.table == day.table or column.table in facts.above(day.table)


def _column(column: Col, day: Col, facts: Facts) -> Col:
    return replace(day, part=column.part) if column.part and _other(column, day, facts) else column


def _item(item: Item, day: Col, facts: Facts) -> Item:
    return item if item.aggregate or item.column is None else replace(item, column=_column(item.column, day, facts))


def _condition(condition: Condition, day: Col, facts: Facts) -> Condition:
    """A condition on the time, of the date said."""
    if isinstance(condition, AnyOf):
        return replace(condition, parts=tuple(_condition(c, day, facts) for c in condition.parts))
    if not isinstance(condition, Filter) or condition.item.aggregate or condition.item.formula:
        return condition
    column = condition.item.column
    timed = bool(condition.values) and all(isinstance(v, str) for v in condition.values)
    if column is None or not timed or not _other(column, day, facts):
        return condition
    return replace(condition, item=Item(replace(day, part=column.part)))
