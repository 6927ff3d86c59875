"""`most common reason for launching`: launches are counted for each reason, and not the list of reasons, one each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query, all_tables
from core.ask.translators.rules.query_parts import with_items

_LIST = 200
"""Rows of a list of kinds, at most."""


def counted_where_they_occur(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A list's own rows counted by what each has alone become those of the table that speaks of them."""
    counts = [i for i in query.select if i.aggregate]
    own = {c.table for c in query.group}
    if len(counts) != 1 or len(own) != 1 or set(all_tables(query)) != own or query.beside or query.share:
        return query
    (count,), (table,) = counts, own
    if {t.stem for t in tokens} & set(stems(facts.tables[table].label)[-1:]):
        return query  # its own rows are asked for
    each_once = any((held := facts.column(c)) is not None and held.profile.unique and not c.part for c in query.group)
    rows = count.aggregate == "count" and count.column is None and not count.where and not query.where
    there = facts.referring(table) if each_once and rows and facts.tables[table].rows <= _LIST else ""
    if not there:
        return query
    new = replace(count, table=there)
    return replace(with_items(query, lambda item: new if item == count else item), tables=(there,))
