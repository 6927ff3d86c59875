"""The best or the first few: "the oldest", "top 3 by sales", "the most flights", "the most common"."""

from __future__ import annotations

from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.link_synonyms import AMOUNTS, MONEY
from core.ask.translators.rules.chunks.shape.sentence import Sentence, Superlative, Wanted
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.main_figures import in_parts
from core.ask.translators.rules.query import Col, Item

_COUNTS = frozenset(("most", "fewest", "least"))


class Ranking(Sentence):
    """Reads superlatives; there is one in a question at most."""

    def _ranked(self) -> None:
        for i, c in enumerate(self.chunks):
            way = c.starts("sup:") or self._extreme(i)
            top = c.has("top", "bottom")
            if c.claimed or self.best is not None or not (way or top):
                continue
            size, number = self._size(i)
            if top and not way and number is None:
                self._earliest(i, c.has("bottom"))
                continue
            descending = not c.has("bottom") if top else way == "max"
            if c.quantity:
                self._by_quantity(i, c.quantity, descending, size, number)
            elif top and number is not None:
                self._top(i, descending, size, number)
            else:
                self._by_target(i, descending, size, number)
            self._counted(c.text.lower())

    def _counted(self, said: str) -> None:
        """`closed the most reports`: how many have the date, and not the latest one."""
        column = self.best.item.column if self.best is not None else None
        if self.best is None or column is None or said not in _COUNTS or self.best.item.aggregate:
            return
        if self._temporal(column) and not self.facts.year(column):
            paid = self._money_beside(column)
            self.best = replace(self.best, item=Item(paid, "sum") if paid else Item(column, "count"))

    def _money_beside(self, day: Col) -> Col | None:
        """`paid the most`, of rows with the day of payment: the one amount that they have."""
        said = [
            c.text.lower() for c in self.chunks if c.link and (c.link.table, c.link.column) == (day.table, day.name)
        ]
        if not any(w in MONEY for text in said for w in text.split()):
            return None
        columns = [Col(day.table, c.name) for c in self.facts.tables[day.table].columns]
        amounts = [c for c in columns if self.facts.measure(c) and self.facts.speaks(c, AMOUNTS)]
        return amounts[0] if len(amounts) == 1 else None

    def _earliest(self, i: int, last: bool) -> None:
        """`Which site was opened first?`: by the date, when the word ends its sentence."""
        ends = i + 1 >= len(self.chunks) or self.chunks[i + 1].kind == "stop"
        said = self._column(i - 1)
        when = said if said and self._temporal(said) else self.facts.when(self.tables)
        if ends and i and when is not None:
            self.chunks[i].claimed = "superlative"
            if said == when:
                self.chunks[i - 1].claimed = "superlative"
            self.best = Superlative(i, Item(when), last, 1)

    def _extreme(self, i: int) -> str:
        """`with the maximum capacity` ranks like "highest"; `what is the maximum capacity` does not."""
        way = {"max": "max", "min": "min"}.get(self.chunks[i].starts("agg:"), "")
        before = [c.text.lower() for c in self.chunks[max(0, i - 4) : i] if not c.has("all")]
        return way if before[-1:] and before[-1] in ("with", "has", "have", "having", "had", "whose") else ""

    def _by_quantity(self, i: int, quantity: str, descending: bool, size: int, number: int | None) -> None:
        """`oldest`, `cheapest`: the quantity's own column, or the column that follows ("longest duration")."""
        j = self._target(i, 3)
        column = self._column(j) if j is not None else None
        if column is not None and self._ranks(column) and j is not None:
            found: Col | None = column
            self.chunks[j].claimed = "superlative"
        else:
            near = [k.link.table for k in self.chunks[i : i + 4] if k.link] + self.tables
            found = self.facts.of_quantity(quantity, tuple(dict.fromkeys(near)))
            if found is None and quantity not in ("date", "age"):  # no lift is as old as its site
                found = self.facts.of_quantity(quantity, [o for t in near for o in self.facts.owners(t)])
            if found and quantity == "age" and (self._temporal(found) or self.facts.year(found)):
                descending = not descending
        if found is None:
            return
        self.chunks[i].claimed = "superlative"
        if number is not None:
            self.chunks[number].claimed = "superlative"
        self.best = Superlative(i, Item(found), descending, size)

    def _top(self, i: int, descending: bool, size: int, number: int) -> None:
        """`top 5 X by Y`, `first 3 X with the highest Y`: the size here, the measure where "by" or a superlative is."""
        measure: Item | None = None
        for j in range(number + 1, len(self.chunks)):
            c = self.chunks[j]
            if c.claimed:
                continue
            if c.quantity and c.starts("sup:"):
                self._by_quantity(j, c.quantity, c.starts("sup:") == "max", size, number)
                if self.best is not None:
                    self.chunks[i].claimed = "superlative"
                    return
            if c.starts("sup:") and (k := self._target(j)) is not None:
                measure = self._measure(j, k)
                descending = c.starts("sup:") == "max"
                break
            if c.text.lower() in (
                "by",
                "in terms of",
                "based on",
                "according to",
                "ranked by",
                "with",
                "of",
                "sorted by",
            ):
                k2 = self._target(j, 5, "count", "agg:sum", "agg:avg", "agg:max", "agg:min", "sup:max")
                if k2 is not None and c.text.lower() not in ("of", "with"):
                    c.claimed = "superlative"
                    measure = self._measure(j, k2)
                    break
        self.chunks[i].claimed = self.chunks[number].claimed = "superlative"
        if measure is None and (follows := self._column(number + 1)) and self._ranks(follows):
            measure = Item(follows)  # "the top 3 marks": it ranks by what it shows
        self.best = Superlative(i, measure or Item(), descending, size)

    def _measure(self, i: int, k: int) -> Item:
        """The item that chunks `i` to `k` rank by; they are claimed."""
        function, counted = "", False
        for c in self.chunks[i : k + 1]:
            function = c.starts("agg:") or function
            counted = counted or c.has("count")
            if c.kind == "cue" and not c.claimed:
                c.claimed = "superlative"
        self.chunks[k].claimed = "superlative"
        column, table = self._column(k), self._table(k)
        if given := self._given(k):
            return replace(given, aggregate=function) if function and not given.aggregate else given  # type: ignore[arg-type]
        if column is None:
            return Item(None, "count", table=table)
        if counted and not self.facts.measure(column):
            return Item(column, "count", distinct=not self._unique(column))
        return Item(column, function)  # type: ignore[arg-type]

    def _by_target(self, i: int, descending: bool, size: int, number: int | None) -> None:
        """`the most flights` (a count), `highest salary` (a column), `most number of products`."""
        if rows := self._rows_after(i):
            self.chunks[i].claimed = "superlative"
            self.best = Superlative(i, Item(None, "count", table=rows), descending, size)
            if number is not None:
                self.chunks[number].claimed = "superlative"
            return
        j = self._target(i, 5, "count", "agg:sum", "agg:avg")
        if j is None:
            if not self._most_of(i, descending, size, number):
                self._said_before(i, descending, size)
            return
        column = self._column(j)
        if column is not None and size > 1 and self._ranks(column) and not any(c.link for c in self.chunks[:i]):
            self.chunks[i].claimed = self.chunks[j].claimed = "superlative"  # "the three lowest salaries"
            if number is not None:
                self.chunks[number].claimed = "superlative"
            self.wanted.append(Wanted(j, Item(column)))
            self.best = Superlative(i, Item(column), descending, size)
            return
        counting = any(c.has("count") or "number" in c.text for c in self.chunks[i:j])
        plural = "most" in self.chunks[i].text or "fewest" in self.chunks[i].text or "least" in self.chunks[i].text
        called = column is not None and column in self.facts.display(column.table)
        if column is not None and not called and not self._rank_position(i):
            return
        if self._given(j):
            self.best = Superlative(i, self._measure(i, j), descending, size)
            return
        named = column is not None and not self._ranks(column) and not self._said_as_id(j)
        if named and not called and not (counting or plural):
            return
        if (column is None or called) and not (counting or plural):
            # "largest classroom": the biggest measure of that table is anyone's guess; sizes first
            table = column.table if column is not None else self._table(j)
            found = self._size_column(table, self.chunks[i].text.lower())
            if found is None:
                return
            self.chunks[i].claimed = "superlative"
            self.best = Superlative(i, Item(found), descending, size)
            return
        item = self._measure(i, j)
        if column is not None and not item.aggregate and in_parts(self.facts, column) and not named:
            item = replace(item, aggregate="sum") if self.chunks[i].text.lower() in _COUNTS else item
        if column is not None and named and plural and not counting:
            item = Item(None, "count", table=column.table)
        item = self._done_to(i, item)
        if number is not None:
            self.chunks[number].claimed = "superlative"
        self.best = Superlative(i, item, descending, size)

    def _done_to(self, i: int, item: Item) -> Item:
        """`closed the most reports`: of the reports those that have the date on which it was done."""
        j = i - 2 if i and self.chunks[i - 1].text.lower() == "the" else i - 1
        verb = self._column(j) if j >= 0 else None
        if (
            verb is None
            or self.chunks[j].claimed
            or not self._temporal(verb)
            or item != Item(None, "count", table=verb.table)
        ):
            return item
        self.chunks[j].claimed = "superlative"
        return Item(verb, "count")

    def _most_of(self, i: int, descending: bool, size: int, number: int | None) -> bool:
        """`Which town sold the most books?`, books being a value: how many rows there are of what was done; or of the
        things themselves, where the value has their name in it (`the most confirmed cases`).
        """
        ahead = self.chunks[i + 1] if i + 1 < len(self.chunks) else None
        if self.chunks[i].text.lower() not in _COUNTS or ahead is None or ahead.kind != "value" or ahead.link is None:
            return False
        verb = next((k for k in range(i - 1, -1, -1) if self._column(k) and not self.chunks[k].claimed), None)
        done = self._column(verb) if verb is not None else None
        table = done.table if done is not None and self._temporal(done) else self.facts.referring(ahead.link.table)
        if stems(ahead.text)[-1:] == stems(self.facts.tables[ahead.link.table].label)[-1:]:
            table = ahead.link.table
        if not table:
            return False
        self.chunks[i].claimed = "superlative"
        if number is not None:
            self.chunks[number].claimed = "superlative"
        if verb is not None and done is not None and done.table == table:
            self.chunks[verb].claimed = "superlative"
        self.best = Superlative(i, Item(None, "count", table=table), descending, size)
        return True

    def _ranks(self, column: Col) -> bool:
        """A measure or a time, not a number that names something."""
        return self._temporal(column) or self.facts.measure(column)

    def _said_as_id(self, j: int) -> bool:
        """`the highest order id`."""
        return bool(set(self.chunks[j].text.lower().split()) & {"id", "ids", "number", "code", "key"})

    def _said_before(self, i: int, descending: bool, size: int) -> None:
        """`whose capacity is the largest`: the measure stands before."""
        for j in range(i - 1, max(-1, i - 6), -1):
            c = self.chunks[j]
            column = self._column(j)
            if given := self._given(j):
                c.claimed = self.chunks[i].claimed = "superlative"
                self.best = Superlative(i, given, descending, size)
                return
            if column is not None and not c.claimed and self._ranks(column):
                c.claimed = self.chunks[i].claimed = "superlative"
                self.best = Superlative(i, Item(column), descending, size)
                return
            if not (c.kind == "word" or c.has("all")):
                return

    def _rank_position(self, i: int) -> bool:
        """Whether "highest C" ranks rows (behind a restriction word, or other things are asked for) or is a maximum."""
        before = [c for c in self.chunks[:i] if not c.claimed]
        if any(
            c.text.lower()
            in ("with", "whose", "who", "that", "has", "have", "having", "had", "which", "where", "got", "earns", "by")
            for c in before[-3:]
            if c.start > 0
        ):
            return True
        if any(
            c.text.lower() in ("with", "whose", "having", "that", "who") and k for k, c in enumerate(self.chunks[:i])
        ):
            return True
        return any(c.kind in ("column", "table") and c.claimed == "" for c in self.chunks[:i])

    def _size_column(self, table: str, said: str) -> Col | None:
        """What makes rows of a table large, or high when that is `said`."""
        kinds = ("height", "size") if said in ("highest", "lowest") else ("size",)
        for word in (w for kind in kinds for w in lexicon().labels[kind]):
            for c in self.facts.tables[table].columns if table else ():
                if word in c.label.lower() and self.facts.numeric(Col(table, c.name)):
                    return Col(table, c.name)
        return None
