"""`athletes with the most medals`, where each row has a column for a medal and most have none: those that have one are
counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.ask.translators.rules.query_parts import columns_in

_LED = (("how", "many"), ("number", "of"), ("the", "most"), ("the", "fewest"))


def filled_only(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows are counted that have a cell in the column whose header is said as what is counted."""
    led = next((i + 2 for i, pair in enumerate(pairwise(t.lower for t in tokens)) if pair in _LED), len(tokens))
    if query.share or query.beside or led >= len(tokens) or tokens[led].lemma == tokens[led].lower:
        return query
    counts = {i for i in (*query.select, *(o.item for o in query.order)) if i.aggregate == "count"}
    one = counts.pop() if len(counts) == 1 else Item()
    table = one.column.table if one.column else one.table
    if table not in facts.tables or tokens[led].stem in stems(facts.tables[table].label):
        return query  # what the rows are called
    column = _cells(table, tokens[led], facts)
    if column is None or one.column not in (None, column) or facts.refers(column) is not None:
        return query
    if one.column is not None:
        return _rows(query, one) if _mostly_empty(column, facts) else query
    filled = Filter(Item(column), "is not null")
    return query if column in columns_in(query) else replace(query, where=(*query.where, filled))


def _cells(table: str, said: Token, facts: Facts) -> Col | None:
    named = [c for c in facts.tables[table].columns if stems(c.label) == (said.stem,)]
    one = named[0] if len(named) == 1 and named[0].type == "text" and named[0].profile.nulls else None
    return Col(table, one.name) if one else None


def _mostly_empty(column: Col, facts: Facts) -> bool:
    held = facts.column(column)
    return held is not None and 2 * held.profile.nulls > facts.tables[column.table].rows


def _rows(query: Query, one: Item) -> Query:
    """Its cells counted, and not the different ones."""
    each = replace(one, distinct=False)
    select = tuple(each if i == one else i for i in query.select)
    order = tuple(replace(o, item=each) if o.item == one else o for o in query.order)
    having = tuple(replace(f, item=each) if f.item == one else f for f in query.having)
    return replace(query, select=select, order=order, having=having)
