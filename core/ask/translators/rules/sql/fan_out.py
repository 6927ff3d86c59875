"""Restrictions that would repeat rows become related rows, so that nothing is counted or added up twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import JoinTree
from core.ask.translators.rules.query import (
    Col,
    Condition,
    Filter,
    Query,
    Related,
    columns_of,
    condition_items,
    main_tables,
    tables_of,
)
from core.ask.walks import multiplies, walk


def without_fan_out(query: Query, tree: JoinTree) -> Query:
    """Move restrictions that would repeat rows of what is counted or listed into related rows."""
    base = _base(query)
    if not base or query.group or query.having or query.share:
        return query
    shown = {t for i in query.select if i.formula for t in tables_of(i)}
    shown |= {c.table for i in query.select for c in columns_of(i)} | {i.table for i in query.select if i.table}
    shown |= {o.item.column.table for o in query.order if o.item.column}
    others = [t for t in main_tables(query) if t not in shown and t != base]
    if shown - {base} or not others or not multiplies(walk(tree, base, others)):
        return query
    return _moved(query, base, others)


def groups_without_fan_out(query: Query, base: str, tree: JoinTree) -> Query:
    """The same for groups whose figures are all of the rows of one table."""
    shown = {base, *(c.table for c in query.group)}
    shown |= {i.column.table for i in query.select if i.column and not i.aggregate}
    others = [t for t in main_tables(query) if t not in shown]
    needed = [t for t in shown if t != base]
    if query.keep or not others or multiplies(walk(tree, base, needed)) or not multiplies(walk(tree, base, others)):
        return query
    return _moved(query, base, others)


def _moved(query: Query, base: str, others: Sequence[str]) -> Query:
    """With the conditions on other tables as one on related rows; as it is where one compares them with `base`."""
    kept: list[Condition] = []
    moved: list[Condition] = []
    for condition in query.where:
        tables = {i.column.table for i in condition_items((condition,)) if i.column}
        (moved if tables and not tables <= {base} else kept).append(condition)
    across = [f for f in moved if isinstance(f, Filter) and any(isinstance(v, Col) for v in f.values)]
    if any(base in {i.column.table for i in condition_items((f,)) if i.column} for f in across):
        return query
    related = Related(base, tuple(others), tuple(moved))
    required = tuple(t for t in query.tables if t not in others)
    return replace(query, where=(*kept, related), tables=required or (base,))


def _base(query: Query) -> str:
    """The one table whose rows are counted, summed or listed; "" when there are several."""
    tables = {i.column.table if i.column else i.table for i in query.select}
    tables |= {c.table for i in query.select if i.formula for c in columns_of(i)} | {i.table for i in query.select}
    tables -= {""} if len(tables) > 1 else set()
    if query.everything:
        return query.tables[0] if query.tables else ""
    return tables.pop() if len(tables) == 1 else ""
