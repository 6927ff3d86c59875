"""The same question of another table: what was asked of trips, asked of repairs."""

from __future__ import annotations

from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Order, Query, Related
from core.model import TEMPORAL


class _Unlike(Exception):
    """The other table has no such column."""


def swapped(query: Query, old: str, new: str, facts: Facts) -> Query | None:
    """The query with table `new` in the place of `old`; None when `new` lacks a column that a figure needs."""
    try:
        return _Swap(old, new, facts).query(query)
    except _Unlike:
        return None


class _Swap:
    def __init__(self, old: str, new: str, facts: Facts) -> None:
        self.old, self.new, self.facts = old, new, facts

    def query(self, q: Query) -> Query:
        listed = not q.group and not any(i.aggregate for i in q.select)
        if listed and not q.everything:
            select = tuple(Item(c) for c in self.facts.display(self.new))
        else:
            select = tuple(dict.fromkeys(self.item(i, i.column in q.group) for i in q.select))
        order = tuple(Order(self.item(o.item, o.item.column in q.group), o.descending) for o in q.order)
        return replace(
            q,
            select=select,
            where=tuple(self.condition(c) for c in q.where),
            group=tuple(dict.fromkeys(self.like(c) for c in q.group)),
            having=tuple(replace(f, item=self.item(f.item)) for f in q.having),
            order=order,
            tables=tuple(dict.fromkeys(self.new if t == self.old else t for t in q.tables)),
        )

    def item(self, i: Item, kept: bool = False) -> Item:
        """An item of the new table; with `kept` it may stay a column of the old one."""
        table = self.new if i.table == self.old else i.table
        column = i.column and (self.like(i.column) if kept and not i.aggregate else self.column(i.column))
        return replace(i, table=table, column=column)

    def like(self, c: Col) -> Col:
        """What tells rows apart may stay in the old table, which the new one hangs on."""
        try:
            return self.column(c)
        except _Unlike:
            return c

    def column(self, c: Col) -> Col:
        """The column of the same name; for a date, the other table's date. Raises _Unlike."""
        if c.table != self.old:
            return c
        label = self._label(c)
        table = self.facts.tables[self.new]
        same = next((d for d in table.columns if stems(d.label) == stems(label)), None)
        if same is not None:
            return Col(self.new, same.name, c.part)
        found = self.facts.column(c)
        if found is not None and (found.type in TEMPORAL or self.facts.year(c)):
            dated = self.facts.when([self.new])
            there = self.facts.column(dated) if dated else None
            if dated is not None and there is not None and there.type in TEMPORAL and found.type in TEMPORAL:
                return Col(self.new, dated.name, c.part)
        raise _Unlike

    def _label(self, c: Col) -> str:
        found = self.facts.column(c)
        return found.label if found else c.name

    def condition(self, c: Condition) -> Condition:
        if isinstance(c, Filter):
            values = tuple(self.like(v) if isinstance(v, Col) else v for v in c.values)
            return replace(c, item=self.item(c.item, kept=True), values=values)
        if isinstance(c, AnyOf):
            return AnyOf(tuple(self.condition(p) for p in c.parts))
        if isinstance(c, Related) and c.table == self.old and self.new not in c.tables:
            return replace(c, table=self.new)
        raise _Unlike
