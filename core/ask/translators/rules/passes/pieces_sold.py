"""`how many croissants were sold`: what the lines of sales add up to, where each says how many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Query
from core.ask.translators.rules.told.takings import pieces

_SOLD = frozenset("sold sell sells bought buy ordered order purchased shipped".split())
_ASKED = (("how", "many"), ("number", "of"))


def pieces_sold(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows of a table that are counted, of which cells of another one say what was sold, give way to their pieces."""
    lowers = [t.lower for t in tokens]
    if not _SOLD & set(lowers) or not any(places_of(lowers, said) for said in _ASKED):
        return query
    rows = [i for i in query.select if i.aggregate == "count" and i.column is None and not i.distinct]
    if len(rows) != 1 or rows[0].table not in facts.tables or query.beside or query.share:
        return query
    table = rows[0].table
    if set(stems(facts.tables[table].label)) & {t.stem for t in tokens if t.lower not in _SOLD}:
        return query
    kinds = [c.item.column.table for c in query.where if isinstance(c, Filter) and c.operator == "=" and c.item.column]
    many = [c for c in pieces(facts) if c.table == table]
    if len(many) != 1 or not set(kinds) & set(facts.owners(table)):
        return query
    total = Item(many[0], "sum")
    order = tuple(replace(o, item=total) if o.item == rows[0] else o for o in query.order)
    return replace(query, select=tuple(total if i == rows[0] else i for i in query.select), order=order)
