"""`which vans failed a check in 2024`: a check of that year that they failed, and not one of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Query, Related, condition_items, tables_of


def met_together(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A cell of other rows and the rows that the things have, said once, are of the same row."""
    had = [c for c in query.where if isinstance(c, Related) and not c.negated and not c.bounds]
    if len(had) != 1 or len(had[0].tables) != 1 or had[0].tables[0] in facts.above(had[0].table):
        return query  # of what each belongs to there is one
    (one,) = had
    items = (*query.select, *(o.item for o in query.order), *(f.item for f in query.having if isinstance(f, Filter)))
    joined = {*query.tables, *(t for i in items for t in tables_of(i)), *(c.table for c in query.group)}
    theirs = [c for c in query.where if isinstance(c, Filter) and _of(c, one.tables[0])]
    columns = {i.column for i in condition_items(one.where)}
    if not theirs or one.tables[0] in joined or columns & {f.item.column for f in theirs}:
        return query
    whole: Condition = replace(one, where=tuple(dict.fromkeys((*one.where, *theirs))))
    return replace(query, where=tuple(whole if c == one else c for c in query.where if c not in theirs))


def _of(condition: Filter, table: str) -> bool:
    """It asks what a cell of the table's rows holds."""
    item = condition.item
    return item.column is not None and item.column.table == table and not (item.aggregate or item.formula)
