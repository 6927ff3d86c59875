"""`the most recent payment of each holder`, `when did each ship last sail`: the last, or the first, of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.ask.translators.rules.chart.meanings import Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Aggregate, Col, Item, Order, Query
from core.ask.translators.rules.slots.of_each import Each, each_said
from core.ask.translators.rules.slots.places import Places
from core.ask.translators.rules.slots.rows import RowsSpokenOf
from core.model import TEMPORAL

ENDS: Mapping[str, Aggregate] = {
    "last": "max", "latest": "max", "most recent": "max", "most recently": "max", "first": "min", "earliest": "min",
    "last time": "max", "first time": "min", "recent": "max",
}  # fmt: skip
_TIMES = frozenset("when day date dates time year month".split())
_THINGS = frozenset("thing things item one ones".split())
"""What is meant by these, and not when it was, is asked for."""
_WHEN = frozenset("that when the our".split())
_HAPPENING = ("date", "datetime")


def ends_said(chunks: Sequence[Chunk]) -> list[tuple[int, Aggregate]]:
    """Where the last or the first is asked for, and which; not of the first three, nor of an order."""
    found: list[tuple[int, Aggregate]] = []
    for i, c in enumerate(chunks):
        way = ENDS.get(c.text.lower()) if c.kind in ("cue", "word") else None
        after = chunks[i + 1] if i + 1 < len(chunks) else None
        before = chunks[i - 1] if i else None
        counted = after is not None and after.number is not None
        behind = chunks[i + 2] if i + 2 < len(chunks) else None
        part = after is not None and after.text.lower() in lexicon().date_parts
        if part and not (behind is not None and (behind.has("group", "rel") or behind.text.lower() in _WHEN)):
            continue  # "last year's takings per shop"
        sorts = before is not None and (before.starts("sup:") or before.has("asc", "desc", "order"))
        named = after is not None and after.has("and") and behind is not None and "name" in behind.text.lower()
        if way and not counted and not sorts and not named:
            found.append((i, way))
    return found


class LastOfEach(RowsSpokenOf):
    """Composes the queries of one question."""

    def __init__(self, chunks: Sequence[Chunk], said: Places, facts: Facts) -> None:
        super().__init__(said, facts)
        self.chunks = chunks

    def groups(self) -> Iterator[Each]:
        """Each of what, where the last or the first is asked for."""
        ends = ends_said(self.chunks)
        for each in each_said(self.chunks, self.facts) if ends else ():
            if each.within and not any(i in each.at for i, _ in ends):
                yield each

    def days(self) -> Iterator[tuple[Each, str, Col, bool]]:
        """Of each group the table of what happened, its day, and whether it is named by a noun."""
        if any(c.text.lower() in _THINGS or c.has("count") or c.starts("agg:") for c in self.chunks):
            return
        for each in self.groups():
            if (found := self._happened(each)) is not None:
                yield each, *found

    def queries(self) -> Iterator[tuple[Query, frozenset[int]]]:
        """Each query, and where words begin that it goes by although they have no link."""
        ends = ends_said(self.chunks)
        for each, table, when, named in self.days():
            things = self._things(table)
            if things is None or things.having:
                continue
            ways = tuple(dict.fromkeys(way for _, way in ends))
            near = {j for i, _ in ends for j in (i - 1, i + 1)} if not named else set()
            verbs = frozenset(c.start for j, c in enumerate(self.chunks) if j in near and c.kind == "word")
            asked = self._asked(each, table, when)
            rows = (named or bool(asked)) and not self._asks_when() and self._tells(table, when)
            if rows and len(ways) == 1:
                yield self._rows(each, when, ways[0], things, asked), verbs
            elif not asked:
                yield self._days(each, when, ways, things), verbs

    def _days(self, each: Each, when: Col, ways: tuple[Aggregate, ...], things: Things) -> Query:
        figures = tuple(Item(when, way) for way in ways)
        group = tuple(dict.fromkeys((*each.within, *each.shown)))
        order = (Order(figures[0], True),)
        return Query((*map(Item, each.shown), *figures), things.where, group, (), order, tables=(things.table,))

    def _rows(self, each: Each, when: Col, way: Aggregate, things: Things, asked: Sequence[Col]) -> Query:
        shown = (*each.shown, when, *self.facts.display(things.table), *asked)
        order = (Order(Item(when), way == "max"),)
        select = tuple(map(Item, dict.fromkeys(shown)))
        return Query(select, things.where, (), (), order, 1, tables=(things.table,), each=each.within)

    def _asked(self, each: Each, table: str, when: Col) -> list[Col]:
        """`which book did each member borrow last`, `the amount of each one's last payment`: what is to be shown."""
        found: list[Col] = []
        ends = {i for i, _ in ends_said(self.chunks)}
        for i, c in enumerate(self.chunks):
            if c.link is None or i in each.at or c.kind not in ("table", "column"):
                continue
            before = self.chunks[i - 1].text.lower() if i else ""
            column = Col(c.link.table, c.link.column) if c.kind == "column" else None
            own = column is not None and column.table == table and column not in (when, *each.within)
            if column is not None and own and self.facts.measure(column):
                found.append(column)
            elif (before in ("which", "what") or i - 1 in ends) and c.link.table in self.facts.above(table):
                found += [column] if column is not None else self.facts.display(c.link.table)
        return [c for c in dict.fromkeys(found) if c not in each.shown]

    def _asks_when(self) -> bool:
        """The day itself is asked for."""
        own = [c for c in self.chunks if c.text.lower() in _TIMES]
        return any(c.has("ask") or c.link is None or self._is_date(Col(c.link.table, c.link.column)) for c in own)

    def _tells(self, table: str, when: Col) -> bool:
        """The rows have names or numbers, and days."""
        held = self.facts.column(when)
        return self.facts.key(table) is not None and when.table == table and held is not None and held.type in TEMPORAL

    def _happened(self, each: Each) -> tuple[str, Col, bool] | None:
        """The table of what happened to each, its day, and whether it is named by a noun."""
        links = [(i, c) for i, c in enumerate(self.chunks) if c.link is not None and i not in each.at]
        for _, c in links:
            column = Col(c.link.table, c.link.column) if c.link and c.kind == "column" else None
            if column is not None and self._day(column) and self._of(each, column.table):
                return column.table, column, False
        for kinds in (("table",), ("column",)):
            for _, c in links:
                table = c.link.table if c.link and c.kind in kinds else ""
                if table and (when := self._when(each, table)) is not None:
                    return table, when, self._names_rows(c)
        below = [t for t in self.facts.belonging(each.table) if self._when(each, t)] if each.table else []
        when = self._when(each, below[0]) if len(below) == 1 else None
        return (below[0], when, False) if when is not None else None

    def _names_rows(self, c: Chunk) -> bool:
        """It is what the rows are called, or their table."""
        column = Col(c.link.table, c.link.column) if c.link and c.kind == "column" else None
        own = column is not None and column in (*self.facts.display(column.table), self.facts.key(column.table))
        return c.kind == "table" or own

    def _when(self, each: Each, table: str) -> Col | None:
        """The day on which what a row of the table is came about, where it belongs to each of these."""
        if not self._of(each, table):
            return None
        when = self.facts.when((table,), day=True) or self.facts.when((table,))
        if when is None or self._birth(when) or (when.table == each.table and when.table != table):
            return None
        return when

    def _birth(self, column: Col) -> bool:
        return self.facts.speaks(column, lexicon().births)

    def _of(self, each: Each, table: str) -> bool:
        """Its rows belong to the groups, or are told apart by a column of theirs."""
        own = each.table == table and each.within != (self.facts.key(table),)
        return own or each.table in self.facts.above(table)

    def _day(self, column: Col) -> bool:
        held = self.facts.column(column)
        return held is not None and held.type in _HAPPENING and not self._birth(column)
