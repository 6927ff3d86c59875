"""`who owns Kittiwake`, where the boat's own row holds the owner's number: the name of whoever has that number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query

_WHO = frozenset(("who", "whose", "whom"))


def who_by_name(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The one column that is listed, which refers to people, becomes what these are called, where "who" is asked."""
    item = query.select[0] if len(query.select) == 1 else Item()
    if item.column is None or item != Item(item.column) or not tokens or tokens[0].lower not in _WHO:
        return query
    if query.group or query.order or query.share or query.beside or query.everything or item.column.through[0]:
        return query
    table = item.column.table
    joins = [j for j in facts.schema.joins if j.child_table == table and not j.is_self and j.state != "rejected"]
    joins = [j for j in joins if facts.persons(j.parent_table)]
    if len(joins) != 1 or tuple(joins[0].child) != (item.column.name,):
        return query
    people = joins[0].parent_table
    names = facts.display(people) if facts.named(people) else ()
    if not names:
        return query
    tables = tuple(dict.fromkeys((*query.tables, table, people)))
    return replace(query, select=tuple(map(Item, names)), tables=tables)
