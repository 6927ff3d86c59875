"""Groups that go by all that is shown beside their figures: an engine would else show any one row's cell."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query


def whole_groups(query: Query, facts: Facts) -> Query:
    """With what is shown as it stands among the groups, unless their keys tell it: of each customer the name.

    Beside a lowest or highest figure it is that of the row which has it; of groups that are cut after the first ones
    each stays whole.
    """
    reckoned = [i.aggregate for i in query.select if i.aggregate]
    if not query.group or not reckoned or query.limit is not None or {"min", "max"} & set(reckoned):
        return query
    told = _told(query, facts)
    shown = (i.column for i in query.select if i.column and not i.aggregate and not i.formula)
    loose = [c for c in shown if c not in query.group and (c.of or c.table) not in told]
    if not loose:
        return query
    names = _nameless(query, facts)
    first = [*map(Item, names), *(i for i in query.select if i.column in loose and not i.aggregate)] if names else []
    select = tuple(dict.fromkeys((*first, *query.select)))
    return replace(query, select=select, group=tuple(dict.fromkeys((*query.group, *names, *loose))))


def _nameless(query: Query, facts: Facts) -> list[Col]:
    """What things are called that a group goes by the key of, where nothing of theirs is shown: “per mechanic and
    status” has a row for each pair of these."""
    shown = {i.column.table for i in query.select if i.column and not i.aggregate}
    keys = [c for c in query.group if c == facts.key(c.table) and c.table not in shown]
    return [name for c in keys for name in facts.display(c.table)]


def _told(query: Query, facts: Facts) -> set[str]:
    """The tables of which each group has one row: those whose keys it goes by, what it refers to, and what these
    belong to."""
    plain = [c for c in query.group if not c.part and not c.through[0]]
    held = {c.table for c in plain if (found := facts.column(c)) is not None and found.profile.unique}
    held |= {
        j.parent_table
        for c in plain
        for j in facts.schema.joins
        if j.child_table == c.table and j.child == (c.name,) and j.evidence.parent_unique
    }
    return held | {above for table in held for above in facts.above(table)}
