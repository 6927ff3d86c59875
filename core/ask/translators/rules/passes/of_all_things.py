"""`appointments per patient in each village`: by all patients of the village, also those who had none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Formula, Item, Query, columns_of
from core.ask.translators.rules.told_apart import things_of


def of_all_things(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Things that are divided by are all those of a group, where the groups are of things and not of what they have."""
    made = {i: whole for i in (*query.select, *(o.item for o in query.order)) if (whole := _whole(i, query, facts))}
    if not made:
        return query
    return replace(
        query,
        select=tuple(made.get(i, i) for i in query.select),
        order=tuple(replace(o, item=made.get(o.item, o.item)) for o in query.order),
        where=(),
    )


def _whole(item: Item, query: Query, facts: Facts) -> Item | None:
    """The ratio by all things; None where it is none, or something else is said of the rows."""
    ratio = item.formula
    if ratio is None or ratio.operator != "/" or " per " not in ratio.name or not query.group or query.having:
        return None
    left, right = ratio.left, ratio.right
    if not isinstance(left, Item) or not isinstance(right, Item) or right.column is None or not right.distinct:
        return None
    own, things = right.column.table, things_of(right.column, facts)
    groups = {c.table for c in query.group}
    if not things or own in groups or not groups <= {things, *facts.above(things)}:
        return None
    if any(t != things for t in groups & set(facts.owners(own))):
        return None  # loans of a branch, and not of the members whose branch it is
    if any(not isinstance(c, Filter) or {k.table for k in columns_of(c.item)} != {own} for c in query.where):
        return None
    many = Item(None, "count", table=things)
    formula = Formula("/", replace(left, where=(*left.where, *query.where)), many, ratio.name)
    return replace(item, formula=formula)
