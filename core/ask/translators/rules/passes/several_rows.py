"""`how many landings had that action`: landings, and not the rows that each of them has for its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import says_rows
from core.ask.translators.rules.query import Col, Item, Query, all_tables
from core.ask.translators.rules.query_parts import with_items

_SELDOM = 0.99
"""Of which share of the rows on a number is each row's own, but for slips."""


def things_once(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Things that have several rows are counted once, unless rows are asked for."""
    if query.share or query.beside or says_rows([t.lower for t in tokens]):
        return query
    alone = len(set(all_tables(query))) < 2
    return with_items(query, lambda item: _once(item, facts, alone))


def _once(item: Item, facts: Facts, alone: bool) -> Item:
    rows = item.aggregate == "count" and item.column is None and not item.formula and item.table in facts.tables
    thing = facts.thing(item.table) if rows else None
    if thing is not None and (_another(thing, facts) or (alone and not _repeated(thing, facts))):
        return item
    return replace(item, column=thing, distinct=True, table="") if thing is not None else item


def _repeated(thing: Col, facts: Facts) -> bool:
    """Its things have several rows each, and not but a few of them by a slip."""
    held, table = facts.column(thing), facts.tables[thing.table]
    return held is not None and held.profile.distinct < _SELDOM * table.rows


def _another(thing: Col, facts: Facts) -> bool:
    """Its numbers are the keys of another table: who was of the crew of a launch."""
    joins = [j for j in facts.schema.joins if (j.child_table, tuple(j.child)) == (thing.table, (thing.name,))]
    return any(j.evidence.parent_unique and j.state == "confirmed" and not j.is_self for j in joins)
