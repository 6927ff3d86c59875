"""Changes of a query: what it shows, of what, per what, in which order, how many. Each gives a new query."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from core.ask.conversation.edit import head
from core.ask.edit.formulas import portion
from core.ask.edit.portions import as_figure
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
    columns_of,
    condition_items,
)
from core.ask.translators.rules.shares import parted
from core.errors import BadEdit


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
    if facts is not None and (table := _own_table(item)):
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
        changed = replace(changed, order=order or (_usual(changed) if group else ()), limit=limit)
    if listed and _own_table(item) not in ("", listed) and not query.keep and _of_itself(query):
        changed = replace(changed, keep=listed)
    if place is not None and place < len(old):
        changed = _renamed(changed, old[place], item)
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


def adds_up(item: Item) -> bool:
    """Of its total, or the number of rows, parts can be taken."""
    rows = item.aggregate == "count" and item.column is None
    return (rows or item.aggregate == "sum") and not item.where and item.formula is None


def with_portion(query: Query, item: Item, met: Condition, facts: Facts) -> Query:
    """With how many percent of a figure come from rows that meet a condition. The rows need not all meet it then: where
    they had to, the figures beside it are of those that do."""
    query = as_figure(query) if query.share and query.where else query
    if met in query.where:
        query = replace(query, where=tuple(c for c in query.where if c != met))
        for old in dict.fromkeys((*figures(query), *(o.item for o in query.order if o.item.aggregate))):
            if old.formula is not None or old.aggregate == "median":
                raise BadEdit("A figure beside it is of these rows alone.", "Take the condition away first.")
            new = replace(old, where=(*old.where, met))
            query = _renamed(replace(query, select=tuple(new if i == old else i for i in query.select)), old, new)
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


def hidden(query: Query) -> bool:
    """Groups are listed by figures that are not shown."""
    by = (*(o.item for o in query.order), *(f.item for f in query.having))
    return bool(query.group) and not figures(query) and any(i.aggregate for i in by)


def ranking(query: Query) -> Item | None:
    """The figure that groups are ranked by although none is shown."""
    return next((o.item for o in query.order if o.item.aggregate), None) if hidden(query) else None


def ranked_by(query: Query, item: Item) -> Query:
    """Ranked, and bounded, by another figure that is not shown either; no table is joined for the old one alone."""
    old = ranking(query)
    if old is None or not item.aggregate:
        raise BadEdit("These rows are ranked by no figure.", "Choose what they are sorted by.")
    gone = set(tables_of_item(old)) - {c.table for i in query.select for c in columns_of(i)}
    return _renamed(replace(query, tables=tuple(t for t in query.tables if t not in gone)), old, item)


def everything(query: Query) -> Query:
    """Every column of the rows."""
    table = about(query)
    order = tuple(o for o in query.order if not o.item.aggregate)
    tables = (table, *(t for t in query.tables if t != table))
    return replace(
        query, select=(), group=(), having=(), order=order, share=0.0, among=(), everything=True, tables=tables
    )


def groups(query: Query) -> tuple[Col, ...]:
    """What rows are told apart by, without the keys that only keep those apart that are called alike."""
    seen = tuple(c for c in query.group if Item(c) in query.select)
    return seen or query.group


def per(query: Query, columns: Sequence[Col], unseen: Collection[Col] | None = None) -> Query:
    """For each of these columns together; without any, over all rows. A list becomes a count for each. `unseen`: keys
    among them that are not shown; else one that is not shown goes with the names behind it."""
    group = tuple(dict.fromkeys(columns if unseen is not None else (*keys_of(query, columns), *columns)))
    if hidden(query) and group:
        old = [i for i in query.select if i.column in group]
        return replace(query, select=(*old, *_newly_shown(query, group, unseen)), group=group)
    if query.everything or not figures(query):
        if not group:
            return query
        table = about(query)
        query = replace(begin(table).query, where=query.where, tables=_with(query.tables, table))
    old = [i for i in query.select if not i.aggregate and i.column in group]
    new = _newly_shown(query, group, unseen)
    order = tuple(o for o in query.order if o.item.aggregate or o.item.column in group)
    changed = replace(query, select=(*old, *new, *figures(query)), group=group, order=order)
    if query.share:  # of the groups that a condition names, and no others
        base = tuple(dict.fromkeys((*query.among, *(c for c in _compared(query) if c in group))))
        changed = replace(changed, among=base if parted(query.where, base)[1] else query.among)
    if not group:
        return replace(changed, having=(), order=(), limit=None, keep="")
    return changed if order or old else replace(changed, order=_usual(changed))


def _newly_shown(query: Query, group: Sequence[Col], unseen: Collection[Col] | None) -> list[Item]:
    """What the groups are called by and no row shows yet."""
    known = query.group if unseen is None else (*unseen, *(i.column for i in query.select if not i.aggregate))
    return [Item(c) for c in group if c not in known]


def keys_of(query: Query, columns: Sequence[Col]) -> Iterator[Col]:
    """The keys that are not shown and belong to some of these columns, in front of which they stand."""
    seen = groups(query)
    key: Col | None = None
    named = ""
    for c in query.group:
        if c not in seen:
            key, named = c, ""
        elif key is not None and named in ("", c.table):  # of a name in two columns either
            named = c.table
            if c in columns:
                yield key
                key = None


def _usual(query: Query) -> tuple[Order, ...]:
    """The order of groups that nobody chose: of times as they follow, else by the first figure."""
    times = [c for c in query.group if c.part in ("decade", "year", "quarter", "month", "day", "hour")]
    if times:
        return (Order(Item(times[0])),)
    return tuple(Order(f, True) for f in figures(query)[:1])


def ordered(query: Query, item: Item | None, descending: bool = False, facts: Facts | None = None) -> Query:
    """Sorted by an item first, or by none. Listed rows may be sorted by a figure of others that belong to each of them;
    those to which none belong stay listed."""
    order = () if item is None else (Order(item, descending),)
    changed = replace(query, order=order, limit=query.limit if order else None)
    reckoned = item is not None and bool(item.aggregate)
    listed = not query.group and not figures(query) and not query.distinct
    key = facts.key(about(query)) if facts is not None and reckoned and listed else None
    if key is None:
        return changed
    shown = tuple(i.column for i in query.select if i.column and not i.formula)
    keep = query.keep or (about(query) if _of_itself(query) else "")
    return replace(changed, group=tuple(dict.fromkeys((key, *shown))), keep=keep)


def _of_itself(query: Query) -> bool:
    """What is listed, and what it must meet, are columns of the table itself: joined, no row of it is left out."""
    items = (*query.select, *condition_items(query.where))
    return {c.table for i in items for c in columns_of(i)} <= {about(query)} and all(
        isinstance(c, Filter | AnyOf) for c in query.where
    )


def first(query: Query, n: int | None) -> Query:
    """Only the first `n` rows; None: all."""
    if n is not None and n < 1:
        raise BadEdit("At least one row must be shown.")
    if n is not None and not query.order and (reckoned := figures(query)) and query.group:
        query = ordered(query, reckoned[0], True)
    return replace(query, limit=n, offset=0)


def of_each(query: Query, within: tuple[Col, ...]) -> Query:
    """The first rows of all that agree in some columns; of all rows where there are none."""
    return replace(query, each=within)


def different(query: Query, wanted: bool) -> Query:
    """Each row once, or as often as it stands."""
    return replace(query, distinct=wanted)


def share_of(query: Query, wanted: bool, facts: Facts | None = None) -> Query:
    """Percentage of the rows, or of a total, that meets the conditions, in place of the figure; or back again.

    Conditions on times say of which rows it is taken, where others are left for the percentage itself."""
    if not wanted:
        return replace(query, share=0.0, among=())
    reckoned = figures(query)
    if reckoned and not (len(reckoned) == 1 and adds_up(reckoned[0])):
        raise BadEdit("Only a number of rows or a total can be a percentage.", "Show one of these, and nothing else.")
    if not query.where:
        raise BadEdit("A percentage needs a condition.", "Add one: what the rows are that you want the share of.")
    table = about(query)
    count = reckoned[0] if reckoned and reckoned[0].aggregate == "sum" else Item(None, "count", table=table)
    groups = tuple(i for i in query.select if not i.aggregate and i.column in query.group)
    said = tuple(dict.fromkeys(_compared(query)))
    whole = tuple(c for c in said if (facts is not None and facts.dated(c)) or c in query.group)
    among = whole if parted(query.where, whole)[1] else ()
    changed = replace(query, select=(*groups, count), having=(), share=100.0, tables=(table,), among=among)
    if not query.group:
        return replace(changed, order=(), limit=None)
    order = tuple(o if o.item.column in query.group else replace(o, item=count) for o in query.order)
    return replace(changed, order=tuple(dict.fromkeys(order)))


def _compared(query: Query) -> Iterator[Col]:
    """The columns that conditions compare with a value."""
    for c in query.where:
        if isinstance(c, Filter) and c.item.column and c.item.formula is None:
            yield c.item.column


def part_of(query: Query, whole: Sequence[Col]) -> Query:
    """A percentage of those rows only that meet the conditions on these columns; without any, of all rows."""
    if whole and not parted(query.where, whole)[1]:
        raise BadEdit("No condition is left for the percentage itself.", "Leave at least one condition out.")
    return replace(query, among=tuple(dict.fromkeys(whole)))


def alone(query: Query) -> Query:
    """Without what stands beside it from other tables."""
    return replace(query, beside=(), everywhere=False)


def _own_table(item: Item) -> str:
    """The one table whose rows a figure goes over; "" of several."""
    tables = set(tables_of_item(item))
    return tables.pop() if len(tables) == 1 else ""


def _name_rows(columns: Sequence[Col], table: str, facts: Facts) -> bool:
    """Whether columns tell the rows of a table apart one by one."""
    naming = (facts.key(table), *facts.display(table))
    return any(c in naming and (found := facts.column(c)) is not None and found.profile.unique for c in columns)


def _renamed(query: Query, old: Item, new: Item) -> Query:
    """Order and bounds that went by the old figure go by the new one."""
    order = tuple(replace(o, item=new) if o.item == old else o for o in query.order)
    having = tuple(replace(f, item=new) if f.item == old else f for f in query.having)
    return replace(query, order=order, having=having)


def _with(tables: tuple[str, ...], table: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((table, *tables)))


def tables_of_item(item: Item) -> list[str]:
    """The tables whose rows a figure goes over."""
    return [*(c.table for c in columns_of(item)), *([item.table] if item.table else [])]
