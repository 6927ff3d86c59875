"""A whole meaning as a query: what is shown, what restricts, and where a rank belongs.

A rank either orders the answer's rows and cuts them, or, where something else is shown than what is ranked, says which
things are meant (`the city of the customer with the most orders`): then it is a condition.
"""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.meanings import Figure, Group, Shown, Sorted, Things, Whole
from core.ask.translators.rules.chart.schema import meant
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    Col,
    Item,
    Order,
    Query,
    Related,
    compared_table,
    tables_of,
)


def assembled(whole: Whole, facts: Facts) -> Query | None:
    """The query; None where the schema has no way to say it."""
    shown = whole.shown
    if isinstance(shown, Figure):
        query = _figures(shown, facts)
    elif isinstance(shown, Shown):
        query = _columns(shown, facts)
    else:
        query = _columns(Shown(facts.display(shown.table), shown), facts)
    return _sorted(query, whole.order, facts) if query is not None and whole.order is not None else query


def _columns(shown: Shown, facts: Facts) -> Query | None:
    """Columns of things, each thing a row."""
    shown = _by_what_is_shown(shown, facts)
    columns, things = shown.columns, shown.things
    if not columns:
        return _everything(things)
    distinct = shown.distinct or _kinds(shown, facts)
    select = tuple(Item(c) for c in columns)
    own = all(c.table == things.table for c in columns)
    if things.rank is not None and not own and not _one_each(columns, things.table, facts):
        things = meant(things, facts) or things
    rank = things.rank
    if rank is not None and rank.quantity:
        return None
    counted = (rank is not None and bool(rank.item.aggregate)) or any(i.aggregate for i in shown.beside)
    group = _thing(shown, facts) if counted or things.having else ()
    if (counted or things.having) and not group:
        return None
    first = [i for i in shown.beside if i.aggregate][:1] if rank is None else []
    order = (Order(rank.item, rank.descending),) if rank else tuple(Order(i, descending=True) for i in first)
    limit = rank.limit if rank else None
    tables = (things.table,)
    select = tuple(dict.fromkeys((*select, *shown.beside)))
    return Query(select, things.where, group, things.having, order, limit, distinct and not group, tables)


def _by_what_is_shown(shown: Shown, facts: Facts) -> Shown:
    """`titles of products of more than one maker`, where each product has one: of whichever products share them."""
    things = shown.things
    owners = [f.item.table in facts.owners(things.table) for f in things.having if f.item.aggregate == "count"]
    if not owners or not all(owners) or len(owners) < len(things.having) or things.rank or shown.beside:
        return shown
    keys = [facts.key(f.item.table) for f in things.having]
    if None in keys or facts.key(things.table) in shown.columns:
        return shown
    told = tuple(replace(f, item=Item(key, "count", distinct=True)) for f, key in zip(things.having, keys, strict=True))
    return replace(shown, things=replace(things, having=told), said=False)


def _everything(things: Things) -> Query | None:
    """Every column of things."""
    rank = things.rank
    if things.having or (rank is not None and rank.item.aggregate):
        return None
    order = (Order(rank.item, rank.descending),) if rank else ()
    return Query((), things.where, (), (), order, rank.limit if rank else None, tables=(things.table,), everything=True)


def _kinds(shown: Shown, facts: Facts) -> bool:
    """`all cities`: a text that rows share, listed without the rows and without a condition, is told once."""
    things, found = shown.things, facts.column(shown.columns[0])
    free = not (shown.said or shown.beside or things.where or things.having or things.rank)
    return free and len(shown.columns) == 1 and found is not None and found.type == "text" and not found.profile.unique


def _figures(figure: Figure, facts: Facts) -> Query | None:
    """Figures over things, for each group."""
    own = figure.group is not None and all(_of_rows(f.item, figure.things.table) for f in figure.things.having)
    things = meant(figure.things if own else _such(figure.things), facts)
    if things is None or (things.having and not own):
        return None
    if figure.group is None:
        return Query(figure.items, things.where, tables=(things.table,))
    columns, group = _grouped(figure.group, facts)
    order = _usual(columns, figure, facts)
    select = (*map(Item, columns), *figure.items)
    return Query(select, things.where, group, things.having, order, tables=(things.table,))


