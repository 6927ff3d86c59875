"""The first ones by something: things by their rows or amounts, values by how often, parts of dates by their rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.translators.rules.chart.meanings import Figure, Group, Rank, Shown
from core.ask.translators.rules.chart.schema import counted, ranked
from core.ask.translators.rules.query import Col, Item, Order, Query
from core.ask.translators.rules.slots.figures import Figures
from core.ask.translators.rules.slots.places import Noun

_LAST = frozenset(("last", "latest", "most recent"))
_ENDS = _LAST | frozenset(("first", "earliest"))
_MANY = ("most", "fewest", "least")
_MEASURES = 3
"""Amounts of a table that are tried where none is said."""


class Firsts(Figures):
    """Composes rankings."""

    def _ranks(self) -> Iterator[Query | None]:
        said = self.said
        limit = int(said.limit.number or 1) if said.limit else 1
        targets = [*said.of("asked"), *said.of("group"), *said.of("beside"), *said.of("counted")]
        if said.part is not None:
            yield from self._busiest(limit)
            return
        if said.when is not None and said.rank is not None and said.rank.text.lower() in _ENDS:
            yield from self._last_day(said.rank.text.lower() in _LAST)
        if not said.of("asked"):
            yield from self._extreme(said.of("ranked"))
        for noun in targets[:2]:
            for item in self._measures(noun):
                yield from self._ranked_by(noun, item, limit)

    def _extreme(self, ranked_by: Sequence[Noun]) -> Iterator[Query | None]:
        """`the highest price of tents`, where nothing asks which: the price itself."""
        column = ranked_by[0].column if ranked_by and self.said.limit is None else None
        if column is not None and self.facts.measure(column) and not self.said.often:
            things = self._things(column.table)
            item = Item(column, "max" if self.said.descending else "min")
            yield self._figure(item, things, self._group()) if things else None

    def _last_day(self, last: bool) -> Iterator[Query | None]:
        """`when was the last load taken to the north tip`: the latest day of the rows that are spoken of."""
        for table in self._spoken_tables()[:1]:
            column = self.facts.when((table,))
            things = self._things(table) if column is not None and column.table == table else None
            if column is not None and things is not None:
                yield self._figure(Item(column, "max" if last else "min"), things, None)

    def _busiest(self, limit: int) -> Iterator[Query | None]:
        group = self._by_part()
        nouns = [*self.said.of("ranked"), *self.said.of("beside")]
        for noun in nouns[:1] if group else ():
            things = self._things(noun.table)
            item = next(self._numbers(noun))
            if things is not None and not things.having:
                whole = self._whole(Figure((item,), things, group))
                if whole is not None:
                    yield replace(whole, order=(Order(item, self.said.descending),), limit=limit)

    def _measures(self, target: Noun) -> Iterator[Item]:
        """What a ranking goes by."""
        said = self.said
        if said.often:
            yield counted(target.table)
            return
        if said.rows is not None:
            yield from map(counted, self._below(target.table))
            return
        ordered = [c.means.order for c in said.told if c.means and c.means.order]
        if ordered:
            yield from (o.item for o in ordered)
        elif self.meant:
            yield from (i if i.aggregate else replace(i, aggregate=said.function or "sum") for i in self.meant)
        if ordered or self.meant:
            return
        if said.quantity:
            column = self.facts.of_quantity(said.quantity, (target.table, *self.facts.owners(target.table)))
            if column is not None:
                yield Item(column)
            return
        nouns = [*said.of("figure"), *said.of("ranked")]
        if not nouns and said.rank is not None and (said.rank.has("top", "bottom") or said.rank.text in _MANY):
            yield from self._rows_of(target)  # "top five drivers for late deliveries"
        for noun in nouns:
            column = noun.column
            if column is None and said.function in ("avg", "sum"):
                own = [Col(noun.table, c.name) for c in self.facts.tables[noun.table].columns]
                for c in [c for c in own if self.facts.measure(c) and not self.facts.year(c)][:_MEASURES]:
                    yield Item(c, said.function)
            if column is None or (self._is_date(column) and said.rank and said.rank.text in _MANY):
                yield counted(noun.table)
            elif self.facts.measure(column) and not self.facts.year(column):
                if noun.function:
                    yield Item(column, noun.function)
                elif column.table == target.table and target.column is None:
                    yield Item(column)
                else:
                    yield Item(column, "sum")
            elif self._is_date(column):
                yield Item(column)
            else:
                yield Item(column, "count", distinct=True)
            break

    def _below(self, table: str) -> list[str]:
        """The tables whose rows belong to those of a table: "the most rows" may be any of theirs."""
        return list(self.facts.belonging(table)) or [table]

    def _rows_of(self, target: Noun) -> Iterator[Item]:
        """How many rows each of what is asked for has: of a table that is spoken of and belongs to it, or its own."""
        said = [n.rows(self.facts) for n in self.said.of("beside")]
        said += [k.table for c in self.said.told if c.means and c.means.conditions and (k := c.link)]
        said += [k.table for c in self.said.cells if (k := c.chunk.link)]
        own = [target.table] if target.column is not None else []
        for table in dict.fromkeys((*own, *said)):
            if table in own or self.facts.far(target.table, table):
                yield counted(table)
                return

    def _ranked_by(self, target: Noun, item: Item, limit: int) -> Iterator[Query | None]:
        said, facts = self.said, self.facts
        column = target.column
        down = said.descending != self._since(item)
        if column is None:
            table = target.rows(facts)
            things = self._things(table)
            first = ranked(things, Rank(item, down, limit), facts) if things and not things.having else None
            if first is not None:
                shown = [n.column for n in said.of("asked") if n.column and n.table == table]
                whole = self._whole(Shown((*facts.display(table), *shown), first))
                yield from self._with_figure(whole, item)
            return
        if not self._tells_apart(column):
            return
        table = (item.column.table if item.column else item.table) or column.table
        things = self._things(table)
        if things is None or things.having:
            return
        if not item.aggregate:
            if facts.telling(column) and column.table == table:
                whole = self._whole(Shown((column,), replace(things, rank=Rank(item, down, limit))))
                yield whole
                return
            item = replace(item, aggregate="sum") if facts.measure(item.column or column) else item
        if item.aggregate:
            whole = self._whole(Figure((item,), things, Group((column,))))
            if whole is not None:
                yield replace(whole, order=(Order(item, said.descending),), limit=limit)

    def _since(self, item: Item) -> bool:
        """An age is told by when it began: the youngest has the latest day of birth."""
        column = item.column if self.said.quantity == "age" and not item.aggregate else None
        return column is not None and (self.facts.year(column) or not self.facts.numeric(column))

    def _with_figure(self, whole: Query | None, item: Item) -> Iterator[Query | None]:
        """A ranking; with what it goes by where that is asked too: "and how many?"."""
        said, rank = self.said, self.said.rank
        asks = [c for c in (said.counting, said.figured) if c is not None and rank is not None and c.start > rank.start]
        if whole is not None and asks and (not item.aggregate or whole.group):
            yield replace(whole, select=(*whole.select, item))
        yield whole
