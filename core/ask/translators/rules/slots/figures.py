"""What is reckoned of the rows: how many, how much, for how long, what part of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.ask.translators.rules.chart.assemble import assembled
from core.ask.translators.rules.chart.meanings import Figure, Group, Shown, Things, Whole
from core.ask.translators.rules.chart.schema import counted, happening, one_named
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import (
    Aggregate,
    Col,
    Condition,
    Filter,
    Item,
    Order,
    Query,
    Related,
)
from core.ask.translators.rules.shares import parted, portion_of_rows
from core.ask.translators.rules.slots.lasting import times_between
from core.ask.translators.rules.slots.places import Noun
from core.ask.translators.rules.slots.rows import RowsSpokenOf
from core.ask.translators.rules.slots.together import counted_too, together


class Figures(RowsSpokenOf):
    """Composes figures."""

    def _whole(self, shown: Figure | Shown) -> Query | None:
        return assembled(Whole(shown), self.facts)

    def _counts(self) -> Iterator[Query | None]:
        group = self._group()
        if self.said.happened:
            yield from self._happened(group)
        counted_nouns = [*self.said.of("counted"), *self.said.of("beside"), *self.said.of("asked")]
        for noun in counted_nouns[:2] or self._holding():
            things = self._things(noun.rows(self.facts))
            if things is None:
                continue
            if self.said.figured is not None and not things.having and group is None:
                for amount in list(self._money((noun.rows(self.facts), *self._spoken_tables())))[:1]:
                    both = (counted(noun.rows(self.facts)), Item(amount, "sum"))  # "how many, and how much is that?"
                    yield self._whole(Figure(both, things))
            for item in self._numbers(noun):
                for each in (group, *self._listed_groups(group)):
                    made = self._figure(item, things, each)
                    yield made
                    yield self._known(made)
            if some := tuple(self._some(noun)):
                having = replace(things, where=(*things.where, *some))
                yield self._figure(counted(things.table), having, group)

    def _happened(self, group: Group | None) -> Iterator[Query | None]:
        """`how often has Ann opened up`: the rows that tell of all that is said."""
        spoken = self._spoken_tables()
        first = self._things(spoken[0]) if spoken else None
        table = happening(spoken, one_named(first.where, self.facts), self.facts) if first is not None else ""
        things = self._things(table) if table else None
        if things is not None:
            yield self._figure(counted(table), things, group)

    def _holding(self) -> list[Noun]:
        """`how many were not insured`: the rows of what is said of them."""
        if self.said.counting is None:
            return []
        links = [c.chunk.link for c in self.said.cells]
        links += [c.link for c in self.said.told if c.means and c.means.conditions]
        return [Noun(Chunk("table", -1, -1, "", replace(k, kind="table")), "counted") for k in links[:1] if k]

    def _durations(self) -> Iterator[Query | None]:
        """How long it took, of the rows that are spoken of and those they belong to or that belong to them."""
        spoken = self._spoken_tables()
        others = [j.child_table for t in spoken for j in self.facts.schema.joins if j.parent_table == t]
        for item in times_between(self.said, dict.fromkeys((*spoken, *others)), self.facts):
            assert item.column is not None
            things = self._things(item.column.table)
            if things is not None:
                yield self._figure(item, things, self._group())

    def _meant(self) -> Iterator[Query | None]:
        """The figures that words were told to mean."""
        for item in self.meant:
            table = item.column.table if item.column else item.table
            things = self._things(table)
            reckoned = item if item.aggregate else replace(item, aggregate=self.said.function or "sum")
            group = self._group()
            if things is not None and not (self.said.part and group is None):
                yield self._figure(reckoned, things, group)

    def _some(self, noun: Noun) -> Iterator[Condition]:
        """`customers who ended up with orders`: that there are rows of the other tables that are spoken of."""
        table = noun.rows(self.facts)
        for other in self.said.of("beside"):
            far = self.facts.far(table, other.table)
            if other.chunk.kind == "table" and other.table != table and far == 1:
                if table not in self.facts.owners(other.table):
                    continue
                yield Related(table, (other.table,))

    def _numbers(self, noun: Noun) -> Iterator[Item]:
        """How many there are of something: rows, different values, or a quantity added up."""
        column = noun.column
        if column is None or self._is_date(column):
            if noun.of_kinds(self.facts) and (pieces := self._pieces(noun.rows(self.facts))) is not None:
                yield Item(pieces, "sum")
            table = noun.rows(self.facts)
            thing = self.facts.thing(table) if table in self.facts.tables else None
            if thing is not None and (self.said.distinct or len(self._spoken_tables()) > 1):
                yield Item(thing, "count", distinct=True)  # it has a row for each part of it
            yield counted(table)
            return
        if self.facts.measure(column) and not self.facts.year(column):
            yield Item(column, "sum")
        else:
            found = self.facts.column(column)
            yield Item(column, "count", distinct=not (found and found.profile.unique))
        yield counted(noun.table)

    def _figures(self, figures: list[Noun]) -> Iterator[Query | None]:
        group = self._group()
        columns = [n for n in figures if n.column and self.facts.measure(n.column)]
        if not columns:
            columns = [replace(n, function=figures[0].function) for n in self.said.of("beside")
                       if n.column and self.facts.measure(n.column)]  # fmt: skip
        if (several := together(self.said, columns, group, self._things, self.facts)) is not None:
            yield self._whole(several)
            return
        for noun in columns[:2]:
            assert noun.column is not None
            things = self._things(noun.column.table)
            if things is not None:
                item = Item(noun.column, noun.function or "sum")
                if counted_too(self.said, noun, self.facts) and not things.having:  # "how many, and the total amount"
                    yield self._whole(Figure((counted(things.table), item), things, group))
                    continue
                for each in (group, *self._listed_groups(group)):
                    yield self._figure(item, things, each)
        if not columns:
            yield from self._amounts(figures[0].function, group)
        if not columns and figures[0].function == "sum":  # "the total number of …" without a number
            for noun in figures[:1]:
                things = self._things(noun.table)
                yield self._figure(counted(noun.table), things, group) if things else None

    def _amounts(self, function: Aggregate, group: Group | None) -> Iterator[Query | None]:
        """`how much came in by cheque`: the amount of money of the rows that are spoken of."""
        for column in list(self._money(self._spoken_tables()))[:2]:
            things = self._things(column.table)
            if things is not None:
                for each in (group, *self._listed_groups(group)):
                    yield self._figure(Item(column, function or "sum"), things, each)

    def _figure(self, item: Item, things: Things, group: Group | None) -> Query | None:
        """A figure of each group; of things with so many others, or so much of them, how many there are."""
        if things.having and (item.column is not None or item.aggregate != "count"):
            return None
        return self._whole(Figure((item,), things, None if things.having else group))

    def _shares(self) -> Iterator[Query | None]:
        """What part of the rows meets all that is said, of those that meet what says of which rows it is taken."""
        nouns = [*self.said.of("shared"), *self.said.of("counted"), *self.said.of("beside")]
        for noun in nouns[:2]:
            things = self._things(noun.rows(self.facts))
            if things is None or not things.where or things.having:
                continue
            dated = [f.item.column for f in self._times(noun.table) if isinstance(f, Filter) and f.item.column]
            group = self._group()
            whole = self._whole(Figure((counted(things.table),), things, group))
            first, denied, there = self._before_verb(), self._denied(), self._there()
            ways = ((*dated, *first, *denied, *there), (*dated, *denied, *there), (*dated, *there))
            for among in dict.fromkeys(tuple(dict.fromkeys(w)) for w in ways) if whole else ():
                part, rest = parted(whole.where, among) if whole else ((), ())
                if whole is not None and part:
                    scale = self.said.scale
                    yield self._parts(whole, rest) if whole.group else replace(whole, share=scale, among=among)

    def _parts(self, whole: Query, rest: tuple[Condition, ...]) -> Query:
        """The part for each group."""
        percent = portion_of_rows(whole.tables[0], whole.where, rest, self.said.scale)
        columns = tuple(i for i in whole.select if not i.aggregate)
        order = tuple(Order(percent, o.descending) if o.item.aggregate else o for o in whole.order)
        return replace(whole, select=(*columns, percent), where=(), order=order)

    def _there(self) -> list[Col]:
        """Columns of places behind what holds there: `were upheld in Leith`."""
        verb = self.said.verb
        cells = (c for c in self.said.cells if verb > 0 and c.within >= verb)
        return [Col(k.table, k.column) for c in cells if (k := c.chunk.link)]

    def _before_verb(self) -> list[Col]:
        """Columns whose conditions stand before the share or its verb ("of the men, what share is …", "what share of
        the men have …")."""
        said = self.said.share
        first = max(said.start if said is not None else 0, self.said.verb)
        chunks = [*(c.chunk for c in self.said.cells), *self.said.told]
        return [Col(k.table, k.column) for c in chunks if c.start < first and (k := c.link) and k.column]

    def _denied(self) -> list[Col]:
        """Columns of cells that are left out, as of all the rows."""
        return [Col(k.table, k.column) for c in self.said.cells if c.denied and (k := c.chunk.link)]
