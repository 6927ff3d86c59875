"""`how many books were returned late`, `did Central lend`: one for each time,
however often the same book went out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query, Related, condition_items
from core.ask.translators.rules.row_days import comes_back
from core.ask.translators.rules.told.deeds import day_of_deed
from core.model import TEMPORAL

_BEING = frozenset("were was been are get got being".split())
_CAME = frozenset("came come went go".split())
_APART = frozenset("different distinct separate individual".split())


def loans_counted(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Things that are counted where something was done to them, in rows of a table whose things come back, are counted
    once for each of these rows."""
    item = query.select[0] if len(query.select) == 1 else Item()
    plain = not (query.group or query.order or query.having or query.share or query.beside or query.limit)
    things = _things(item, query, facts) if item.aggregate == "count" and not item.where and plain else ""
    if things not in facts.tables or facts.persons(things) or _APART & {t.lower for t in tokens}:
        return query
    below = [t for t in facts.belonging(things) if t in facts.tables and _lent(t, facts)]
    met = [c for c in query.where if isinstance(c, Related) and c.table == things and set(below) & set(c.tables)]
    if any(c.negated or c.bounds for c in met) or len(met) > 1:
        return query
    asked = {i.column.table for i in condition_items(query.where) if i.column} | {t for c in met for t in c.tables}
    loans = [t for t in below if t in asked]
    if not loans and asked - {things, *facts.owners(things)}:
        loans = below  # between the things and who is said to have done it
    if len(loans) != 1 or not _done(tokens, things, loans[0], facts):
        return query
    where = tuple(w for c in query.where for w in (c.where if isinstance(c, Related) and c in met else (c,)))
    tables = tuple(dict.fromkeys((loans[0], *(t for t in query.tables if t != things))))
    return replace(query, select=(Item(None, "count", table=loans[0]),), where=where, tables=tables)


def _things(item: Item, query: Query, facts: Facts) -> str:
    """The table of the things that are counted, by their rows, their key or name, or what refers to them."""
    if item.column is None:
        return item.table or next(iter(query.tables), "")
    if item.column in (facts.key(item.column.table), *facts.display(item.column.table)):
        return item.column.table
    join = facts.refers(item.column) if item.distinct else None
    return join.parent_table if join is not None else ""


def _lent(table: str, facts: Facts) -> bool:
    """A day of its rows is that on which something came back."""
    days = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    return any(comes_back(d, facts) for d in days)


def _done(tokens: Sequence[Token], things: str, table: str, facts: Facts) -> bool:
    """`were returned`, `books returned`, `came back`, `did Ann borrow`: it is said of the things, by a deed that
    has a day in the table."""
    if any(t.lower == "did" for t in tokens):
        return True
    called = set(stems(facts.tables[things].label)[-1:])
    for one, other in pairwise(tokens):
        deed = (one.lower in _BEING or one.stem in called) and other.lower.endswith(PARTICIPLES)
        deed = deed or (one.lower in _CAME and other.lower in ("back", "out"))
        if deed and day_of_deed((other,), table, facts) is not None:
            return True
    return False
