"""One figure less another that is asked for in the same words: the queries of two sides as one."""

from __future__ import annotations

from dataclasses import replace

from core.ask.rewording.growth import reckoned
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    Condition,
    Filter,
    Formula,
    Item,
    Order,
    Query,
    Scalar,
    columns_of,
    condition_items,
    figure,
    tables_of,
)

_FIGURES = ("count", "sum", "avg", "min", "max")


def set_off(one: Query, other: Query, facts: Facts) -> Query | None:
    """The first query's figure less the second's, for each group that both have; None where the two do not go
    together."""
    one, other = (reckoned(q, facts) for q in (one, other))
    sides = [_figure(q) for q in (one, other)]
    ours, theirs = sides
    if ours is None or theirs is None or one.group != other.group or (one.group and ours != theirs):
        return None
    table = ours.column.table if ours.column else ours.table
    shared = tuple(c for c in one.where if c in other.where)
    own = [tuple(c for c in q.where if c not in shared) for q in (one, other)]
    if ours == theirs and all(_of_each_row(c, table, facts) for c in (*one.where, *other.where)):
        if not all(own):
            return None
        left, right = (replace(ours, where=(*ours.where, *met)) for met in own)
        made = replace(figure(Formula("-", left, right, "difference")), table=table)
        groups = tuple(i for i in one.select if not i.aggregate)
        return Query(
            (*groups, made), shared, one.group, (), (Order(made, True),) if one.group else (), tables=one.tables
        )
    if one.group or any(not _needed(q) for q in (one, other)):
        return None
    whole = Formula("-", Scalar(ours, one.where), Scalar(theirs, other.where), "difference")
    return Query((replace(figure(whole), table=table),), tables=(table,))


def _figure(query: Query) -> Item | None:
    """The one figure of a query that shows nothing beside it but its groups."""
    figures = [i for i in query.select if i.aggregate]
    plain = not (query.limit or query.having or query.share or query.beside or query.keep or query.distinct)
    alone = len(figures) == 1 and len(query.select) == (2 if query.group else 1)
    return figures[0] if plain and alone and figures[0].formula is None and figures[0].aggregate in _FIGURES else None


def _of_each_row(condition: Condition, table: str, facts: Facts) -> bool:
    """Each row says itself whether it meets it, or one that it belongs to does."""
    tables = {c.table for c in columns_of(condition.item)} if isinstance(condition, Filter) else set()
    return bool(tables) and tables <= {table, *facts.above(table)}


def _needed(query: Query) -> bool:
    """No table restricts its rows only by being there."""
    said = {t for i in (*query.select, *condition_items(query.where)) for t in tables_of(i)}
    return set(query.tables) <= said
