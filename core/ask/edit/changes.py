"""Changes of what a query shows: its figures, its columns, its rows. Each gives a new query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.edit.formulas import portion
from core.ask.edit.parts import about, adds_up, figures, hidden, of_itself, own_table, renamed, tables_of_item, usual
from core.ask.edit.percentages import share_of
from core.ask.edit.portions import as_figure
from core.ask.form import begin
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Order, Query, columns_of
from core.errors import BadEdit


def with_figure(query: Query, item: Item, place: int | None = None, facts: Facts | None = None) -> Query:
    """With a figure, in the place of the `place`-th one if given. What is listed becomes its groups: of each customer
    the orders, of each town the customers. Of rows with several columns, or named one by one, it is one figure over all
    of them where it is reckoned of these rows themselves: of listed payments the total is asked."""
    if item.aggregate == "":
        raise BadEdit("A column by itself is no figure.")
    if query.share and place is not None and adds_up(item):  # the percentage of tickets in place of that of sales
        plain = with_figure(replace(query, share=0.0, among=()), item, place, facts)
        return replace(share_of(plain, True, facts), share=query.share, among=query.among)
    if query.everything or query.share:
        groups = tuple(i for i in query.select if not i.aggregate and i.column in query.group)
        query = replace(query, select=groups, everything=False, share=0.0, among=(), order=(), limit=None, having=())
    old = figures(query)
    columns = () if query.group or old else tuple(i.column for i in query.select if i.column and not i.formula)
    columns = tuple(c for c in columns if c not in columns_of(item))  # of listed fares the average is asked
    if facts is not None:  # nobody asks for each amount; of a list of years, for each of them
        columns = tuple(c for c in columns if c.part or facts.year(c) or not facts.measure(c))
    if facts is not None and (table := own_table(item)):
        several = len(columns) > 1 and table == about(query) and not query.distinct
        columns = () if several or _name_rows(columns, table, facts) else columns
    group = query.group or tuple(dict.fromkeys(columns))
    named = facts is not None and bool(columns) and set(columns) == set(facts.display(about(query)))
    listed = about(query) if named else ""
    key = facts.key(listed) if facts is not None and listed else None
    if key is not None:  # whoever are called alike stay apart, and those without any stay listed
        group = tuple(dict.fromkeys((key, *group)))
    groups = tuple(i for i in query.select if not i.aggregate and i.column in group)
    new = (*old, item) if place is None else (*old[:place], item, *old[place + 1 :])
    tables = query.tables
    if place is not None or not old:  # the figure that the question is about goes to another table
        tables = (*tables_of_item(item), *(t for t in tables if t != about(query)))
    changed = replace(
        query, select=(*groups, *dict.fromkeys(new)), group=group, distinct=False, tables=tuple(dict.fromkeys(tables))
    )
    if not old and not query.group:  # what rows were sorted by orders no groups
        order = tuple(o for o in query.order if o.item.aggregate or o.item.column in group)
        if group and query.limit is not None and not order:  # the first five stay five, by what is reckoned now
            order = (Order(item, True),)
        limit = query.limit if order else None
        changed = replace(changed, order=order or (usual(changed) if group else ()), limit=limit)
    if listed and own_table(item) not in ("", listed) and not query.keep and of_itself(query):
        changed = replace(changed, keep=listed)
    if place is not None and place < len(old):
        changed = renamed(changed, old[place], item)
    return changed


def also_figure(query: Query, item: Item, facts: Facts) -> Query:
    """With one more figure. What groups are ranked by is shown beside it: they stay ranked so. So does a percentage."""
    if query.share and query.where:
        query = as_figure(query)
    if hidden(query) and query.order and query.order[0].item.aggregate:
        query = replace(query, select=tuple(dict.fromkeys((*query.select, query.order[0].item))))
    return with_figure(query, item, facts=facts)


def told_first(query: Query, item: Item) -> Query:
    """Groups that were sorted by another figure sorted by this one, which they are asked for; not of the first few."""
    by = query.order[0] if query.order else None
    if by is None or not by.item.aggregate or query.limit is not None or not query.group or item not in query.select:
        return query
    return replace(query, order=(Order(item, by.descending),))


def with_portion(query: Query, item: Item, met: Condition, facts: Facts) -> Query:
    """With how many percent of a figure come from rows that meet a condition. The rows need not all meet it then: where
    they had to, the figures beside it are of those that do. Of a list of what is compared it is one percentage."""
    compared = met.item.column if isinstance(met, Filter) else None
    if compared is not None and not query.group and query.select == (Item(compared),):
        listed = begin(about(query)).query
        query = replace(listed, where=query.where, tables=tuple(dict.fromkeys((*listed.tables, *query.tables))))
        return with_figure(query, portion(item, met), 0, facts)
    query = as_figure(query) if query.share and query.where else query
    if met in query.where:
        query = replace(query, where=tuple(c for c in query.where if c != met))
        for old in dict.fromkeys((*figures(query), *(o.item for o in query.order if o.item.aggregate))):
            if old.formula is not None or old.aggregate == "median":
                raise BadEdit("A figure beside it is of these rows alone.", "Take the condition away first.")
            new = replace(old, where=(*old.where, met))
            query = renamed(replace(query, select=tuple(new if i == old else i for i in query.select)), old, new)
    return also_figure(query, portion(item, met), facts)


def without_figure(query: Query, place: int, facts: Facts) -> Query:
    """Without the `place`-th figure; without the last one the groups, or the rows, are listed.

    Groups that are ranked or bounded by it stay so: the three countries with the most orders, without their number.
    """
    gone = figures(query)[place]
    left = tuple(f for n, f in enumerate(figures(query)) if n != place)
    ranked = query.limit is not None and any(o.item == gone for o in query.order)
    if not left and query.group and not query.share and (ranked or any(f.item == gone for f in query.having)):
        shown = tuple(i for i in query.select if not i.aggregate) or tuple(Item(c) for c in query.group)
        return replace(query, select=shown)
    order = tuple(o for o in query.order if o.item != gone)
    having = tuple(f for f in query.having if f.item != gone)
    groups = tuple(i for i in query.select if not i.aggregate)
    changed = replace(query, select=(*groups, *left), order=order, having=having, share=0.0, among=())
    if left:
        return changed
    if query.group:
        listed = groups or tuple(Item(c) for c in query.group)
        return replace(
            changed, select=listed, group=(), having=(), distinct=True, limit=None if not order else query.limit
        )
    return listing(changed, tuple(Item(c) for c in facts.display(about(query))))


def without_shown(query: Query, item: Item) -> Query:
    """Without a column that stands beside figures and is no group."""
    return replace(query, select=tuple(i for i in query.select if i != item))


def listing(query: Query, items: Sequence[Item]) -> Query:
    """The rows themselves, with these columns."""
    if not items:
        raise BadEdit("Nothing is shown.", "Choose at least one column.")
    table = about(query)
    if hidden(query):
        before, shown = {i.column for i in query.select}, [i.column for i in items if i.column]
        gone = before - set(shown)
        left = _left(gone, shown)
        kept = (c for c in query.group if c not in gone and (c in before or c.table not in left))
        group = dict.fromkeys((*kept, *shown))
        return replace(query, select=tuple(items), group=tuple(group))
    order = tuple(o for o in query.order if not o.item.aggregate)
    own = next((i for i in items if table in tables_of_item(i)), items[0])
    items = tuple(dict.fromkeys((own, *items)))  # what is listed stays so: a column of its own leads
    return replace(
        query,
        select=tuple(items),
        group=(),
        having=(),
        order=order,
        limit=query.limit if order else None,
        share=0.0,
        among=(),
        everything=False,
        tables=tuple(dict.fromkeys((table, *query.tables))) if table else query.tables,
    )


def _left(gone: set[Col | None], shown: Sequence[Col]) -> set[str]:
    """The tables of which nothing is shown any more: their keys tell nothing apart that is seen."""
    return {c.table for c in gone if c is not None} - {c.table for c in shown}


def also_listed(query: Query, item: Item, facts: Facts) -> Query:
    """The rows with one more column, as one that is reckoned of others; in place of figures the rows' names."""
    reckoned = figures(query) or query.group or query.everything
    columns = tuple(Item(c) for c in facts.display(about(query))) if reckoned else query.select
    return listing(query, tuple(dict.fromkeys((*columns, item))))


def everything(query: Query) -> Query:
    """Every column of the rows."""
    table = about(query)
    order = tuple(o for o in query.order if not o.item.aggregate)
    tables = (table, *(t for t in query.tables if t != table))
    return replace(
        query, select=(), group=(), having=(), order=order, share=0.0, among=(), everything=True, tables=tables
    )


def alone(query: Query) -> Query:
    """Without what stands beside it from other tables."""
    return replace(query, beside=(), everywhere=False)


def _name_rows(columns: Sequence[Col], table: str, facts: Facts) -> bool:
    """Whether columns tell the rows of a table apart one by one."""
    naming = (facts.key(table), *facts.display(table))
    return any(c in naming and (found := facts.column(c)) is not None and found.profile.unique for c in columns)
