"""`top ten customers by spend`: their names, where the rows hold codes (`PAR091`) that another table names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.stop_words import content_word
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query, all_tables
from core.model import Column

_ASKED = frozenset("code codes id ids number numbers ref refs reference references key keys".split())
"""Words of a question that wants the codes themselves."""
_WHOLE = 0.999
"""The share of the rows that must find their name: else some would be lost."""
_CODED = 0.8
"""The share of the values that are codes."""
_LETTERS = 8
"""How long a code of capitals alone is at most."""


def asks_codes(tokens: Sequence[Token]) -> bool:
    """The codes themselves are wanted: `the ids of …`, `member no.`, and not `which member has no loans`."""
    behind = (*tokens[1:], None)
    no = any(t.lower == "no" and (b is None or not content_word(b)) for t, b in zip(tokens, behind, strict=True))
    return no or not _ASKED.isdisjoint(t.lower for t in tokens)


def in_place(select: Sequence[Item], column: Col, names: Sequence[Col]) -> tuple[Item, ...]:
    """What is shown, with names where a column was."""
    return tuple(x for i in select for x in (map(Item, names) if i == Item(column) else (i,)))


def named(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Groups by such a key show what it names; the key still tells them apart."""
    if not query.group or query.beside or query.share or query.keep or asks_codes(tokens):
        return query
    for column in query.group:
        names = _names(column, query, facts) if Item(column) in query.select else ()
        if names and not any(n in query.group for n in names):
            select = in_place(query.select, column, names)
            order = tuple(Order(Item(names[0]), o.descending) if o.item == Item(column) else o for o in query.order)
            alone = _alone(column, query) and not query.limit  # nobody comes first of all
            keep = column.table if alone and _gaps(column, query, facts) else ""
            return replace(query, select=select, group=(*query.group, *names), order=order, keep=keep)
    return query


def named_in_lists(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """`the performances with show and date`: a list shows what such a key names, too."""
    plain = not query.group and not query.share and not query.beside and not query.keep
    if not plain or any(i.aggregate for i in query.select) or asks_codes(tokens):
        return query
    for column in (i.column for i in query.select if i.column and i == Item(i.column)):
        names = _names(column, query, facts)
        if not names or _gaps(column, query, facts) or names[0].table in all_tables(query):
            continue  # rows without the key would be lost, and those that the query goes by are of others
        select = in_place(query.select, column, names)
        order = tuple(Order(Item(names[0]), o.descending) if o.item == Item(column) else o for o in query.order)
        query = replace(query, select=select, order=order)
    return query


def called(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """`which shops are in Leith`: their names, where a column `shop` of `shops` holds but a key."""
    if query.share or query.keep or asks_codes(tokens):
        return query
    for column in (i.column for i in query.select if i.column and i == Item(i.column)):
        name = _called(column, facts)
        if name is None or Item(name) in query.select:
            continue
        shown, found = Item(column), Item(name)
        select = tuple(found if i == shown else i for i in query.select)
        group = (*query.group, name) if query.group and name not in query.group else query.group
        order = tuple(Order(found, o.descending) if o.item == shown else o for o in query.order)
        return replace(query, select=select, group=group, order=order)
    return query


def _called(column: Col, facts: Facts) -> Col | None:
    """The name that tells the rows of a table apart for people, of a key that is called as the table is."""
    held, table = facts.column(column), facts.tables.get(column.table)
    if held is None or table is None or not held.profile.unique or column.part or column.through[0]:
        return None
    if set(stems(held.label)) < set(stems(table.label)):
        return facts.meaning_of(column) or _in_full(column, held, facts)
    if stems(held.label) != stems(table.label):
        return None
    if not any((j.parent_table, j.parent) == (column.table, (column.name,)) for j in facts.schema.joins):
        return None
    shown = facts.display(column.table)
    name = facts.column(shown[0]) if len(shown) == 1 and shown[0] != column else None
    return shown[0] if name is not None and name.type == "text" else None


def _in_full(column: Col, held: Column, facts: Facts) -> Col | None:
    """`Scheme title`, beside the capitals of `Scheme`."""
    shown = facts.display(column.table)
    name = facts.column(shown[0]) if len(shown) == 1 and shown[0] != column else None
    capitals = all(v.isupper() and _code(v) for v, _ in held.profile.common)
    return shown[0] if name is not None and capitals and set(stems(held.label)) < set(stems(name.label)) else None


def _code(value: str) -> bool:
    """`PAR091`, `FUL`."""
    return " " not in value and (any(map(str.isdigit, value)) or (value.isupper() and len(value) <= _LETTERS))


def _alone(column: Col, query: Query) -> bool:
    """The query goes over the column's table and no other."""
    return set(all_tables(query)) == {column.table}


def _gaps(column: Col, query: Query, facts: Facts) -> bool:
    """Rows of the query may lack the key."""
    held = facts.column(column)
    filled = any(isinstance(c, Filter) and c.item == Item(column) and c.operator == "is not null" for c in query.where)
    return held is not None and bool(held.profile.nulls) and not filled


def _names(column: Col, query: Query, facts: Facts) -> tuple[Col, ...]:
    """What tells the things by name that a key of another table means; () for other columns."""
    held = facts.column(column)
    if held is None or held.codes or column.part or column.through[0]:
        return ()
    common = [v for v, _ in held.profile.common]
    coded = sum(map(_code, common)) >= _CODED * max(1, len(common))
    if not (coded if held.type == "text" else held.type == "integer" and facts.identifying(column)):
        return ()
    there = set(all_tables(query))  # joined already: rows without a name are left out anyway
    for j in facts.schema.joins:
        mine = (j.child_table, tuple(j.child)) == (column.table, (column.name,)) and not j.is_self
        every = j.evidence.containment >= _WHOLE
        whole = every and (_alone(column, query) or not _gaps(column, query, facts))
        sure = j.state == "confirmed" or (j.state == "probable" and every and held.type == "text")
        if mine and sure and j.evidence.parent_unique and (whole or j.parent_table in there):
            code = Col(j.parent_table, j.parent[0])
            shown = facts.display(j.parent_table)
            if shown == (code,) and (meaning := facts.meaning_of(code)) is not None:
                shown = (meaning,)
            texts = [c for c in shown if (found := facts.column(c)) and found.type == "text"]
            return tuple(shown) if len(texts) == len(shown) and code not in shown else ()
    return ()
