"""Changes of the tables that a query goes over: what it is about, which rows stay, which are joined for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.ask.conversation.swap import swapped
from core.ask.edit.parts import about, figures, groups, hidden, tables_of_item
from core.ask.edit.percentages import share_of
from core.ask.form import begin
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    AnyOf,
    Col,
    Condition,
    Filter,
    Item,
    Order,
    Query,
    Related,
    Via,
    all_tables,
    condition_items,
    inside,
)
from core.errors import BadEdit


def of_table(query: Query, table: str, facts: Facts) -> Query:
    """The same asked of another table, as far as it has such columns; else how many of it there are.

    Groups that the new table is joined to stay, and conditions of what its rows belong to or what belongs to them; so
    do those that stood inside others, as in "customers that have orders from 2024" of the orders. Groups that were
    ranked by a figure are ranked by their number.
    """
    if table == about(query):
        return query
    return _alike(query, table, facts) or _counted(query, table, facts)


def lost(query: Query, table: str, facts: Facts) -> tuple[Item | Condition | Col | Order, ...]:
    """What of a query `of_table` cannot ask of another table: figures, conditions, groups, orders."""
    if table == about(query) or _alike(query, table, facts) is not None:
        return ()
    new = _counted(query, table, facts)
    reckoned = (*figures(query), *(o.item for o in query.order if o.item.aggregate))
    gone: list[Item | Condition | Col | Order] = [f for f in reckoned if f not in figures(new)]
    gone += [c for c in query.where if not set(_plain(c)) & set(new.where)]
    gone += query.having
    gone += [c for c in groups(query) if c not in new.group]
    gone += [i for i in query.select if not query.group and not i.aggregate]
    gone += [o for o in query.order if not o.item.aggregate and o not in new.order]
    return tuple(dict.fromkeys(gone))


def _alike(query: Query, table: str, facts: Facts) -> Query | None:
    """The query of a table that has all that is asked; None of another one."""
    if query.beside or query.share or hidden(query):
        return None
    old = about(query)
    found = swapped(replace(query, group=_groups(query, table, facts)), old, table, facts)
    if found is None or not all(_near(t, table, facts) for t in all_tables(found)):
        return None
    if not all(_holds(c, table, facts) for c in found.where if not isinstance(c, Related | Via)):
        return None
    return replace(found, keep=table if found.keep == old else found.keep)


def _counted(query: Query, table: str, facts: Facts) -> Query:
    """How many rows of a table there are for each of the groups that it is joined to, in the order of before."""
    plain = begin(table).query
    group = tuple(dict.fromkeys(c for c in _groups(query, table, facts) if _near(c.table, table, facts)))
    lifted = (c for held in query.where for c in _plain(held))
    where = tuple(c for c in lifted if _holds(c, table, facts))
    shown = tuple(Item(c) for c in groups(query) if c in group) or tuple(map(Item, group))
    ranked = (Order(plain.select[0], o.descending) if o.item.aggregate else o for o in query.order)
    order = tuple(o for o in ranked if group and (o.item.aggregate or o.item.column in group))
    found = replace(
        plain,
        select=(*shown, *plain.select),
        where=tuple(dict.fromkeys(where)),
        group=group,
        order=tuple(dict.fromkeys(order)),
        limit=query.limit if order else None,
        keep=query.keep if query.keep in {c.table for c in group} else "",
    )
    return replace(share_of(found, True, facts), share=query.share) if query.share and found.where else found


def _groups(query: Query, table: str, facts: Facts) -> tuple[Col, ...]:
    """The groups; for a key that is not shown and refers to things from another table's rows, the things' own."""
    seen, found = groups(query), list[Col]()
    for c in query.group:
        leads = [j for j in facts.schema.joins if (j.child_table, j.child) == (c.table, (c.name,))]
        own = Col(leads[0].parent_table, leads[0].parent[0]) if len(leads) == 1 else c
        found.append(c if c in seen or c.table == table else own)
    return tuple(dict.fromkeys(found))


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


def _holds(c: Condition, table: str, facts: Facts) -> bool:
    """A condition is one of a table's rows: of what they belong to, or of what belongs to them, over any number of
    joins. Staff and the dogs of the stays that they booked have only these in common."""
    up, down = (_along(table, facts, upwards) for upwards in (True, False))
    return all(t in up or t in down for i in condition_items((c,)) for t in tables_of_item(i))


def _along(table: str, facts: Facts, upwards: bool) -> set[str]:
    """The table, and those that joins lead to one way: from child to parent, or back. Joins of one row to one go both
    ways."""
    steps: set[tuple[str, str]] = set()
    for j in facts.schema.joins:
        pair = (j.child_table, j.parent_table) if upwards else (j.parent_table, j.child_table)
        steps |= {pair, pair[::-1]} if j.evidence.child_unique else {pair}
    found, before = {table}, set[str]()
    while found != before:
        before = found
        found = before | {to for at, to in steps if at in before}
    return found
