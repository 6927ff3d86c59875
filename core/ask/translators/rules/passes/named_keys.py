"""`top ten customers by spend`: their names, where the rows hold codes (`PAR091`) that another table names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Order, Query, all_tables

_ASKED = frozenset("code codes id ids number numbers no ref refs reference references key keys".split())
"""Words of a question that wants the codes themselves."""
_WHOLE = 0.999
"""The share of the rows that must find their name: else some would be lost."""
_CODED = 0.8
"""The share of the values that have a digit and no blank."""


def named(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Groups by such a key show what it names; the key still tells them apart."""
    if not query.group or query.beside or query.share or query.keep or _ASKED & {t.lower for t in tokens}:
        return query
    for column in query.group:
        names = _names(column, query, facts) if Item(column) in query.select else ()
        if names and not any(n in query.group for n in names):
            select = tuple(x for i in query.select for x in (map(Item, names) if i == Item(column) else (i,)))
            order = tuple(Order(Item(names[0]), o.descending) if o.item == Item(column) else o for o in query.order)
            return replace(query, select=select, group=(*query.group, *names), order=order)
    return query


def _names(column: Col, query: Query, facts: Facts) -> tuple[Col, ...]:
    """What tells the things by name that a key of another table means; () for other columns."""
    held = facts.column(column)
    if held is None or held.codes or column.part or column.through[0]:
        return ()
    common = [v for v, _ in held.profile.common]
    coded = sum(any(ch.isdigit() for ch in v) and " " not in v for v in common) >= _CODED * max(1, len(common))
    if not (coded if held.type == "text" else held.type == "integer" and facts.identifying(column)):
        return ()
    there = set(all_tables(query))  # joined already: rows without a name are left out anyway
    for j in facts.schema.joins:
        mine = (j.child_table, tuple(j.child)) == (column.table, (column.name,)) and not j.is_self
        whole = not held.profile.nulls and j.evidence.containment >= _WHOLE
        if mine and j.state == "confirmed" and j.evidence.parent_unique and (whole or j.parent_table in there):
            shown = facts.display(j.parent_table)
            texts = [c for c in shown if (found := facts.column(c)) and found.type == "text"]
            return tuple(shown) if len(texts) == len(shown) and Col(j.parent_table, j.parent[0]) not in shown else ()
    return ()
