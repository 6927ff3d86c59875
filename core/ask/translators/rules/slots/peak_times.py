"""`on which day of 2023 were the most litres filled`, `in which year was the most rent paid`: the day, the month or the
year that had most, by what is added up or counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.link_synonyms import MONEY
from core.ask.tokens import stem
from core.ask.translators.rules.chart.calendar import OF_YEARS, hours_of, of_year
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Filter, Item, Order, Part, Query
from core.ask.translators.rules.row_days import due
from core.ask.translators.rules.slots.of_each import each_said
from core.ask.translators.rules.slots.places import Places
from core.ask.translators.rules.slots.rows import RowsSpokenOf
from core.ask.translators.rules.told.money_sums import money_of
from core.model import TEMPORAL

_MOST = ("most", "fewest", "least")
_ADDED = frozenset(map(stem, "quantity qty units pieces copies amount total revenue sales takings".split()))
"""Words of headers for what is added up where the highest is asked for."""
_TRADED = frozenset("sold sell sells buy bought order ordered use used ship shipped deliver delivered".split())
_PAID = MONEY | frozenset("collect collected raise raised receive received take took taken".split())
_DAY = frozenset(("date", "day"))
_BEFORE = 4
"""Chunks before the day, month or year that is asked for, at most."""
_REACH = 3
"""Chunks between the superlative and what it is said of."""


class PeakTimes(RowsSpokenOf):
    """Composes the queries of one question."""

    def __init__(self, chunks: Sequence[Chunk], said: Places, facts: Facts) -> None:
        super().__init__(said, facts)
        self.chunks = chunks

    def queries(self) -> Iterator[tuple[Query, frozenset[int]]]:
        """Each query, and where words begin that it goes by although they have no link."""
        asked, rank = self._asked(), self._rank()
        if asked is None or rank is None or rank < asked[0] or any(each_said(self.chunks, self.facts)):
            return
        for figure, table in self._figures(rank):
            when = self._when(table, asked[1])
            things = self._things(table)
            if when is None or things is None or things.having:
                continue
            day = replace(when, part="")
            held = self.facts.column(day)
            known = (Filter(Item(day), "is not null"),) if held is not None and held.profile.nulls else ()
            c = self.chunks[rank]
            order = (Order(figure, c.starts("sup:") == "max"),)
            words = frozenset(self.chunks[i].start for i in (asked[0], rank - 1, rank + 1) if 0 <= i < len(self.chunks))
            where = tuple(dict.fromkeys((*things.where, *known)))
            yield Query((Item(when),), where, (when,), (), order, 1, tables=(table,)), words

    def _asked(self) -> tuple[int, Part] | None:
        """Where the day, the month or the year stands that is asked for."""
        for i, c in enumerate(self.chunks[1:_BEFORE], start=1):
            text = c.text.lower()
            part = "day" if text in _DAY else lexicon().date_parts.get(text, "")
            if part and self.chunks[i - 1].text.lower() in ("which", "what"):
                return i, part  # type: ignore[return-value]
        return None

    def _rank(self) -> int | None:
        found = [i for i, c in enumerate(self.chunks) if c.starts("sup:")]
        one = found[0] if len(found) == 1 and not self.chunks[found[0]].quantity else None
        return one if one is not None and not any(c.starts("agg:") or c.has("count") for c in self.chunks) else None

    def _figures(self, rank: int) -> Iterator[tuple[Item, str]]:
        """What there was most of, and the table of it: the nearest that is said behind the superlative."""
        most = self.chunks[rank].text.lower() in _MOST
        behind = [c for c in self.chunks[rank + 1 :] if c.link is not None or c.means is not None][:_REACH]
        before = self.chunks[rank - 1] if rank else None
        if before is not None and before.has("all") and rank > 1:
            before = self.chunks[rank - 2]  # "spend the most"
        if before is not None and before.kind == "defined":
            behind = [before, *behind]
        first = behind[0] if behind else None
        after = self.chunks[rank + 1] if rank + 1 < len(self.chunks) else None
        unknown = after is not None and after.kind == "word" and after.text.lower() not in MONEY
        if first is None or (unknown and before is not first):
            return  # of what there was most is not known
        column = Col(first.link.table, first.link.column) if first.link and first.kind == "column" else None
        if first.kind == "defined" and first.means is not None and first.means.item is not None and most:
            item = first.means.item
            table = item.column.table if item.column else item.table
            yield (item if item.aggregate else replace(item, aggregate="sum")), table
        elif column is not None and self.facts.measure(column) and not self.facts.year(column):
            mean = self.facts.speaks(column, lexicon().averaged)
            if not mean and (most or self.facts.speaks(column, _ADDED)):
                yield Item(column, "sum"), column.table
        elif first.kind == "table" and first.link is not None and most:
            yield counted(first.link.table), first.link.table
        elif first.link is not None and most and (table := self._happened(first)):
            yield self._much(table), table

    def _happened(self, first: Chunk) -> str:
        """The table of what was done with the things of a kind that are said."""
        links = [c.link for c in self.chunks if c.link and c.kind in ("table", "column")]
        tables = [k.table for k in links if self.facts.own_when(k.table) is not None]
        own = first.link.table if first.link else ""
        near = [t for t in dict.fromkeys(tables) if own == t or own in self.facts.above(t)]
        if near:
            return near[0]
        below = [own, *self.facts.belonging(own)] if own in self.facts.tables else []
        dated = [t for t in below if self.facts.own_when(t) is not None]
        return dated[0] if len(dated) == 1 else ""

    def _much(self, table: str) -> Item:
        """How much there was of it: in money, in pieces, or in rows."""
        words = {c.text.lower() for c in self.chunks}
        money = money_of(table, self.facts) if words & _PAID else None
        if money is not None:
            return Item(money, "sum")
        pieces = self._pieces(table) if words & _TRADED else None
        return Item(pieces, "sum") if pieces is not None else counted(table)

    def _when(self, table: str, part: Part) -> Col | None:
        """That part of the day of the rows."""
        said = [Col(c.link.table, c.link.column) for c in self.chunks if c.link and c.kind == "column"]
        days = [c for c in said if c.table == table and self._is_date(c) and not due(c, self.facts)]
        when = days[0] if days else self.facts.when((table,), day=part not in OF_YEARS)
        held = self.facts.column(when) if when is not None else None
        if when is None or held is None:
            return None
        if self.facts.year(when):
            return of_year(when, part) if part in OF_YEARS else None
        if part == "hour" and held.type != "datetime":
            hours = hours_of(when.table, self.facts)
            return replace(hours, part=part) if hours is not None else None
        if held.type not in TEMPORAL:
            return None
        return when if part == "day" and held.type == "date" else replace(when, part=part)
