"""The order asked for: "sorted by", "in descending order", "from the oldest"."""

from __future__ import annotations

from core.ask.translators.rules.chunks.shape.sentence import Sentence
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Item, Order

_BY_FIGURE = frozenset(
    "from most to least,from highest to lowest,from lowest to highest,from largest to smallest".split(",")
)


class Ordering(Sentence):
    """Reads the order."""

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
                elif given := self._given(j):
                    d.claimed = "order"
                    targets.append(Order(given, descending))
                elif d.has("count") and (k := self._target(j)) is not None:
                    d.claimed = self.chunks[k].claimed = "order"
                    column = self._column(k)
                    if column and self.facts.measure(column):
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
            if not targets and c.quantity and (dated := self.facts.of_quantity(c.quantity, self.tables)):
                targets = [Order(Item(dated), descending)]
            if targets:
                self.order.extend(targets)
            elif not self.order and _by_figure(c) and (counted := self._counted_before(i)):
                self.order.append(Order(counted, descending))
            elif (
                not self.order
                and any(d.has("asc", "desc") for d in self.chunks[i:j])
                and (previous := self._shown_before(i) or self._called(i))
            ):
                self.order.append(Order(Item(previous), descending))

    def _counted_before(self, i: int) -> Item | None:
        """The count that "largest first" speaks of, when one is the last thing said before it."""
        at = next((k for k in range(i - 1, max(-1, i - 6), -1) if self.chunks[k].has("count")), None)
        j = self._target(at) if at is not None else None
        column, table = (self._column(j), self._table(j)) if j is not None else (None, "")
        if at and j is not None and self.chunks[at - 1].text.lower() == "by":
            self.chunks[at].claimed = self.chunks[j].claimed = "order"
        if column is not None and self.facts.measure(column):
            return Item(column)
        return Item(None, "count", table=table or (column.table if column else "")) if column or table else None

    def _shown_before(self, i: int) -> Col | None:
        """What an order without a column goes by: the nearest column before it, one that restricts nothing first."""
        columns = [k for k in range(i - 1, -1, -1) if self._column(k)]
        shown = [k for k in columns if self.chunks[k].claimed != "filter"]
        return self._column((shown or columns)[0]) if columns else None

    def _called(self, i: int) -> Col | None:
        """`List in alphabetical order all authors`: what the things listed are called."""
        spelt = any(w in self.chunks[i].text.lower() for w in ("alphabet", "lexico"))
        shown = self.facts.display(self.tables[0]) if spelt and self.tables else ()
        return next(iter(shown), None)

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


def _by_figure(c: Chunk) -> bool:
    """`largest first`, `most common first`, and not `newest first`: by what is reckoned."""
    return c.text.lower() in _BY_FIGURE or (c.text.lower().endswith(" first") and not c.quantity)
