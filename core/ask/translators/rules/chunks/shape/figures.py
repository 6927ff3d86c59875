"""The figures asked for: counts, sums, averages, extremes."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chunks.shape.sentence import Sentence, Wanted
from core.ask.translators.rules.query import Aggregate, Col, Formula, Item, figure
from core.ask.translators.rules.told_apart import referring, thing_called
from core.text.words import singular


class Figures(Sentence):
    """Reads counts and aggregates."""

    def _counts(self) -> None:
        for i, c in enumerate(self.chunks):
            if c.claimed or not c.has("count") or self._numbering(i):
                continue
            rows = self._rows_after(i)
            j = None if rows else self._target(i, 4)
            if j is None:
                follows = self.chunks[i + 1] if i + 1 < len(self.chunks) else None
                alone = follows is None or follows.kind == "stop" or follows.has("and", "asc", "desc", "order", "group")
                if (alone or rows or c.text.lower().startswith("how many")) and self.tables:
                    c.claimed = "wanted"
                    self.wanted.append(Wanted(i, Item(None, "count", table=rows or self.tables[0])))
                continue
            inner = self._column(j + 1) if self._table(j) else None
            if inner is not None and inner.table == self._table(j) and self._things(j + 1, inner):
                self.chunks[j].claimed, j = "wanted", j + 1
            averaged = i and self.chunks[i - 1].has("agg:avg") and not self.chunks[i - 1].claimed
            different = any(d.has("distinct") for d in self.chunks[max(0, i - 1) : j])
            column, table = self._column(j), self._table(j)
            if column is not None and self._guessed_thing(j, column) and not different:
                c.claimed = "wanted"  # "how many matches": the rows of the family, and no column of like sense
                self.chunks[j].claimed = "context"
                self.wanted.append(Wanted(i, Item(None, "count", table=column.table)))
                continue
            when = column is not None and self._temporal(column) and not self._says_when(j)
            if column is not None and (self.facts.flag(column) or when) and not different:
                c.claimed = "wanted"  # neither yes and no nor the days of things are what is counted
                self.chunks[j].claimed = "context" if when else self.chunks[j].claimed
                self.wanted.append(Wanted(i, Item(None, "count", table=column.table)))
                continue
            c.claimed = self.chunks[j].claimed = "wanted"
            for d in self.chunks[max(0, i - 1) : j]:
                if d.has("distinct"):
                    d.claimed = "wanted"
            if column is not None and self.facts.measure(column) and not different:
                alone = c.text.lower() == "how many" and not self.wanted
                functions = ["sum"] if "total" in c.text.lower() or alone else []
                k = i - 1
                while k >= 0 and (self.chunks[k].starts("agg:") or self.chunks[k].has("and")):
                    if function := self.chunks[k].starts("agg:"):
                        self.chunks[k].claimed = "wanted"
                        functions.insert(0, function)
                    k -= 1
                for function in functions or [""]:
                    self.wanted.append(Wanted(j, Item(column, function)))  # type: ignore[arg-type]
            elif column is not None:
                self.wanted.append(Wanted(j, Item(column, "count", distinct=different or not self._unique(column))))
                self._more_counts(j, different)
            elif averaged:
                self.chunks[i - 1].claimed = "wanted"
                count = Item(None, "count", table=table)
                self.wanted.append(Wanted(j, self._per_thing(j, count) or count))
            else:
                self.wanted.append(Wanted(j, self._rows(table, different)))

    def _guessed_thing(self, j: int, column: Col) -> bool:
        """Nothing but its sense links the word to a column of words of a family: each row is one of the things."""
        link, table = self.chunks[j].link, self.facts.tables.get(column.table)
        guessed = link is not None and link.how == "meaning"
        return guessed and table is not None and table.family is not None and not self.facts.numeric(column)

    def _says_when(self, j: int) -> bool:
        """`how many dates`, `the number of years`: the days themselves are counted."""
        said = {singular(w) for w in self.chunks[j].text.lower().split()}
        return bool(said & {"date", "day", "year", "month", "week", "time", "timestamp", "moment"})

    def _rows(self, table: str, different: bool) -> Item:
        """The rows of a table; the different things they are of where that is said or other tables are spoken of."""
        thing = self.facts.thing(table)
        if thing is not None and (different or any(c.link and c.link.table != table for c in self.chunks)):
            return Item(thing, "count", distinct=True)
        return Item(None, "count", distinct=different, table=table)

    def _things(self, j: int, column: Col) -> bool:
        """`chemistry samples`: behind its table's name, the code of things that may stand in several rows."""
        c = self.chunks[j]
        plural = singular(c.text.lower()) != c.text.lower() and len(c.text.split()) == 1
        return plural and not c.claimed and self.facts.identifying(column) and not self._unique(column)

    def _per_thing(self, j: int, count: Item) -> Item | None:
        """`the average number of stops per trip`: all stops by the number of trips that have some."""
        at = next((k for k in range(j + 1, min(len(self.chunks), j + 4)) if self.chunks[k].has("group")), None)
        k = self._target(at) if at is not None else None
        if at is None or k is None:
            return None
        thing = self._column(k) or referring(count.table, self._table(k), self.facts) or self.facts.key(self._table(k))
        if thing is None:
            return None
        self.chunks[at].claimed = self.chunks[k].claimed = "wanted"
        things = Item(thing, "count", distinct=True)
        name = f"average number of {self.facts.tables[count.table].label} per {thing_called(thing, self.facts)}"
        return replace(figure(Formula("/", count, things, name)), table=count.table)

    def _numbering(self, i: int) -> bool:
        """`apartment numbers`, `cell phone number`: a number that names a thing is no count."""
        c = self.chunks[i]
        if c.text.lower() not in ("number", "numbers") or not i or self.chunks[i - 1].kind not in ("table", "column"):
            return False
        ahead = self.chunks[i + 1 : i + 2]
        named = bool(ahead) and ahead[0].kind in ("value", "text", "number", "column")
        if (
            not named
            and not self.chunks[i - 1].claimed
            and (table := self._table(i - 1))
            and (key := self.facts.key(table))
        ):
            self.wanted.append(Wanted(i, Item(key)))
            self.chunks[i - 1].claimed = "context"
        c.claimed = "wanted"
        return True

    def _families(self) -> None:
        """`the average score before and after`: both columns of a pair that differ in their role alone."""
        cues = [c for c in self.chunks if c.text.lower() in ("before", "after", "pre", "post")]
        if len(cues) != 2 or cues[0].text.lower() == cues[1].text.lower():
            return
        for w in list(self.wanted):
            other = self.facts.sibling(w.item.column) if w.item.column and w.item.aggregate else None
            if other is not None and not any(v.item.column == other for v in self.wanted):
                at = self.wanted.index(w)
                pair = (w, Wanted(w.at, replace(w.item, column=other)))
                first = w.item.column is not None and "pre" in self.facts.spelt(w.item.column)
                self.wanted[at : at + 1] = pair if first else pair[::-1]
                for c in cues:
                    c.claimed = c.claimed or "wanted"
                self._occasion(self.chunks.index(cues[-1]))

    def _occasion(self, i: int) -> None:
        """`before and after the operation`: what tells the two times apart is no column to show."""
        follows = [c for c in self.chunks[i + 1 : i + 3] if not c.has("all")][:1]
        for c in follows:
            if c.kind in ("column", "word") and not c.claimed:
                c.claimed = "context"

    def _more_counts(self, j: int, different: bool) -> None:
        """`the number of different series names and contents`."""
        if not different:
            return
        while j + 2 < len(self.chunks) and self.chunks[j + 1].has("and") and (column := self._column(j + 2)):
            self.chunks[j + 2].claimed = "wanted"
            self.wanted.append(Wanted(j + 2, Item(column, "count", distinct=True)))
            j += 2

    def _aggregates(self) -> None:
        pending: list[Aggregate] = []
        for i, c in enumerate(self.chunks):
            function = c.starts("agg:")
            if not function and c.starts("sup:") and self.best is None and not c.quantity:
                function = c.starts("sup:")
            if not function or c.claimed:
                continue
            j = self._target(
                i, 8, "and", "agg:avg", "agg:median", "agg:sum", "agg:max", "agg:min", "sup:max", "sup:min", "count"
            )
            if j is None:
                continue
            column = self._column(j)
            if (given := self._given(j)) and not given.aggregate:
                c.claimed = self.chunks[j].claimed = "wanted"
                self.wanted.append(Wanted(j, replace(given, aggregate=function)))  # type: ignore[arg-type]
                continue
            if column is None:
                if function == "sum" and (table := self._table(j)):
                    c.claimed = self.chunks[j].claimed = "wanted"
                    self.wanted.append(Wanted(j, Item(None, "count", table=table)))
                continue
            counts_nothing = self.facts.coded(column) or not self.facts.numeric(column)
            if function in ("sum", "avg", "median") and counts_nothing:
                continue
            if any(d.starts("agg:") or d.starts("sup:") for d in self.chunks[i + 1 : j]):
                pending.append(function)  # type: ignore[arg-type]
                c.claimed = "wanted"
                continue
            c.claimed = "wanted"
            at = j
            while True:
                self.chunks[at].claimed = "wanted"
                column = self._column(at)
                for f in [*pending, function]:
                    self.wanted.append(Wanted(at, Item(column, f)))  # type: ignore[arg-type]
                follower = at + 2
                if (
                    follower < len(self.chunks)
                    and self.chunks[at + 1].has("and")
                    and not self.chunks[follower].claimed
                    and (other := self._column(follower))
                    and self.facts.numeric(other)
                    and not self.facts.identifying(other)
                ):
                    at = follower
                    continue
                break
            pending = []
