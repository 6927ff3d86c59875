"""`how many parties came from Yorkshire`, of rows with the size of each party: the parties are counted, not the people
in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.text.words import words

_GROUPS = frozenset("parties groups teams families households couples squads classes".split())
_PEOPLE = frozenset("people persons members walkers visitors guests big large size sizes average".split())
_LED = frozenset("many more most fewer fewest of which what total".split())
_MARK = re.compile(r"[,;.=(]")


def groups_counted(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Sizes of parties that would be added up give way to the number of rows, where the parties are what is asked
    for."""
    lowers = [t.lower for t in tokens]
    said = {t.stem for before, t in zip(["", *lowers], tokens, strict=False) if t.lower in _GROUPS and before in _LED}
    if not said or _PEOPLE & set(lowers):
        return query

    def counted(item: Item) -> Item:
        column = item.column
        sized = column is not None and item.aggregate == "sum" and not item.formula and not column.through[0]
        if column is None or not sized or not _of_one(column, said, facts):
            return item
        return Item(None, "count", table=column.table, where=item.where)

    select = tuple(map(counted, query.select))
    order = tuple(replace(o, item=counted(o.item)) for o in query.order)
    if select == query.select and order == query.order:
        return query
    tables = {i.column.table for i in (*query.select, *(o.item for o in query.order)) if i.column and i.aggregate}
    return replace(query, select=select, order=order, tables=tuple(dict.fromkeys((*query.tables, *sorted(tables)))))


def _of_one(column: Col, said: set[str], facts: Facts) -> bool:
    """The header, or what is told of it, speaks of one such group: `Party`, `group_size`, and not of how many there are
    in a row: `Groups`."""
    held = facts.column(column)
    told = words(_MARK.split(held.description, maxsplit=1)[0]) if held is not None else ()
    plural = bool(_GROUPS & {*facts.spelt(column), *told})
    return facts.numeric(column) and not plural and (facts.speaks(column, said) or bool(said & set(map(stem, told))))