def _such(things: Things) -> Things:
    """Things with what figures of others must be for each as a condition: `customers with more than 3 orders`."""
    others = [next(tables_of(f.item), "") for f in things.having]
    if things.rank or not others or things.table in others:
        return things
    own = tuple(c for c in things.where if compared_table(c) not in others)
    kept = tuple(
        Related(things.table, (t,), tuple(c for c in things.where if compared_table(c) == t), bounds=(f,))
        for t, f in zip(others, things.having, strict=True)
    )
    return replace(things, where=(*own, *kept), having=())


def _grouped(group: Group, facts: Facts) -> tuple[tuple[Col, ...], tuple[Col, ...]]:
    """The columns shown and those that make the groups."""
    if not group.table:
        return group.columns, group.columns
    shown, key = group.columns or facts.display(group.table), facts.key(group.table)
    return shown, tuple(dict.fromkeys((*((key,) if key else ()), *shown)))


def _usual(columns: tuple[Col, ...], figure: Figure, facts: Facts) -> tuple[Order, ...]:
    """Times upwards, else the largest figure first."""
    first = facts.column(columns[0])
    sized = facts.numeric(columns[0]) and facts.refers(columns[0]) is None
    if first is not None and (first.type in ("date", "datetime", "time") or sized):
        return (Order(Item(columns[0])),)
    return (Order(figure.items[0], descending=True),)


def _thing(shown: Shown, facts: Facts) -> tuple[Col, ...]:
    """What tells things apart when something is counted for each: their key, said or told by the values."""
    columns, table = shown.columns, shown.things.table
    rank = shown.things.rank
    if any(_of_rows(f.item, table) for f in shown.things.having):
        return columns
    kinds = any(_of_rows(i, table) for i in (*shown.beside, *((rank.item,) if rank else ())))
    said = table if shown.said and not kinds else ""
    telling = said or next((c.table for c in columns if not c.part and _names_things(c, facts)), "")
    key = facts.key(telling) if telling else None
    return tuple(dict.fromkeys((key, *columns))) if key else columns


def _names_things(column: Col, facts: Facts) -> bool:
    """It tells rows apart, or nearly so and is what they are called; stations are told by no city, if few share one,
    and people by no age."""
    found = facts.column(column)
    unique = found is not None and found.profile.unique and not facts.measure(column)
    return facts.telling(column) and (unique or column in facts.display(column.table))


def _told(columns: tuple[Col, ...], facts: Facts) -> bool:
    """The columns tell the rows apart."""
    return any(facts.telling(c) for c in columns if not c.part)


def _of_rows(item: Item, table: str) -> bool:
    """A figure of a table's own rows: each thing of it has but one, the kinds of them have several."""
    return bool(item.aggregate) and (item.column.table if item.column else item.table) == table


def _one_each(columns: tuple[Col, ...], table: str, facts: Facts) -> bool:
    """Every column stands in the things' own table or in one that each thing refers to once."""
    parents = {j.parent_table for j in facts.schema.joins if j.child_table == table and j.evidence.parent_unique}
    return all(c.table == table or c.table in parents for c in columns)


def _sorted(query: Query, order: Sorted, facts: Facts) -> Query | None:
    item = order.item
    if item.aggregate and not query.group:
        if not query.select or query.select[0].column is None or any(i.aggregate for i in query.select):
            return None
        shown = tuple(i.column for i in query.select if i.column)
        table = query.tables[0]
        key = facts.key(table) if not _of_rows(item, table) or _told(shown, facts) else None
        query = replace(query, group=tuple(dict.fromkeys((key, *shown))) if key else shown, distinct=False)
    if query.group and not item.aggregate and item.column not in query.group:
        return None
    first = Order(item, order.descending)
    if order.then is None:
        return replace(query, order=(first,))
    rest = _sorted(query, order.then, facts)
    return replace(rest, order=(first, *rest.order)) if rest is not None else None
