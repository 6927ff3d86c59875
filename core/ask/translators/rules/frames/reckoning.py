"""What may be reckoned of rows: how many there are, what a column adds up to, or what they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from core.ask.label_stems import spoken_labels, stems
from core.ask.stop_words import FUNCTION
from core.ask.tokens import stem
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.frames.figure import SPENT
from core.ask.translators.rules.frames.figure_words import MONEY_WORDS, FigureWords
from core.ask.translators.rules.frames.frame import LIKELY
from core.ask.translators.rules.frames.said import SENSE
from core.ask.translators.rules.frames.ways import measures, money, pieces
from core.ask.translators.rules.frames.whom import generic, people_in
from core.ask.translators.rules.query import Col, Item, tables_of
from core.text.abbreviations import LOOSE, shortens
from core.text.units import SAID

Reckoned = tuple[Item, float, frozenset[int]]
"""A figure, how well the words say it, and the places of these words."""
_TOLD, _MONEY, _SOMEBODY = 0.6, 0.4, 0.4
ANY = 0.1
"""What it is worth that rows may be meant that no word names."""
_LONG = frozenset(map(stem, "duration min mins minute minutes hour hours days nights weeks length long time".split()))
_IN = frozenset(map(stem, "in income received receipt receipts credit".split()))
_OUT = frozenset(map(stem, "out spent paid payment payments expenditure debit".split()))
_SPENDING = frozenset("spend spent pay paid cost costs costing".split())
_GETTING = frozenset("take took taken bring brought make made earn earned raise raised receive received got".split())
_PRICE = frozenset(("price", "prices", "rate"))
_DAYS = frozenset("day date night evening".split())


class Reckoning(FigureWords):
    """Goes through the figures that a frame may ask for."""

    def figures(self, rows: str) -> Iterator[Reckoned]:
        """What may be meant of some rows."""
        items = [d.item for _, d in self.placed.values() if d.item is not None]
        for item in items if len(items) == 1 else ():
            if item.aggregate == "sum" and item.column is not None and self._of_each_time(item.column):
                continue
            tables = set(tables_of(item))
            if rows in tables and all(self.near(t, rows) for t in tables) and item.aggregate:
                yield item, _TOLD, frozenset()
        if items and self._surely_told:
            return
        yield from self._counts(rows) if self.frame.kind == "count" else self._amounts(rows)

    def _amounts(self, rows: str) -> Iterator[Reckoned]:
        """What columns add up to, or are on average: those that are said, or that of money."""
        frame, own = self.frame, measures(rows, self.facts)
        if frame.kind == "sum":
            own = [c for c in own if not self._of_each_time(c)]
        if frame.long:
            held = [c for c in own if self.facts.speaks(c, _LONG)]
            yield from ((Item(c, frame.kind), _MONEY, frozenset()) for c in held if len(held) == 1)
            return
        found = False
        for i in self.words:
            for column in own:
                worth = self._measures(i, column)
                if worth >= LIKELY and (i in frame.asked or not frame.asked or frame.money):
                    found = found or i in frame.asked
                    yield Item(column, frame.kind), worth, self.span(i)
        if frame.money and not found and (money_held := self._money(rows)) in own and money_held is not None:
            said = (i for i in self.words if self.tokens[i].stem in MONEY_WORDS)
            yield Item(money_held, frame.kind), _MONEY, frozenset(said)

    def _took(self, column: Col) -> bool:
        """A time that something took, by its header or what is said of it."""
        held = self.facts.column(column)
        labels = spoken_labels(held) if held else ()
        return self.facts.speaks(column, _LONG) or any(_LONG & set(stems(label)) for label in labels)

    def _of_each_time(self, column: Col) -> bool:
        """A fee of a price list, where what was done by it has its own: that is added up."""
        if self.facts.speaks(column, _PRICE) and not self.said & _PRICE:
            return True
        label = set(stems(self.facts.spelt_whole(column)))
        below = (t for t in self.facts.tables if column.table in self.facts.above(t))
        return any(label <= set(stems(self.facts.spelt_whole(c))) for t in below for c in measures(t, self.facts))

    @cached_property
    def _surely_told(self) -> bool:
        """Words that mean a figure beforehand say more than that one of money is asked for."""
        spans = (range(start, end) for start, (end, d) in self.placed.items() if d.item is not None)
        return any(
            i not in self.frame.shaping and self.tokens[i].lower not in SPENT | FUNCTION for s in spans for i in s
        )

    def _money(self, rows: str) -> Col | None:
        """Of one column of what comes in and one of what goes out that which is said, or the one of money."""
        own = measures(rows, self.facts)
        got, spent = ([c for c in own if self.facts.speaks(c, side)] for side in (_IN, _OUT))
        if len(got) != 1 or len(spent) != 1 or got == spent:
            return money(rows, self.facts)
        sides = [side for side, verbs in ((got, _GETTING), (spent, _SPENDING)) if self.said & verbs]
        return sides[0][0] if len(sides) == 1 else None

    def _counts(self, rows: str) -> Iterator[Reckoned]:
        """Rows, what a column adds up to, or the different things that rows belong to."""
        facts, asked = self.facts, self.frame.asked
        if not asked:
            yield counted(rows), ANY, frozenset()
            return
        for i in asked[-1:]:
            for column in measures(rows, facts):
                if self._took(column) and self.tokens[i].stem not in _LONG:
                    continue  # “how many people travel”: no time that it took
                if (worth := self._measures(i, column)) >= LIKELY:
                    yield Item(column, "sum"), worth, self.span(i)
        named = max(self._names_rows(i, rows) for i in asked)
        if named > 0:
            head = next(i for i in asked if self._names_rows(i, rows) == named)
            yield from self._rows_or_pieces(rows, named, self.span(head))
        elif self.tokens[asked[0]].lemma in _DAYS:
            if (day := facts.own_when(rows)) is not None:
                yield Item(day, "count", distinct=True), LIKELY, self.span(asked[0])
        else:
            yield from self._unnamed(rows)
        for i in asked:
            for above in facts.above(rows):
                people = self.somebody(i) and not self.links.get(i) and people_in(above, facts)
                worth = max(self.linked(i, (above,)), _SOMEBODY if people else 0.0)
                if worth > 0 and (key := facts.key(above)) is not None:
                    yield Item(key, "count", distinct=True), worth, self.span(i)

    def _unnamed(self, rows: str) -> Iterator[Reckoned]:
        """Rows by a word that nobody knows, or for anything: those that all else speaks of."""
        asked = self.frame.asked
        if any(self.somebody(i) for i in asked) and not people_in(rows, self.facts):
            return  # somebody may have several rows
        unknown = [i for i in asked if not self.links.get(i) and not self.plain(i)]
        if len(unknown) > 1 or any(self.tokens[i].lower in SAID for i in asked):
            return
        anything = [i for i in asked if generic(self.tokens[i]) or self.somebody(i)][:1]
        yield from self._rows_or_pieces(rows, ANY, frozenset(unknown or anything))

    def _rows_or_pieces(self, rows: str, worth: float, said: frozenset[int]) -> Iterator[Reckoned]:
        """Rows, or how many pieces each of them holds."""
        yield counted(rows), worth, said
        if (many := pieces(rows, self.facts)) is not None:
            yield Item(many, "sum"), worth, said

    def _measures(self, i: int, column: Col) -> float:
        """How well a word says what a column measures, if only by its unit or cut short."""
        held, said = self.facts.column(column), self.tokens[i].lower
        if self.frame.kind == "count" and (said in SPENT or said.endswith("ed")):
            return 0.0  # “how many people paid”
        unit = held is not None and held.unit in SAID.get(said, ())
        short = any(shortens(w, said) >= LOOSE for w in self.facts.spelt(column))
        return max(self.says(i, column), SENSE if unit else 0.0, LIKELY if short else 0.0)

    def _names_rows(self, i: int, rows: str) -> float:
        """How well a word names the rows of a table: by what it is called, what they are called, or their day."""
        facts, day = self.facts, self.facts.own_when(rows)
        if self.tokens[i].lemma in _DAYS:
            held = facts.column(day) if day is not None else None
            return SENSE if held is not None and held.profile.unique else 0.0
        called = {(c.table, c.name) for c in (facts.key(rows), *facts.display(rows)) if c is not None}
        shown = [k.score for k in self.links.get(i, ()) if k.kind == "column" and (k.table, k.column) in called]
        people = self.somebody(i) and not self.links.get(i) and people_in(rows, facts)
        of_day = day is not None and facts.speaks(day, {self.tokens[i].stem})
        return max(self.linked(i, (rows,)), _SOMEBODY if people else 0.0, SENSE if of_day else 0.0, *shown)
