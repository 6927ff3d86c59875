"""`appointments per pet`, several pets being called alike: for each pet, and not for each name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query


def each_thing(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Groups by the name of things that are said themselves, and whose name is not, are told apart by their key."""
    if query.share or query.beside:
        return query
    said = {t.stem for t in tokens}
    for c in query.group:
        key = _key(c, facts, said)
        if (
            key is not None
            and key not in query.group
            and not _referred(query, c.table, facts)
            and Item(c) in query.select
        ):
            query = replace(query, group=(key, *query.group))
    return query


def _referred(query: Query, table: str, facts: Facts) -> bool:
    """The rows are told apart by what refers to the table, which is as good as its key."""
    return any((j := facts.refers(g)) is not None and j.parent_table == table for g in query.group)


def _key(column: Col, facts: Facts, said: set[str]) -> Col | None:
    """The key of what a column names, where it names several alike."""
    if column.part or column.through[0] or column.table not in facts.tables:
        return None
    key, held = facts.key(column.table), facts.column(column)
    if held is None or held.profile.unique or key is None or key == column or facts.display(column.table) != (column,):
        return None
    thing = set(stems(facts.tables[column.table].label))
    named = set(stems(held.label)) - thing
    return key if thing <= said and named and not named & said else None
