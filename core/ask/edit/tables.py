"""Changes of the tables that a query goes over: what it is about, which rows stay, which are joined for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.ask.conversation.swap import swapped
from core.ask.edit.changes import about, tables_of_item
from core.ask.edit.conditions import inside
from core.ask.form import begin
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    AnyOf,
    Condition,
    Filter,
    Item,
    Query,
    Related,
    Via,
    all_tables,
    condition_items,
)
from core.errors import BadEdit


def of_table(query: Query, table: str, facts: Facts) -> Query:
    """The same asked of another table, as far as it has such columns; else how many of it there are.

    Conditions and groups that the new table is joined to stay; so do those that stood inside others, as in "customers
    that have orders from 2024" of the orders.
    """
    old = about(query)
    if table == old:
        return query
    found = swapped(query, old, table, facts) if not query.beside and not query.share else None
    if found is not None and all(_near(t, table, facts) for t in all_tables(found)):
        return replace(found, keep=table if found.keep == old else found.keep)
    plain = begin(table).query
    group = tuple(c for c in query.group if _near(c.table, table, facts))
    lifted = (c for held in query.where for c in _plain(held))
    where = tuple(
        c for c in lifted if all(_near(t, table, facts) for i in condition_items((c,)) for t in tables_of_item(i))
    )
    select = (*(Item(c) for c in group), *plain.select)
    return replace(plain, select=select, where=tuple(dict.fromkeys(where)), group=group)


def _plain(c: Condition) -> Iterator[Condition]:
    """A condition as it holds of any table's rows: of those that rows have, and that they are among, what is asked of
    these; nothing of those that they lack."""
    if isinstance(c, Related | Via) and not c.negated:
        for inner in c.where:
            yield from _plain(inner)
    elif isinstance(c, Filter | AnyOf) and not any(isinstance(i, Related | Via) for i in inside(c)):
        yield c


def keeping(query: Query, table: str) -> Query:
    """Also the rows of `table` without a partner in the tables joined to it; "": only those with one."""
    if table and table not in all_tables(query):
        raise BadEdit(f"`{table}` is not among the tables of the question.")
    return replace(query, keep=table)


def joined_too(query: Query) -> tuple[str, ...]:
    """Tables that are joined although nothing is shown, compared or sorted of them: only rows with a partner there."""
    spoken = {about(query), *all_tables(replace(query, tables=()))}
    return tuple(t for t in query.tables if t not in spoken)


def without_table(query: Query, table: str) -> Query:
    """Without a table that was joined although nothing is said of it."""
    return replace(query, tables=tuple(t for t in query.tables if t != table))


def _near(one: str, other: str, facts: Facts) -> bool:
    return one == other or facts.far(one, other) is not None
