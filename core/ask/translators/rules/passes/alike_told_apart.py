"""`bookings on each course`, of which several have one title: the code of each stands before its title."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query

_ALIKE = 0.5
"""The share of different names, of all that are there, from which on they tell rows apart well enough."""


def alike_told_apart(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Groups by a key whose names are often alike show the key, too."""
    if query.share or query.beside or len(query.group) < 2:
        return query
    names = [c for c in query.group if Item(c) in query.select]
    keys = [c for c in query.group if Item(c) not in query.select and _key(c, facts)]
    if len(names) != 1 or len(keys) != 1 or not _often_alike(names[0], facts):
        return query
    at = query.select.index(Item(names[0]))
    return replace(query, select=(*query.select[:at], Item(keys[0]), *query.select[at:]))


def _key(column: Col, facts: Facts) -> bool:
    """A code that stands for the rows of a table."""
    held = facts.column(column)
    refers = facts.refers(column) is not None or facts.key(column.table) == column
    return held is not None and held.type == "text" and refers and not column.part and not column.through[0]


def _often_alike(name: Col, facts: Facts) -> bool:
    held = facts.column(name)
    if held is None or held.type != "text" or facts.display(name.table) != (name,) or name.part:
        return False
    rows = held.profile.rows - held.profile.nulls
    return held.profile.distinct < _ALIKE * rows
