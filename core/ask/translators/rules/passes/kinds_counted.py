"""`how many white goods are still in stock`, where a list of kinds has a group of them: the things are counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Query, Related
from core.text.words import words


def of_each_kind(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A count of kinds that are called by a value of theirs, and have rows of another table in some state, is one of
    these rows."""
    count = query.select[0] if len(query.select) == 1 else None
    if count is None or count.aggregate != "count" or count.column or query.group or query.share or query.beside:
        return query
    kinds = count.table
    below = {j.child_table for j in facts.schema.joins if j.parent_table == kinds and j.evidence.parent_unique}
    having = [c for c in query.where if isinstance(c, Related) and not c.negated and not c.bounds and c.where]
    states = [c for c in query.where if isinstance(c, Filter) and c.item.column and c.item.column.table in below]
    tables = {t for c in having for t in c.tables} | {c.item.column.table for c in states if c.item.column}
    called = any(isinstance(c, Filter) and value_counted(c, kinds, tokens) for c in query.where)
    named = kinds in facts.tables and set(stems(facts.tables[kinds].label)) & {t.stem for t in tokens}
    if len(tables & below) != 1 or not called or named:
        return query
    (things,) = tables & below
    where = tuple(w for c in query.where for w in (c.where if isinstance(c, Related) and c in having else (c,)))
    needed = tuple(dict.fromkeys((things, kinds, *query.tables, *tables)))
    return replace(query, select=(Item(None, "count", table=things),), where=where, tables=needed)


def value_counted(c: Filter, table: str, tokens: Sequence[Token]) -> bool:
    """A value of the kinds stands right behind `how many`."""
    if c.item.column is None or c.item.column.table != table or c.operator != "=" or len(c.values) != 1:
        return False
    said = [t.stem for t in tokens if t.kind == "word"]
    value = [stem(w) for w in words(str(c.values[0]))]
    return said[:2] == [stem("how"), stem("many")] and bool(value) and said[2 : 2 + len(value)] == value
