"""`the three newest vehicles of each department`, `the title lent most at each branch`: the first few of each group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.stop_words import PARTICIPLES
from core.ask.translators.rules.chart.calendar import of_year
from core.ask.translators.rules.chart.constructs.superlatives import sized_by
from core.ask.translators.rules.chart.meanings import Rank, Things
from core.ask.translators.rules.chart.schema import counted, ranked
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Item, Order, Query
from core.ask.translators.rules.slots.last_of_each import ENDS
from core.ask.translators.rules.slots.of_each import Each, each_said
from core.ask.translators.rules.slots.places import Places
from core.ask.translators.rules.slots.rows import RowsSpokenOf

_MOST = ("most", "fewest", "least")
_FEW = 50
_NEAR = 3
"""Chunks from a superlative to what it is said of."""


class FirstOfEach(RowsSpokenOf):
    """Composes the queries of one question."""

    def __init__(self, chunks: Sequence[Chunk], said: Places, facts: Facts) -> None:
        super().__init__(said, facts)
        self.chunks = chunks

    def queries(self) -> Iterator[tuple[Query, frozenset[int]]]:
        """Each query, and where words begin that it goes by although they have no link."""
        if any(c.has("count") or c.starts("agg:") for c in self.chunks):
            return  # another figure is asked for
        for at, each in self.said_of_each():
            words = frozenset(self.chunks[i].start for i in each.at)
            found = self._counted(at, each) if self._by_count(at, each) else self._ranked(at, each)
            yield from ((query, words) for query in found)

    def said_of_each(self) -> Iterator[tuple[int, Each]]:
        """Where the superlative stands, and each of what it is said of."""
        ranks = [i for i, c in enumerate(self.chunks) if self._superlative(i, c)]
        for each in each_said(self.chunks, self.facts) if len(ranks) == 1 else ():
            if ranks[0] not in each.at:
                yield ranks[0], each

    def _superlative(self, i: int, c: Chunk) -> bool:
        before = self.chunks[i - 1] if i else None
        sorts = i + 1 < len(self.chunks) and self.chunks[i + 1].text.lower() == "first"
        reckons = before is not None and bool(before.starts("agg:"))
        cut = c.has("top", "bottom") and c.link is None and self.number(i) is not None
        return not sorts and not reckons and bool(c.starts("sup:") or c.starts("common:") or cut)

    def number(self, at: int) -> int | None:
        """How many are said right before or right behind the superlative, or before the things that have the most."""
        for i in (at - 1, at + 1):
            number = self.chunks[i].number if 0 <= i < len(self.chunks) else None
            if number is not None and number.is_integer() and 1 <= number <= _FEW:
                return int(number)
        before = self.chunks[:at]
        asked = {i + 1 for i, c in enumerate(before) if c.text.lower() in ("which", "what", "who")}
        led = {i for i, c in enumerate(before[:-1]) if before[i + 1].link is not None}
        numbers = [c.number for i, c in enumerate(before) if i in asked | led and c.kind == "number"]
        number = numbers[0] if numbers else None
        return int(number) if number is not None and number.is_integer() and 1 <= number <= _FEW else None

    def _descending(self, at: int) -> bool:
        c = self.chunks[at]
        if (way := ENDS.get(c.text.lower())) is not None:
            return way == "max"  # "the last three sales"
        return c.has("top") or (c.starts("sup:") or c.starts("common:")) == "max"

    def _by_count(self, at: int, each: Each) -> bool:
        """`the most jobs`, `lent most`; not `the three jobs that cost most`."""
        c = self.chunks[at]
        if c.starts("common:") or (c.has("top", "bottom") and self._far(at, each)):
            return True
        nouns = self._nouns(each)
        asked = nouns[0][1].link if nouns else None
        beside = [k.link for i, k in nouns if abs(i - at) == 1 and k.kind == "column" and k.link]
        own = [k for k in beside if self.facts.measure(Col(k.table, k.column)) and asked and k.table == asked.table]
        things = bool(own) and asked is not None and (asked.kind == "table" or asked == own[0])
        return c.text.lower() in _MOST and not c.quantity and not things

    def _far(self, at: int, each: Each) -> bool:
        """`top 3 vans by fuel cost`: an amount of rows that belong to the things, or of several that have one cell of a
        column (`mechanics`), and not one of their own."""
        behind = [c for i, c in self._nouns(each) if i > at]
        link = behind[0].link if behind else None
        if link is None:
            return False
        refers = self.facts.refers(Col(link.table, link.column)) if behind[0].kind == "column" else None
        thing = refers.parent_table if refers is not None else link.table
        columns = [Col(c.link.table, c.link.column) for c in behind[1:] if c.link and c.kind == "column"]
        amounts = [k for k in columns if self.facts.measure(k)]
        said = Col(link.table, link.column)
        kind = behind[0].kind == "column" and refers is None and not self.facts.measure(said)
        shared = kind and not self.facts.telling(said) and not self.facts.dated(said)
        return any(thing in self.facts.above(k.table) or (shared and k.table == thing) for k in amounts)

    def _nouns(self, each: Each) -> list[tuple[int, Chunk]]:
        """What is linked, but for what each is said of."""
        kinds = ("table", "column")
        return [(i, c) for i, c in enumerate(self.chunks) if c.link and c.kind in kinds and i not in each.at]

    def _within(self, each: Each, table: str) -> tuple[tuple[Col, ...], tuple[Col, ...]] | None:
        """What tells the groups of a table's rows apart, and what they are shown by; None where these have none."""
        if each.part:
            when = self.facts.when((table,))
            if when is None:
                return None
            years = self.facts.year(when)
            if years and each.part not in ("year", "decade"):
                return None
            part = of_year(when, each.part) if years else Col(when.table, when.name, each.part)  # type: ignore[arg-type]
            return (part,), (part,)
        own = each.table == table and each.within != (self.facts.key(table),)
        return (each.within, each.shown) if own or each.table in self.facts.above(table) else None

    def _ranked(self, at: int, each: Each) -> Iterator[Query]:
        """By a column of the things themselves."""
        number, descending = self.number(at), self._descending(at)
        nouns = self._nouns(each)
        tables = [c.link.table for i, c in nouns if c.kind == "table" and c.link and i > at - _NEAR - 1]
        tables += [c.link.table for _, c in nouns if c.kind == "table" and c.link]
        columns = [Col(c.link.table, c.link.column) for _, c in nouns if c.kind == "column" and c.link]
        tables += [c.table for c in columns]
        for table in tables[:1]:
            within = self._within(each, table)
            things = self._things(table)
            if within is None or things is None or things.having:
                continue
            found = self._measure(at, table, columns, descending)
            if found is None:
                continue
            by, down = found
            names = [c for c in columns if c.table == table and c != by and not self.facts.measure(c)]
            shown = tuple(dict.fromkeys((*within[1], *self._named(table, names), by)))
            order = (Order(Item(by), down),)
            yield Query(
                tuple(map(Item, shown)), things.where, (), (), order, number or 1, tables=(table,), each=within[0]
            )

    def _named(self, table: str, names: Sequence[Col]) -> tuple[Col, ...]:
        telling = [c for c in names if self.facts.telling(c)]
        return tuple(telling) or self.facts.display(table)

    def _measure(self, at: int, table: str, columns: Sequence[Col], descending: bool) -> tuple[Col, bool] | None:
        """What the things are ranked by, and whether the largest comes first."""
        c = self.chunks[at]
        own = [k for k in columns if k.table == table and (self.facts.measure(k) or self.facts.dated(k))]
        if own:
            return own[0], descending
        if c.text.lower() in ENDS and (when := self.facts.own_when(table, day=True)) is not None:
            return when, descending
        if c.quantity:
            rank = Rank(Item(), descending, 1, c.quantity)
            first = ranked(Things(table), rank, self.facts)
            by = first.rank.item.column if first and first.rank else None
            return (by, first.rank.descending) if first and first.rank and by and by.table == table else None
        by = sized_by(c.text.lower(), table, self.facts)
        return (by, descending) if by is not None else None

    def _counted(self, at: int, each: Each) -> Iterator[Query]:
        """By how many rows there are of it."""
        nouns = self._nouns(each)
        ahead = [(i, c) for i, c in nouns if i < at]
        behind = [(i, c) for i, c in nouns if i > at]
        common = bool(self.chunks[at].starts("common:")) and self.chunks[at].text.lower().split()[-1] != "often"
        done = [(i, c) for i, c in behind if not self._verb(i, c)]
        asked = (behind if common and behind else ahead or done)[:1]
        if not asked or asked[0][1].link is None:
            return
        target, others = asked[0][1], [c for i, c in nouns if i != asked[0][0]]
        assert target.link is not None
        column = Col(target.link.table, target.link.column) if target.kind == "column" else None
        refers = self.facts.refers(column) if column is not None else None
        table = refers.parent_table if refers is not None else target.link.table
        if refers is not None:
            column = None
        rows = self._rows_counted(table, column, others, each)
        within = self._within(each, rows) if rows else None
        things = self._things(rows) if rows else None
        if within is None or things is None or things.having:
            return
        key = self.facts.key(table)
        whole = column is None or column in self.facts.display(table)
        own = (key,) if whole and key is not None else ()
        shown = (column,) if column is not None else self.facts.display(table)
        figure = self._summed(rows, others) or counted(rows)
        group = tuple(dict.fromkeys((*within[0], *own, *within[1], *shown)))
        select = (*(Item(c) for c in dict.fromkeys((*within[1], *shown))), figure)
        order = (Order(figure, self._descending(at)),)
        limit = self.number(at) or 1
        yield Query(select, things.where, group, (), order, limit, tables=(rows,), each=within[0])

    def _verb(self, i: int, c: Chunk) -> bool:
        """`most borrowed titles`: what was done with them, said before the noun."""
        behind = self.chunks[i + 1].link if i + 1 < len(self.chunks) else None
        column = Col(c.link.table, c.link.column) if c.link and c.kind == "column" else None
        dated = column is not None and self.facts.dated(column)
        return behind is not None and (dated or c.text.lower().endswith(PARTICIPLES))

    def _rows_counted(self, table: str, column: Col | None, others: Sequence[Chunk], each: Each) -> str:
        """The table whose rows are counted: of a noun or a verb that is said besides, of the thing itself, or the one
        that refers to it and to each group."""
        said = [c.link.table for c in others if c.link]
        for t in dict.fromkeys(said):
            if table in (t, *self.facts.above(t)) and self._within(each, t) is not None:
                return t
        if column is not None and self._within(each, table) is not None:
            return table
        below = [t for t in self.facts.belonging(table) if self._within(each, t) is not None]
        return below[0] if len(below) == 1 else ""

    def _summed(self, rows: str, others: Sequence[Chunk]) -> Item | None:
        """`by quantity`: an amount of the rows that is said besides."""
        links = [c.link for c in others if c.link and c.kind == "column" and c.link.table == rows]
        held = [Col(k.table, k.column) for k in links]
        found = [c for c in held if self.facts.measure(c) and not self.facts.year(c)]
        return Item(found[0], "sum") if found else None
