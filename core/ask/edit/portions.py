"""Percentages: how many percent of each inspector's inspections failed, of the revenue came from children, of all
orders each country has.

The logical form holds the first two as a figure with conditions of its own. To be changed part by part one is opened:
the count or the total, the conditions beside those of the whole, and how they are parted (`share`, `among`), as a share
of rows without groups is; and closed. The last is a figure divided by the same of all rows, which the conditions of the
question also hold for.
"""

from __future__ import annotations

from dataclasses import replace

from core.ask.conversation.portion import part_of_all
from core.ask.translators.rules.query import Filter, Formula, Item, Query, Scalar
from core.ask.translators.rules.shares import parted, portion


def opened(query: Query) -> Query:
    """A query whose only figure is a percentage of groups, or of a total, as that with `share`; any other as it is."""
    reckoned = [i for i in query.select if i.aggregate]
    found = _parts(reckoned[0]) if len(reckoned) == 1 and not query.share else None
    if found is None:
        return query
    scale, part, whole = found
    if not set(whole.where) <= set(part.where):
        return query
    where, base = (*query.where, *part.where), (*query.where, *whole.where)
    among = tuple(dict.fromkeys(c.item.column for c in base if isinstance(c, Filter) and c.item.column))
    if set(parted(where, among)[1]) != set(base):
        return query
    return _with(replace(query, where=where, share=scale, among=among), reckoned[0], replace(part, where=()))


def closed(query: Query) -> Query:
    """The query as it can be asked: an opened percentage of groups as one figure; none is left without a condition;
    nothing is the first of groups that are gone."""
    query = _placed(query)
    if query.share and not query.where:
        return replace(query, share=0.0, among=())
    if not query.share:
        return _refreshed(query)
    count = next(i for i in query.select if i.aggregate)
    if not query.group and count.aggregate == "count" and count.column is None:
        return query
    if query.group:  # groups of which no row meets the base are none
        return as_figure(query)
    base = parted(query.where, query.among)[1]
    part, whole = (replace(count, where=met) for met in (query.where, base))
    return _with(replace(query, where=(), share=0.0, among=()), count, portion(part, whole, query.share))


def _placed(query: Query) -> Query:
    """Places within groups, and behind the first, only where rows are cut and told apart by these groups."""
    if query.offset and query.limit is None:
        query = replace(query, offset=0)
    if query.percent and not (query.order and query.limit):
        query = replace(query, percent=False)
    gone = bool(query.group) and not set(query.each) <= set(query.group)
    return replace(query, each=()) if query.each and (gone or not query.of_each) else query


def as_figure(query: Query) -> Query:
    """An opened percentage as a figure that others may stand beside: of the rows that it is taken of."""
    count = next(i for i in query.select if i.aggregate)
    own, base = parted(query.where, query.among)
    part = portion(replace(count, where=own), count, query.share)
    return _with(replace(query, where=base, share=0.0, among=()), count, part)


def _parts(item: Item) -> tuple[float, Item, Item] | None:
    """The scale, the count of the part and that of the whole."""
    f, scale = item.formula, 1.0
    if f is not None and f.operator == "*" and isinstance(f.left, Formula) and isinstance(f.right, float):
        scale, f = f.right, f.left
    if f is None or f.operator != "/" or item.aggregate != "own":
        return None
    part, whole = f.left, f.right
    if not (isinstance(part, Item) and isinstance(whole, Item) and part.where):
        return None
    same = replace(part, where=()) == replace(whole, where=())
    rows = part.aggregate == "count" and part.column is None
    return (scale, part, whole) if same and (rows or part.aggregate == "sum") else None


def of_total(query: Query, wanted: bool) -> Query:
    """The groups' figure as a percentage of the same of all rows, or as it is again."""
    (old,) = (i for i in query.select if i.aggregate)
    plain = base_of(old)
    if wanted == (plain is not None):
        return query
    if plain is not None:
        return _with(query, old, plain)
    return _with(query, old, part_of_all(old, query.where, 100.0))


def base_of(item: Item) -> Item | None:
    """The figure that an item is the percentage of all of; None for any other."""
    whole = item.formula.right if item.formula else None
    return whole.item if isinstance(whole, Scalar) and part_of_all(whole.item, whole.where, 100.0) == item else None


def _refreshed(query: Query) -> Query:
    """The percentages of all rows taken of those that meet the conditions as they are now."""
    for item in query.select:
        if (plain := base_of(item)) is not None:
            query = _with(query, item, part_of_all(plain, query.where, 100.0))
    return query


def _with(query: Query, old: Item, new: Item) -> Query:
    """With one figure in the place of another, also where rows are sorted or bounded by it."""
    return replace(
        query,
        select=tuple(new if i == old else i for i in query.select),
        order=tuple(replace(o, item=new) if o.item == old else o for o in query.order),
        having=tuple(replace(f, item=new) if f.item == old else f for f in query.having),
    )
