"""`the average rate for each kind of tent`, `cost per trade`: figures of rows by the rows' own kind, and not by the
`Kind` of another table, or by the several kinds that a cell of another table lists (`EL CA`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.chart.schema import KINDS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.model import Column
from core.text.words import singular

_KIND = frozenset("kind kinds type types sort sorts category categories class classes".split())
_LABELLED = frozenset(map(stem, "kind type sort category class".split()))
_ARTICLES = frozenset("a an the our any".split())
_PARTS = re.compile(r"[\s,;/&+]+")


def own_kinds(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query, grouped by the one column of the rows reckoned that says of which kind each is."""
    rows = set(_reckoned(query))
    if len(rows) != 1 or len(query.group) != 1 or query.beside or query.share:
        return query
    (table,), (group,) = rows, query.group
    if table not in facts.tables or group.table == table or group.part or group.through[0]:
        return query
    own = [Col(table, c.name) for c in _few(table, facts) if _listed(c, group, facts)]
    if not own and _of_others(group, facts, tokens):
        own = [Col(table, c.name) for c in _few(table, facts) if _LABELLED & set(stems(c.label))]
    if len(own) != 1:
        return query
    column = own[0]

    def put(i: Item) -> Item:
        return replace(i, column=column) if i.column == group and not i.aggregate else i

    order = tuple(replace(o, item=put(o.item)) for o in query.order)
    tables = tuple(t for t in query.tables if t != group.table)
    return replace(query, select=tuple(map(put, query.select)), group=(column,), order=order, tables=tables)


def _reckoned(query: Query) -> Iterator[str]:
    """The tables of the figures."""
    for i in (*query.select, *(o.item for o in query.order)):
        if i.aggregate and i.formula is None:
            yield i.column.table if i.column is not None and not i.table else i.table
        elif i.formula is not None:
            yield ""


def _few(table: str, facts: Facts) -> Iterator[Column]:
    for c in facts.tables[table].columns:
        if c.type == "text" and 1 < c.profile.distinct <= KINDS and not c.profile.unique:
            yield c


def _listed(own: Column, group: Col, facts: Facts) -> bool:
    """Cells of the other column list values of this one, several in some of them."""
    held = facts.column(group)
    if held is None or held.type != "text" or len(own.profile.common) < own.profile.distinct:
        return False
    mine = {value for value, _ in own.profile.common}
    cells = [set(_PARTS.split(value.strip())) for value, _ in held.profile.common]
    return any(len(c) > 1 for c in cells) and all(c <= mine for c in cells) and all(_code(v) for v in mine)


def _code(value: str) -> bool:
    return value.isalnum() and value.upper() == value


def _of_others(group: Col, facts: Facts, tokens: Sequence[Token]) -> bool:
    """`kind of tent`, and the kind is that of something which is not called so."""
    if not _LABELLED & {stem(w) for w in facts.spelt(group)}:
        return False
    words = [t for t in tokens if t.lower not in _ARTICLES]
    of = [words[i + 2] for i in range(len(words) - 2) if words[i].lower in _KIND and words[i + 1].lower == "of"]
    others = {*stems(facts.tables[group.table].label), *(stem(singular(w)) for w in facts.spelt(group))}
    return bool(of) and not any(t.stem in others for t in of)
