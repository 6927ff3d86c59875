"""`who owns Kittiwake`, `who got the highest mark`: the name of whoever rows refer to, and not the row, its number or
its size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Item, Order, Query, Related, main_tables
from core.ask.translators.rules.row_people import people_of

_WHO = frozenset(("who", "whose", "whom"))


def who_by_name(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """One thing that is shown becomes what people are called where "who" is asked: a column that refers to them, the
    rows that do, or the largest size of such rows."""
    item = query.select[0] if len(query.select) == 1 else Item()
    if item.column is None or item.formula or item.where or not tokens or tokens[0].lower not in _WHO:
        return query
    if query.group or query.share or query.beside or query.everything or query.having or query.keep or query.each:
        return query
    rows = item.column.table
    if item.column.through[0] or item.column.part or rows not in facts.tables or facts.persons(rows):
        return query
    found = people_of(rows, facts, tokens)
    if found is None or item.column in found.names:
        return query
    if (by := ranked_by(query, item)) is not None:
        query = replace(query, order=(by,), limit=1)
    elif item.aggregate or not _says_rows(item.column, found.refers, query, facts):
        return query
    select = tuple(map(Item, found.names))
    if query.order or not found.table:
        return replace(query, select=select, tables=tuple(dict.fromkeys((*query.tables, rows, *found.tables))))
    own = tuple(c for c in query.where if _of(c, found.table))
    of_rows = tuple(c for c in query.where if c not in own)
    tables = tuple(t for t in dict.fromkeys((rows, *main_tables(query))) if t != found.table)
    return replace(
        query, select=select, where=(*own, Related(found.table, tables, of_rows)), tables=(found.table,), distinct=False
    )


def ranked_by(query: Query, item: Item) -> Order | None:
    """The order by a size of which the largest, or the smallest, is shown."""
    if item.aggregate not in ("max", "min") or query.order or query.limit:
        return None
    return Order(Item(item.column), item.aggregate == "max")


def _says_rows(column: Col, refers: Col | None, query: Query, facts: Facts) -> bool:
    """It refers to people, or stands for rows that nobody calls by a name: their number, or what they are ranked by."""
    if column == refers:
        return True
    ranked = any(o.item == Item(column) for o in query.order)
    numbered = column == facts.key(column.table) or facts.identifying(column)
    return ranked or (numbered and bool(query.where or query.order))


def _of(condition: Condition, table: str) -> bool:
    """It is one of the rows of a table by themselves."""
    return main_tables(Query((), (condition,))) == (table,)
