"""`which vans failed a check in 2024`: a check of that year that they failed, and not one of each; where they had both
a check and a repair in 2024, each is of that year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Query, Related, condition_items, tables_of


def met_together(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A cell of other rows and the rows that the things have, said once, are of the same row."""
    had = [c for c in query.where if isinstance(c, Related) and not c.negated and not c.bounds]
    if not had or len({c.tables for c in had}) != 1 or len(had[0].tables) != 1:
        return query
    one = had[0]
    if one.tables[0] in facts.above(one.table):
        return query  # of what each belongs to there is one
    items = (*query.select, *(o.item for o in query.order), *(f.item for f in query.having if isinstance(f, Filter)))
    joined = {*query.tables, *(t for i in items for t in tables_of(i)), *(c.table for c in query.group)}
    theirs = [c for c in query.where if isinstance(c, Filter) and _of(c, one.tables[0])]
    columns = {i.column for h in had for i in condition_items(h.where)}
    if not theirs or one.tables[0] in joined or columns & {f.item.column for f in theirs}:
        return query
    whole: dict[Condition, Condition] = {h: replace(h, where=tuple(dict.fromkeys((*h.where, *theirs)))) for h in had}
    return replace(query, where=tuple(whole.get(c, c) for c in query.where if c not in theirs))


def _of(condition: Filter, table: str) -> bool:
    """It asks what a cell of the table's rows holds."""
    item = condition.item
    return item.column is not None and item.column.table == table and not (item.aggregate or item.formula)
