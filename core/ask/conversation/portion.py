"""`As a percentage of the total`: the figures of an earlier answer as parts of all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.translators.rules.query import Col, Condition, Filter, Formula, Item, Order, Query, Scalar, figure
from core.ask.translators.rules.shares import parted as split
from core.ask.translators.rules.shares import portion_of_rows


def parted(query: Query, whole: float) -> Query | None:
    """The query whose figure is a part of the total, times `whole` (1 or 100); None where it has no such figure.

    With groups, the total is that of all groups together. Without, the last condition is taken off for the total: "how
    many of them were late?" becomes late ones / all of them.
    """
    figures = [i for i in query.select if i.aggregate]
    if len(figures) != 1 or query.share or query.having or query.beside or figures[0].aggregate not in ("count", "sum"):
        return None
    if query.group:
        return _of_groups(query, figures[0], whole)
    last = query.where[-1] if query.where else None
    if last is None:
        return None
    rest = query.where[:-1]
    if figures[0] == Item(None, "count", table=figures[0].table):
        among = tuple(dict.fromkeys(c for f in rest if (c := _column(f)) is not None))
        mixed = _column(last) in among or len([f for f in rest if _column(f) is not None]) < len(rest)
        return None if mixed else replace(query, share=whole, among=among, tables=(figures[0].table,))
    return replace(query, select=(part_of_all(figures[0], rest, whole),))


def _of_groups(query: Query, item: Item, whole: float) -> Query:
    part = part_of_all(item, query.where, whole)
    select = tuple(part if i == item else i for i in query.select)
    order = tuple(Order(part, o.descending) if o.item == item else o for o in query.order)
    return replace(query, select=select, order=order)


def of_each(query: Query) -> Query:
    """A share of rows as a figure that can be taken for each group: of the visits of each reason those in 2024. Of
    which rows it is the share stays a condition."""
    own, base = split(query.where, query.among)
    item = portion_of_rows(query.tables[0], own, (), query.share)
    return replace(query, select=(item,), where=base, share=0.0, among=())


def part_of_all(item: Item, where: Sequence[Condition], whole: float) -> Item:
    """A figure as a part of the same of all rows that meet the conditions."""
    name = "percent of the total" if whole > 1 else "share of the total"
    told = Formula("*", whole, item) if whole > 1 else item
    return figure(Formula("/", told, Scalar(item, tuple(where)), name))


def _column(condition: Condition) -> Col | None:
    return condition.item.column if isinstance(condition, Filter) and not condition.item.aggregate else None
