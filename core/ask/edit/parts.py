"""What a query shows, counts and is sorted by, as the editor speaks of it."""

from __future__ import annotations

from dataclasses import replace

from core.ask.conversation.edit import head
from core.ask.translators.rules.query import AnyOf, Col, Filter, Item, Order, Query, columns_of, condition_items


def about(query: Query) -> str:
    """The table whose rows are counted, summed or listed."""
    if query.everything and query.tables:
        return query.tables[0]
    return head(query)


def figures(query: Query) -> tuple[Item, ...]:
    """What is shown and reckoned."""
    return tuple(i for i in query.select if i.aggregate)


def shown(query: Query) -> tuple[Item, ...]:
    """What is shown as it stands, groups aside."""
    return tuple(i for i in query.select if not i.aggregate and i.column not in query.group)


def adds_up(item: Item) -> bool:
    """Of its total, or the number of rows, parts can be taken."""
    rows = item.aggregate == "count" and item.column is None
    return (rows or item.aggregate == "sum") and not (item.where or item.formula or item.running)


def hidden(query: Query) -> bool:
    """Groups are listed by figures that are not shown."""
    by = (*(o.item for o in query.order), *(f.item for f in query.having))
    return bool(query.group) and not figures(query) and any(i.aggregate for i in by)


def ranking(query: Query) -> Item | None:
    """The figure that groups are ranked by although none is shown."""
    return next((o.item for o in query.order if o.item.aggregate), None) if hidden(query) else None


def groups(query: Query) -> tuple[Col, ...]:
    """What rows are told apart by, without the keys that only keep those apart that are called alike."""
    seen = tuple(c for c in query.group if Item(c) in query.select)
    return seen or query.group


def usual(query: Query) -> tuple[Order, ...]:
    """The order of groups that nobody chose: of times as they follow, else by the first figure."""
    times = [c for c in query.group if c.part in ("decade", "year", "quarter", "month", "day", "hour")]
    if times:
        return (Order(Item(times[0])),)
    return tuple(Order(f, f.aggregate != "min") for f in figures(query)[:1])


def of_itself(query: Query) -> bool:
    """What is listed, and what it must meet, are columns of the table itself: joined, no row of it is left out."""
    items = (*query.select, *condition_items(query.where))
    return {c.table for i in items for c in columns_of(i)} <= {about(query)} and all(
        isinstance(c, Filter | AnyOf) for c in query.where
    )


def own_table(item: Item) -> str:
    """The one table whose rows a figure goes over; "" of several."""
    tables = set(tables_of_item(item))
    return tables.pop() if len(tables) == 1 else ""


def renamed(query: Query, old: Item, new: Item) -> Query:
    """Order and bounds that went by the old figure go by the new one; bounds by none that is added up along the way."""
    order = tuple(replace(o, item=new) if o.item == old else o for o in query.order)
    if new.running:
        return replace(query, order=order)
    having = tuple(replace(f, item=new) if f.item == old else f for f in query.having)
    return replace(query, order=order, having=having)


def tables_of_item(item: Item) -> list[str]:
    """The tables whose rows a figure goes over."""
    return [*(c.table for c in columns_of(item)), *([item.table] if item.table else [])]
