"""The question's shape: what is counted, summed, ranked, grouped and ordered by, each claiming its chunks."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.ask.translators.rules.chunk import Chunk
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon import lexicon
from core.ask.translators.rules.query import Aggregate, Col, Item, Order

_LISTING = ("and", ",", "which", "what", "along with", "as well as", "with", "their", "the", "its", "&")
_SKIP = ("all", "distinct", "rel")


@dataclass(slots=True)
class Superlative:
    """`the X with the most Y` (count of a table), `the oldest X`, `top 3 X by Y`."""

    at: int
    item: Item
    descending: bool
    limit: int
    of: str = ""
    """The table (or "") that the superlative ranks."""


@dataclass(slots=True)
class Wanted:
    """Something to show, where the question names it."""

    at: int
    item: Item
    entity: str = ""
    """A table named instead of a column: shown by its display columns."""


@dataclass(slots=True)
class Shape:
    """Reads the shape of a chunked question whose restrictions are already claimed."""

    chunks: list[Chunk]
    facts: Facts
    tables: list[str]
    wanted: list[Wanted] = field(default_factory=list)
    best: Superlative | None = None
    order: list[Order] = field(default_factory=list)
    groups: list[Wanted] = field(default_factory=list)
    distinct: bool = False
    everything: bool = False
    average_count: Item | None = None

    def read(self) -> None:
        self._everything()
        self._order()
        self._common()
        self._ranked()
        self._counts()
        self._aggregates()
        self._groups()
        self._plain()
        self._asked_quantity()
        self.wanted.sort(key=lambda w: w.at)

    # -- looking around ------------------------------------------------------------------------------------------

    def _column(self, i: int) -> Col | None:
        if 0 <= i < len(self.chunks):
            c = self.chunks[i]
            if c.kind == "column" and c.link:
                return Col(c.link.table, c.link.column)
        return None

    def _table(self, i: int) -> str:
        if 0 <= i < len(self.chunks):
            c = self.chunks[i]
            if c.kind == "table" and c.link:
                return c.link.table
        return ""

    def _target(self, i: int, reach: int = 4, *skip: str) -> int | None:
        """The column or table that a cue at `i` governs: the next one, only small words between."""
        for j in range(i + 1, min(len(self.chunks), i + 1 + reach)):
            c = self.chunks[j]
            if c.claimed:
                if c.claimed == "filter" and c.kind in ("value", "number"):
                    continue
                return None
            if c.kind in ("column", "table"):
                return j
            if not (c.kind in ("word", "value", "number") or c.has(*_SKIP, *skip)):
                return None
        return None

    def _size(self, i: int) -> tuple[int, int | None]:
        """A number beside a superlative ("top 3", "3 youngest", "5 most"), and its chunk."""
        for j in (i + 1, i - 1):
            if 0 <= j < len(self.chunks) and not self.chunks[j].claimed:
                c = self.chunks[j]
                if c.kind == "number" and c.number and c.number.is_integer() and 0 < c.number < 1000:
                    return int(c.number), j
        for j, c in enumerate(self.chunks[: min(i, 6)]):
            named = j + 1 < i and self.chunks[j + 1].kind in ("table", "column")
            if (
                c.kind == "number"
                and not c.claimed
                and named
                and c.number
                and c.number.is_integer()
                and c.number < 1000
            ):
                return int(c.number), j
        return 1, None

    # -- the rules -----------------------------------------------------------------------------------------------

    def _everything(self) -> None:
        for c in self.chunks:
            if c.has("everything"):
                c.claimed, self.everything = "everything", True

    def _order(self) -> None:
        for i, c in enumerate(self.chunks):
            if c.claimed or not c.has("order", "asc", "desc"):
                continue
            if self._imperative(i):
                continue
            descending = c.has("desc")
            j = i + 1
            c.claimed = "order"
            targets: list[Order] = []
            while j < len(self.chunks):
                d = self.chunks[j]
                if d.kind == "stop" and d.text in ".?;":
                    break
                if d.has("asc", "desc"):
                    if d.has("desc") or not (descending and self.chunks[j - 1].has("desc")):
                        descending = d.has("desc")
                    d.claimed = "order"
                    targets = [Order(t.item, descending) for t in targets]
                elif (column := self._column(j)) and not d.claimed:
                    d.claimed = "order"
                    targets.append(Order(self._aggregated(j, column), descending))
                elif d.has("count") and (k := self._target(j)) is not None:
                    d.claimed = self.chunks[k].claimed = "order"
                    column = self._column(k)
                    if column and self.facts.numeric(column) and not self.facts.identifying(column):
                        targets.append(Order(Item(column), descending))
                    else:
                        table = self._table(k) or (column.table if column else "")
                        targets.append(Order(Item(None, "count", table=table), descending))
                elif d.has("count") and not targets and self.tables:
                    d.claimed = "order"
                    targets.append(Order(Item(None, "count", table=self.tables[0]), descending))
                elif d.quantity and (found := self.facts.of_quantity(d.quantity, self.tables)):
                    d.claimed = "order"
                    if not any(self.chunks[k].has("sup:max", "sup:min") for k in range(i + 1, j)):
                        descending = d.has("sup:max") != (d.quantity == "age" and self._temporal(found))
                        targets = [Order(t.item, descending) for t in targets] or [Order(Item(found), descending)]
                elif not (
                    d.kind == "word"
                    or d.kind == "table"
                    or d.claimed == "order"
                    or d.has("all", "rel", "order", "agg:avg", "agg:sum", "agg:max", "agg:min", "and")
                ) or (d.has("and") and not targets):
                    break
                j += 1
            if targets:
                self.order.extend(targets)
            elif (
                not self.order
                and (previous := next((self._column(k) for k in range(i - 1, -1, -1) if self._column(k)), None))
                and c.has("asc", "desc")
            ):
                self.order.append(Order(Item(previous), descending))

    def _imperative(self, i: int) -> bool:
        """`Sort the names by age`: what stands before "by" is shown, what follows orders."""
        if self.chunks[i].text.lower() not in ("sort", "order", "rank") or (i and self.chunks[i - 1].kind != "stop"):
            return False
        by = next((j for j in range(i + 1, len(self.chunks)) if self.chunks[j].text.lower() == "by"), None)
        if by is None:
            return False
        self.chunks[i].claimed = "order"
        self.chunks[by].tags = ("order",)
        return True

    def _aggregated(self, i: int, column: Col) -> Item:
        for k in (i - 1, i - 2):
            if k >= 0 and (function := self.chunks[k].starts("agg:")) and self.chunks[k].claimed in ("", "order"):
                self.chunks[k].claimed = "order"
                return Item(column, function)  # type: ignore[arg-type]
        return Item(column)

    def _common(self) -> None:
        """`the most common nationality`, `the most popular room`."""
        for i, c in enumerate(self.chunks):
            way = c.starts("common:")
            if not way or c.claimed:
                continue
            j = self._target(i)
            if j is None:
                j = next(
                    (
                        k
                        for k in range(i - 1, -1, -1)
                        if self.chunks[k].kind in ("column", "table") and not self.chunks[k].claimed
                    ),
                    None,
                )
            if j is None:
                continue
            size, number = self._size(i)
            c.claimed = "superlative"
            if number is not None:
                self.chunks[number].claimed = "superlative"
            column, table = self._column(j), self._table(j)
            self.chunks[j].claimed = "wanted"
            shown = Wanted(j, Item(column), entity=table)
            self.wanted.append(shown)
            self.groups.append(shown)
            self.best = Superlative(i, Item(None, "count"), way == "max", size, table)

    def _ranked(self) -> None:
        for i, c in enumerate(self.chunks):
            way = c.starts("sup:") or self._extreme(i)
            top = c.has("top", "bottom")
            if c.claimed or self.best is not None or not (way or top):
                continue
            size, number = self._size(i)
            if top and not way and number is None:
                continue
            descending = not c.has("bottom") if top else way == "max"
            if c.quantity:
                self._by_quantity(i, c.quantity, descending, size, number)
            elif top and number is not None:
                self._top(i, descending, size, number)
            else:
                self._by_target(i, descending, size, number)

    def _extreme(self, i: int) -> str:
        """`with the maximum capacity` ranks like "highest"; `what is the maximum capacity` does not."""
        way = {"max": "max", "min": "min"}.get(self.chunks[i].starts("agg:"), "")
        before = [c.text.lower() for c in self.chunks[max(0, i - 4) : i] if not c.has("all")]
        return way if before[-1:] and before[-1] in ("with", "has", "have", "having", "had", "whose") else ""

    def _by_quantity(self, i: int, quantity: str, descending: bool, size: int, number: int | None) -> None:
        """`oldest`, `cheapest`: the quantity's own column, or the column that follows ("longest duration")."""
        j = self._target(i, 3)
        column = self._column(j) if j is not None else None
        if column is not None and (self.facts.numeric(column) or self._temporal(column)) and j is not None:
            found: Col | None = column
            self.chunks[j].claimed = "superlative"
        else:
            near = [k.link.table for k in self.chunks[i : i + 4] if k.link] + self.tables
            found = self.facts.of_quantity(quantity, dict.fromkeys(near))
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
        if column is None:
            return Item(None, "count", table=table)
        if counted and (not self.facts.numeric(column) or self.facts.identifying(column)):
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
            self._said_before(i, descending, size)
            return
        column = self._column(j)
        counting = any(c.has("count") or "number" in c.text for c in self.chunks[i:j])
        plural = "most" in self.chunks[i].text or "fewest" in self.chunks[i].text or "least" in self.chunks[i].text
        if column is not None and not self._rank_position(i, j):
            return
        if (
            column is not None
            and not (self.facts.numeric(column) or self._temporal(column))
            and not (counting or plural)
        ):
            return
        if column is None and not (counting or plural):
            # "largest classroom": the biggest measure of that table is anyone's guess; sizes first
            table = self._table(j)
            found = self._size_column(table)
            if found is None:
                return
            self.chunks[i].claimed = "superlative"
            self.best = Superlative(i, Item(found), descending, size, table)
            return
        item = self._measure(i, j)
        if (
            column is not None
            and not counting
            and plural
            and not self.facts.numeric(column)
            and not self._temporal(column)
        ):
            item = Item(None, "count", table=column.table)
        if number is not None:
            self.chunks[number].claimed = "superlative"
        self.best = Superlative(i, item, descending, size)

    def _said_before(self, i: int, descending: bool, size: int) -> None:
        """`whose capacity is the largest`: the measure stands before."""
        for j in range(i - 1, max(-1, i - 6), -1):
            c = self.chunks[j]
            column = self._column(j)
            if column is not None and not c.claimed and (self.facts.numeric(column) or self._temporal(column)):
                c.claimed = self.chunks[i].claimed = "superlative"
                self.best = Superlative(i, Item(column), descending, size)
                return
            if not (c.kind == "word" or c.has("all")):
                return

    def _rank_position(self, i: int, j: int) -> bool:
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

    def _size_column(self, table: str) -> Col | None:
        found = self.facts.tables.get(table)
        for word in ("size", "capacity", "area", "population", "amount", "total", "budget", "number"):
            for c in found.columns if found else ():
                if word in c.label.lower() and self.facts.numeric(Col(table, c.name)):
                    return Col(table, c.name)
        return None

    def _counts(self) -> None:
        for i, c in enumerate(self.chunks):
            if c.claimed or not c.has("count"):
                continue
            j = None if self._rows_after(i) else self._target(i, 4)
            if j is None:
                alone = i + 1 >= len(self.chunks) or self.chunks[i + 1].kind == "stop" or self.chunks[i + 1].has("and")
                rows = self._rows_after(i)
                if (alone or rows or c.text.lower().startswith("how many")) and self.tables:
                    c.claimed = "wanted"
                    self.wanted.append(Wanted(i, Item(None, "count", table=rows or self.tables[0])))
                continue
            averaged = i and self.chunks[i - 1].has("agg:avg") and not self.chunks[i - 1].claimed
            different = any(d.has("distinct") for d in self.chunks[max(0, i - 1) : j])
            column, table = self._column(j), self._table(j)
            c.claimed = self.chunks[j].claimed = "wanted"
            for d in self.chunks[max(0, i - 1) : j]:
                if d.has("distinct"):
                    d.claimed = "wanted"
            if (
                column is not None
                and self.facts.numeric(column)
                and not self.facts.identifying(column)
                and not different
            ):
                functions = ["sum"] if "total" in c.text.lower() else []
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
                self.average_count = Item(None, "count", table=table)
                self.wanted.append(Wanted(j, Item(None, "count", table=table)))
            else:
                self.wanted.append(Wanted(j, Item(None, "count", distinct=different, table=table)))

    def _rows_after(self, i: int) -> str:
        """`number of records`, `most knee replacement records`: the table whose rows are meant, or ""."""
        for j in range(i + 1, min(len(self.chunks), i + 5)):
            c = self.chunks[j]
            if c.kind == "word" and "rows" in c.tags:
                c.claimed = "wanted"
                near = [k.link.table for k in self.chunks[i + 1 : j] if k.link]
                return near[0] if near else self._recorded()
            if c.kind == "stop" or c.kind == "table" or (c.kind == "cue" and not c.has("all", "distinct")):
                return ""
        return ""

    def _recorded(self) -> str:
        """The table of whose records the question speaks elsewhere ("knee records"), else its first table."""
        for j, c in enumerate(self.chunks):
            if "rows" in c.tags:
                for k in reversed(self.chunks[max(0, j - 3) : j]):
                    if k.link and k.kind in ("value", "table"):
                        return k.link.table
        return self.tables[0] if self.tables else ""

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
            j = self._target(i, 8, "and", "agg:avg", "agg:sum", "agg:max", "agg:min", "sup:max", "sup:min", "count")
            if j is None:
                continue
            column = self._column(j)
            if column is None:
                if function == "sum" and (table := self._table(j)):
                    c.claimed = self.chunks[j].claimed = "wanted"
                    self.wanted.append(Wanted(j, Item(None, "count", table=table)))
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

    def _groups(self) -> None:
        computing = any(w.item.aggregate for w in self.wanted) or self.best is not None
        self._date_groups(computing)
        for i, c in enumerate(self.chunks):
            weak = c.text.lower() == "by" and computing
            if c.claimed or not (c.has("group") or weak):
                continue
            j = self._target(i, 4)
            if j is None:
                continue
            if not computing and not self._counted_per(i):
                continue
            if weak and self._restricts(j):
                continue
            by_whom = i and self.chunks[i - 1].text.endswith(("ed", "en", "wn", "ne"))
            if (weak and by_whom) or self.chunks[i + 1].text.lower() == "all":
                continue
            c.claimed = "group"
            while True:
                self.chunks[j].claimed = "group"
                self.groups.append(Wanted(j, Item(self._column(j)), entity=self._table(j)))
                if (
                    j + 2 < len(self.chunks)
                    and self.chunks[j + 1].has("and")
                    and not self.chunks[j + 2].claimed
                    and self.chunks[j + 2].kind in ("column", "table")
                    and weak
                ):
                    j += 2
                    continue
                break

    def _date_groups(self, computing: bool) -> None:
        """`per month`, `in each year`, `monthly`: by a part of the date of what is counted, unless a column says it."""
        for i, c in enumerate(self.chunks):
            part = lexicon().date_parts.get(c.text.lower()) if not c.claimed or c.claimed == "context" else None
            alone = c.text.lower().endswith("ly")
            led = i > 0 and (self.chunks[i - 1].has("group") or self.chunks[i - 1].text.lower() == "by")
            if (
                part is None
                or not (alone or led)
                or (c.link and c.link.score >= 0.97 and c.link.table in self.tables[:1])
            ):
                continue
            counted = [
                w.item.table or (w.item.column.table if w.item.column else "") for w in self.wanted if w.item.aggregate
            ]
            dated = self.facts.when(dict.fromkeys([*(t for t in counted if t), *self.tables]))
            found = self.facts.column(dated) if dated else None
            if dated is None or found is None or found.type not in ("date", "datetime"):
                continue
            if not computing and not self._counted_per(i - 1):
                continue
            c.claimed = "group"
            if led:
                self.chunks[i - 1].claimed = "group"
            self.groups.append(Wanted(i, Item(Col(dated.table, dated.name, part))))  # type: ignore[arg-type]

    def _counted_per(self, i: int) -> bool:
        """`trips per model` counts the trips although nothing says "how many"."""
        if self.chunks[i].text.lower() != "per" or any(w.at < i for w in self.wanted):
            return False
        for j in range(i - 1, -1, -1):
            c = self.chunks[j]
            if c.kind == "table" and not c.claimed and c.link:
                c.claimed = "wanted"
                self.wanted.append(Wanted(j, Item(None, "count", table=c.link.table)))
                return True
            if c.kind != "word":
                return False
        return False

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
        return led and any(c.kind in ("value", "number", "text") for c in ahead)

    def _plain(self) -> None:
        """Columns named and not used otherwise are what is asked for, restrictions aside."""
        restricted = False
        for i, c in enumerate(self.chunks):
            if c.kind == "stop" and c.text in ".?;!":
                restricted = False
            if i and c.text.lower() in ("whose", "that", "which", "who", "where", "having", "with", "when"):
                restricted = True
            if c.claimed:
                continue
            if c.has("distinct"):
                self.distinct = True
            if c.kind != "column":
                continue
            opening = self.chunks[i - 1].text.lower() if i else ""
            if c.link and c.link.score < 0.6 and opening not in ("and", ","):
                continue
            if self._whole_of(i) or any(w.item.column == self._column(i) for w in self.wanted):
                c.claimed = c.claimed or "context"
                continue
            figures = [w for w in self.wanted if w.item.aggregate and w.at < i]
            if (
                figures
                and opening not in _LISTING
                and not any(c.kind == "stop" for c in self.chunks[figures[-1].at : i])
            ):
                continue
            if restricted and opening in ("which", "what"):
                restricted = False
            if restricted and opening not in ("with", "and", ",", "their", "its", "along with", "as well as", "the"):
                continue
            c.claimed = "wanted"
            self.wanted.append(Wanted(i, Item(self._column(i))))

    def _asked_quantity(self) -> None:
        """`When did …`, `How old is …`: the quantity's column, when nothing else is asked for."""
        if self.wanted:
            return
        for i, c in enumerate(self.chunks):
            if c.has("ask") and not c.claimed and (found := self.facts.of_quantity(c.quantity, self.tables)):
                c.claimed = "wanted"
                self.wanted.append(Wanted(i, Item(found)))
                return

    def _whole_of(self, i: int) -> bool:
        """A column said only to place what was asked ("the capacity of the stadiums")."""
        j = i - 1
        while j >= 0 and self.chunks[j].has("all", "distinct"):
            j -= 1
        if j < 0 or self.chunks[j].text.lower() not in ("of", "for", "in", "from", "by", "at", "on", "to"):
            return False
        asked = [w for w in self.wanted if w.at < j]
        if any(w.item.aggregate for w in asked):
            return True
        return bool(asked) and not any(c.kind == "stop" for c in self.chunks[asked[-1].at : j])

    def _temporal(self, column: Col) -> bool:
        found = self.facts.column(column)
        return found is not None and (found.type in ("date", "datetime", "time") or self.facts.year(column))

    def _unique(self, column: Col) -> bool:
        found = self.facts.column(column)
        return found is not None and found.profile.unique
