"""`which club had the largest income`, of rows that hold but its number: its name, from the table that keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.named_keys import asks_codes, in_place
from core.ask.translators.rules.query import Col, Item, Query

_WHOLE = 0.999
"""The share of the rows that must find their name."""


def named_where_kept(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows that come first show who or what they are of by name."""
    if not query.order or query.group or query.share or query.beside or asks_codes(tokens):
        return query
    for column in (i.column for i in query.select if i.column and i == Item(i.column)):
        names = _names(column, facts)
        if names and not any(Item(n) in query.select for n in names):
            return replace(query, select=in_place(query.select, column, names))
    return query


def _names(column: Col, facts: Facts) -> tuple[Col, ...]:
    """What the rows are called that a column refers to; () of other columns."""
    held, join = facts.column(column), facts.refers(column)
    if held is None or join is None or held.profile.unique or column.part or column.through[0] or join.is_self:
        return ()
    shown = facts.display(join.parent_table)
    texts = all((c := facts.column(n)) is not None and c.type == "text" for n in shown)
    sure = join.state == "confirmed" or (join.state == "probable" and join.evidence.containment >= _WHOLE)
    return shown if texts and sure and not held.profile.nulls else ()
