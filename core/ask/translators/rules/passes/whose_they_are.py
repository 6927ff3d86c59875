"""`which bills are unpaid, and whose are they`: whoever the rows belong to is named beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.sides import SERVED
from core.ask.translators.rules.passes.and_their import listed_of_one
from core.ask.translators.rules.query import Item, Query, Related
from core.text.words import singular, words

WHOSE = re.compile(
    r"\band (?:whose (?:(?:are|is|were|was) (?:they|it|these|those)|(?:they|these|those) (?:are|were))"
    r"|who (?:do |does |did )?(?:they|it|these|those|each(?: one)?) belongs? to"
    r"|who (?:owns|owned) (?:them|it|each(?: one)?))\W*$"
)


def whose_they_are(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows of one table that are listed stand beside the name of what each of them refers to: the one whose name is
    that of people or of those who are served, or the only one there is."""
    columns = listed_of_one(query)
    if columns and WHOSE.search(" ".join(t.lower for t in tokens)) is not None:
        query = _rows_of_owners(query, columns[0].table, facts)
        columns = listed_of_one(query)
    if not columns or WHOSE.search(" ".join(t.lower for t in tokens)) is None:
        return query
    table = columns[0].table
    owners = [t for t in facts.owners(table) if facts.named(t)]
    whose = [t for t in owners if facts.persons(t) or SERVED & {singular(w) for w in words(facts.tables[t].label)}]
    found = whose or owners
    if len(found) != 1:
        return query
    select = tuple(dict.fromkeys((*query.select, *map(Item, facts.display(found[0])))))
    return replace(query, select=select, tables=tuple(dict.fromkeys((*query.tables, table, found[0]))))


def _rows_of_owners(query: Query, table: str, facts: Facts) -> Query:
    """The rows themselves in place of those who have such rows."""
    have = [c for c in query.where if isinstance(c, Related) and c.table == table and not c.negated and not c.bounds]
    tables = {c.tables[0] for c in have if c.tables}
    rows = tables.pop() if len(tables) == 1 and len(have) == len(query.where) else ""
    if table not in facts.owners(rows) or query.order or query.limit or not facts.named(rows):
        return query
    where = tuple(w for c in have for w in c.where)
    others = tuple(dict.fromkeys(t for c in have for t in c.tables))
    select = tuple(map(Item, facts.display(rows)))
    return replace(query, select=select, where=where, tables=others) if where else query
