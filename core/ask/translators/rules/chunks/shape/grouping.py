"""For what each figure is given: "per country", "for each airline", "by month"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.ask.translators.rules.chart.calendar import OF_YEARS
from core.ask.translators.rules.chunks.shape.sentence import Sentence, Wanted
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Item
from core.ask.translators.rules.years import yearlike
from core.text.words import singular

_WHICH = frozenset(("which", "what"))
_PER = frozenset(("per", "by"))
_NO_GROUP = frozenset(("all", "its", "their", "his", "her"))
"""Words behind "by" that make it no group: `loans by its members`."""
_KINDS = frozenset("kind kinds type types sort sorts category".split())
_FEW = 40
"""Values of a column of kinds, and rows of a list of them, at most."""
_SMALL = frozenset("all and for in of the to".split())
"""Words of asking that may stand in a heading, too."""


class Grouping(Sentence):
    """Reads groups, parts of dates among them."""

    def _groups(self) -> None:
        computing = any(w.item.aggregate for w in self.wanted) or self.best is not None
        computing = computing or any(c.has("share", "ratio") for c in self.chunks)
        self._date_groups(computing)
        computing = computing or any(w.item.aggregate for w in self.wanted)
        for i, c in enumerate(self.chunks):
            by = c.text.lower() == "by"
            weak = by and (computing or not self.wanted)
            if c.claimed or not (c.has("group") or weak):
                continue
            j = self._target(i, 4)
            if j is None:
                continue
            j = self._column_of(j)
            if weak and self._restricts(j):
                continue
            # "written by", but not "men by"
            done = i and self.chunks[i - 1].text.lower().endswith(("ed", "en", "wn", "ne"))
            done = done and not self._plural(self.chunks[i - 1].text) and self.chunks[i - 1].kind != "table"
            by_whom = done and not (self._said_whole(i - 1) and not self._row_each(j, computing))
            if (weak and by_whom) or self.chunks[i + 1].text.lower() in _NO_GROUP:
                continue
            if not computing and not self._counted_per(i) and not self._measured_in_each(i, j):
                continue
            c.claimed = "group"
            kind = self.chunks[j - 2] if j - 2 > i and self.chunks[j - 1].text.lower() == "of" else None
            if kind is not None and kind.text.lower() in _KINDS and not kind.claimed and self._few_kinds(j):
                kind.claimed = "context"  # “by kind of membership”, where that is a list of kinds
            if self._itself(j):
                self.chunks[j].claimed = "context"
                continue
            while True:
                self.chunks[j].claimed = "group"
                self.groups.append(Wanted(j, Item(self._column(j)), entity=self._table(j)))
                if (
                    j + 2 < len(self.chunks)
                    and self.chunks[j + 1].has("and")
                    and not self.chunks[j + 2].claimed
                    and self.chunks[j + 2].kind in ("column", "table")
                    and (weak or self._kind_at_end(j + 2))
                ):
                    j += 2
                    continue
                break

    def _few_kinds(self, j: int) -> bool:
        """A column of a few values, or a short list: kinds, and no things."""
        column, table = self._column(j), self.facts.tables.get(self._table(j))
        few = column is not None and 1 < self.facts.distinct.get((column.table, column.name), 0) <= _FEW
        return few or (column is None and table is not None and 1 < table.rows <= _FEW)

    def _row_each(self, j: int, computing: bool) -> bool:
        """Each row is a group of its own already, and nothing is added up."""
        column = self._column(j)
        return not computing and column is not None and self._unique(column)

    def _said_whole(self, i: int) -> bool:
        """The words are a label, or what a figure is of: "total men by district", "total awarded by program"."""
        link, column = self.chunks[i].link, self._column(i)
        wanted, measure = self.chunks[i].claimed == "wanted", column is not None and self.facts.measure(column)
        return link is not None and (wanted or measure) and (link.score >= 0.95 or (wanted and measure))

    def _kind_at_end(self, j: int) -> bool:
        """`in each class and gender`: the last words of a sentence name a kind, not a figure or a thing."""
        column = self._column(j)
        kind = column is not None and not self.facts.numeric(column) and not self.facts.telling(column)
        return kind and all(c.kind == "stop" for c in self.chunks[j + 1 :])

    def _column_of(self, j: int) -> int:
        """`for each follow-up action`: the column behind its own table's name is what groups."""
        step = 2 if j + 2 < len(self.chunks) and self.chunks[j + 1].kind == "word" else 1
        inner = self._column(j + step)
        own = self._column(j)
        said = set(self.chunks[j].text.lower().split())
        telling = own is not None and (self.facts.identifying(own) or self._unique(own))
        weak = own is not None and telling and not said & {"id", "no", "number", "code", "key"}
        table = own.table if own is not None and weak else self._table(j)
        same = inner is not None and inner.table == table and not self.chunks[j + step].claimed
        if same and own is not None:
            self.chunks[j].claimed = "context"
        return j + step if same else j

    def _date_groups(self, computing: bool) -> None:
        """`per month`, `in each year`, `monthly`: by a part of the date of what is counted, unless a column says it."""
        for i, c in enumerate(self.chunks):
            part = lexicon().date_parts.get(c.text.lower()) if not c.claimed or c.claimed == "context" else None
            alone = c.text.lower().endswith("ly")
            led = i > 0 and (self.chunks[i - 1].has("group") or self.chunks[i - 1].text.lower() == "by")
            ranked = self.best is not None and self.best.item.aggregate != ""
            led = led or (i > 0 and ranked and self.chunks[i - 1].text.lower().split()[-1] in _WHICH)
            cue = i - 1 if led else self._listed(i)
            if (
                part is None
                or not (alone or led or cue is not None)
                or (c.link and c.link.score >= 0.97 and c.link.table in self.tables[:1])
            ):
                continue
            counted = [
                w.item.table or (w.item.column.table if w.item.column else "") for w in self.wanted if w.item.aggregate
            ]
            spoken = dict.fromkeys([*(t for t in counted if t), *self.tables])
            dated = self.facts.when(spoken) if part in OF_YEARS else self._day_of(spoken)
            found = self.facts.column(dated) if dated else None
            years = part == "decade" and dated is not None and self.facts.year(dated)
            if dated is None or found is None or not (years or found.type in ("date", "datetime")):
                continue
            if part == "hour" and found.type != "datetime":
                continue
            if not computing and not self.groups and not self._counted_per(i - 1 if cue is None else cue):
                continue
            c.claimed = "group"
            if led:
                self.chunks[i - 1].claimed = "group"
            shown = Wanted(i, Item(Col(dated.table, dated.name, part)))  # type: ignore[arg-type]
            if part == "month":  # of a year
                self.groups = [g for g in self.groups if g.item != Item(replace(shown.item.column, part="year"))]  # type: ignore[type-var]
            self.groups.append(shown)
            if led and not ranked:
                self._with_kinds(i)
            if ranked:
                self.wanted.append(shown)

    def _led(self, j: int) -> bool:
        """Behind a cue for groups."""
        before = self.chunks[j - 1] if 0 < j < len(self.chunks) else None
        return before is not None and before.text.lower() in _PER and not before.claimed

    def _listed(self, i: int) -> int | None:
        """`per treatment and year`, `by year and month`: where the cue stands that a part behind "and" belongs to."""
        if i < 3 or not self.chunks[i - 1].has("and"):
            return None
        before, cue = self.chunks[i - 2], self.chunks[i - 3]
        kind = before.kind in ("column", "table") and before.claimed in ("", "context")
        known = kind or before.claimed == "group"
        return i - 3 if known and (cue.has("group") or cue.text.lower() == "by") else None

    def _with_kinds(self, i: int) -> None:
        """`by month and treatment`: what is said behind a part of a date groups too."""
        while i + 2 < len(self.chunks) and self.chunks[i + 1].has("and") and not self.chunks[i + 2].claimed:
            i += 2
            column = self._column(i)
            if not self._table(i) and (column is None or self.facts.measure(column)):
                return
            self.chunks[i].claimed = "group"
            self.groups.append(Wanted(i, Item(column), entity=self._table(i)))

    def _day_of(self, tables: Iterable[str]) -> Col | None:
        """The date of the first table that has one: not only a year."""
        for name in tables:
            when = self.facts.when((name,))
            found = self.facts.column(when) if when else None
            if when is not None and found is not None and found.type in ("date", "datetime"):
                return when
            columns = self.facts.tables[name].columns if name in self.facts.tables else ()
            if (day := next((c.name for c in columns if c.type in ("date", "datetime")), None)) is not None:
                return Col(name, day)
        return None

    def _counted_per(self, i: int) -> bool:
        """`trips per model` counts the trips although nothing says "how many"."""
        if self.chunks[i].text.lower() not in _PER or any(w.at < i for w in self.wanted):
            return False
        if self.chunks[i].text.lower() == "by" and not self._bare(i):
            return False
        for j in range(i - 1, -1, -1):
            c = self.chunks[j]
            if self._led(j) or self._led(j + 1):  # "per dentist per month": the first group, and its cue
                continue
            if c.kind == "table" and not c.claimed and c.link:
                c.claimed = "wanted"
                self.wanted.append(Wanted(j, Item(None, "count", table=c.link.table)))
                return True
            column = self._column(j)
            done = column is not None and self._temporal(column) and c.text.lower().endswith("ed")
            figure = column is not None and self.facts.measure(column) and not self.facts.year(column)
            things = column is not None and not figure and self._unique(column) and self._plural(c.text)
            if column is not None and not c.claimed and (things or (done and " " in c.text)):
                c.claimed = "wanted"
                self.wanted.append(Wanted(j, Item(None, "count", table=column.table)))
                return True
            if column is not None and not c.claimed and figure:
                self._figures_to(j, column)
                return True
            if c.kind != "word" and not done and c.claimed != "filter":
                return False
        return False

    def _measured_in_each(self, i: int, j: int) -> bool:
        """`the total health spending in each year`: the measure is added up, where a group has several rows, also of
        rows that refer to the group's ("cost of repairs per ward"); so are those said with it ("men and women by
        district").
        """
        group = self._column(j)
        told = self.chunks[i].text.lower() == "by"
        home = group.table if group else self._table(j)
        alone = group is not None and self._unique(group) and not told
        if not home or alone or any(w.at < i for w in self.wanted):
            return False
        for k in range(i - 1, -1, -1):
            column = self._column(k)
            if column is None or self.chunks[k].claimed:
                continue
            if column.table != home and home not in self.facts.owners(column.table):
                continue
            if not self.facts.measure(column) or self.facts.year(column):
                continue
            self._figures_to(k, column)
            return True
        return False

    def _figures_to(self, k: int, column: Col) -> None:
        """Measures of the rows of each group, up to the one at `k`: added up, or averaged where sums mean nothing."""
        self.chunks[k].claimed = "wanted"
        mean = self.facts.speaks(column, lexicon().averaged)
        self.wanted.append(Wanted(k, Item(column, "avg" if mean else "sum")))
        other = self._column(k - 2) if k > 1 and self.chunks[k - 1].has("and") else None
        if other is None or self.chunks[k - 2].claimed or other.table != column.table:
            return
        if self.facts.measure(other) and not self.facts.year(other):
            self._figures_to(k - 2, other)

    def _plural(self, text: str) -> bool:
        return " " not in text and singular(text.lower()) != text.lower()

    def _bare(self, i: int) -> bool:
        """`late trips by model`: a heading of a table of figures, with no verb and no word of asking before "by"."""
        before = self.chunks[:i]
        return not any(c.has("ask", "order") or c.text.lower() in lexicon().asking - _SMALL for c in before)

    def _itself(self, j: int) -> bool:
        """`the average number of passengers per trip` where each row is a trip: the mean of the rows."""
        means = [w.item for w in self.wanted if w.item.aggregate]
        key = self._column(j)
        table = self._table(j) or (key.table if key is not None and self._unique(key) else "")
        mean = len(means) == 1 and means[0].aggregate == "avg" and means[0].column is not None
        return bool(table) and mean and means[0].column.table == table  # type: ignore[union-attr]

    def _restricts(self, j: int) -> bool:
        """`by patients from Ghent`: what follows "by" only restricts."""
        ahead = self.chunks[j + 1 : j + 5]
        led = bool(ahead) and ahead[0].text.lower() in (
            "from",
            "with",
            "who",
            "that",
            "whose",
            "in",
            "of",
            "named",
            "called",
        )
        named = next((c for c in ahead if c.kind in ("value", "number", "text")), None)
        return led and named is not None and not yearlike(named.number)
