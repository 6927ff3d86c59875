"""`how many landings had that action`: landings, and not the rows that each of them has for its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Item, Query, all_tables


def things_once(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Things that have several rows are counted once where other tables are spoken of, unless rows are asked for."""
    if query.share or query.beside or len(set(all_tables(query))) < 2 or any(t.lower in lexicon().rows for t in tokens):
        return query
    select = tuple(_once(i, facts) for i in query.select)
    if select == query.select:
        return query
    turned = dict(zip(query.select, select, strict=True))
    order = tuple(replace(o, item=turned.get(o.item, o.item)) for o in query.order)
    return replace(query, select=select, order=order)


def _once(item: Item, facts: Facts) -> Item:
    rows = item.aggregate == "count" and item.column is None and not item.formula and item.table in facts.tables
    thing = facts.thing(item.table) if rows else None
    return replace(item, column=thing, distinct=True, table="") if thing is not None else item
