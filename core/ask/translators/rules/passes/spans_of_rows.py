"""`how many days was each exhibition open`: of each row how long it lasted, and nothing added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query, columns_of


def spans_of_rows(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The time between two days of a row, of groups that are these rows by their name or key."""
    figures = [i for i in query.select if i.aggregate]
    if len(figures) != 1 or not query.group or query.having or query.limit or query.beside or query.share:
        return query
    lasted = figures[0].formula
    tables = {c.table for c in columns_of(lasted)} if lasted is not None and lasted.lasting else set()
    table = next(iter(tables), "")
    own = {*facts.display(table), *((k,) if (k := facts.key(table)) else ())} if len(tables) == 1 else set()
    if not own or not set(query.group) <= own or not {"each", "every"} & {t.lower for t in tokens}:
        return query
    plain = replace(figures[0], aggregate="")
    select = tuple(plain if i == figures[0] else i for i in query.select)
    order = tuple(replace(o, item=plain) if o.item == figures[0] else o for o in query.order)
    shown = tuple(c for c in query.group if Item(c) not in select and c in facts.display(table))
    return replace(query, select=(*map(Item, shown), *select), group=(), order=order)
