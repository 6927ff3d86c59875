"""Comparisons: "older than 30", "between 5 and 10", "above the average", "5 or more"."""

from __future__ import annotations

from core.ask.translators.rules.chunks.conditions.restrictions import Bound, Found, Restrictions, operator_of
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import NEGATED, Col, Filter, Item, Scalar
from core.ask.translators.rules.years import up_to_year

REACH = 6
"""Chunks around a comparison in which tables are spoken of."""


class Comparisons(Restrictions):
    """Reads comparisons with numbers, dates, averages and counts."""

    def _between(self) -> None:
        for i, c in enumerate(self.chunks):
            if not c.has("between") or c.claimed:
                continue
            first = self.operand(i)
            second = self.operand(first, 3) if first is not None else None
            if first is None or second is None:
                continue
            at = self.measure(self.before(i), first)
            if at is None:
                at = self.measure(self.after(second), first)
            if at is None and self.column(i + 1):
                at = self.measure(i + 1, first)
            column = self.column(at) if at is not None else self._implied(first)
            if column is None and not self._said_of(second):
                column = self._only_measure(i, self.chunks[second].number)
            if column is None:
                continue
            low, high = self._literal(first, column), self._literal(second, column)
            starts, ends = self._days(column, first), self._days(column, second)
            if starts is not None and ends is not None:
                low, high = starts.first, ends.last(self._timed(Item(column)))
            self._claim("filter", i, first, second, at)
            self.found.append(Found(i, Filter(Item(column), "between", (low, high)), column))

    def _comparisons(self) -> None:
        for i, c in enumerate(self.chunks):
            operator = c.starts("cmp:") or c.starts("time:")
            if c.claimed or operator in ("", "!=", "="):
                continue
            if self._against_average(i, operator):
                continue
            timely = bool(c.starts("time:"))
            at = self.operand(i)
            if at is None or self.chunks[at].claimed:
                continue
            inside = next((j for j in range(i + 1, at) if self.column(j)), None)
            column_at = inside if inside is not None else self.measure(self._compared(i, at), at)
            if column_at is None:
                column_at = self.measure(self.after(at), at)
            column = self.column(column_at) if column_at is not None else None
            timely = timely or (column is None and up_to_year(self.chunks, c, at))
            if column and self.facts.identifying(column) and column_at != inside and self._counted(i, at, operator):
                continue
            if column is None and (self._counted(i, at, operator) or self._times(i, at, operator)):
                continue
            if column is None and not timely and not c.quantity:
                column = self._same_as_before(i)
            if column is None and c.quantity:
                column, operator = self.of_quantity(c.quantity, operator)
                if column is not None and not self._meant_as(column, at):
                    column = None
            if column is None and operator == ">=" and self.chunks[at].number == 1 and self._said_of(at):
                self._claim("filter", i, at)  # "at least one unauthorised absence": to have some is enough
                continue
            if column is None and not timely and not c.quantity and not self._said_of(at):
                column = self._only_measure(i, self.chunks[at].number)
            if column is None and (timely or self.chunks[at].kind == "date"):
                column = self._implied(at)
            if column is None:
                continue
            if self.negated(i, 2):
                operator = NEGATED[operator]
            if column_at is not None and (function := self.averaged(column_at)):
                self._claim("having", i, at, column_at)
                number = self.chunks[at].number or 0.0
                self.bounds.append(Bound(i, Item(column, function), operator_of(operator), number))
                continue
            self._claim("filter", i, at, column_at)
            self.found.append(Found(i, self._compare(column, operator, at), column))
        for i, c in enumerate(self.chunks):
            operator = c.starts("after:")
            if not operator or c.claimed:
                continue
            back = range(i - 1, max(-1, i - 4), -1)
            at = next((j for j in back if self.chunks[j].kind in ("number", "date")), None)
            if at is None or self.chunks[at].claimed:
                continue
            between = next((j for j in range(at + 1, i) if self.column(j) and not self.chunks[j].claimed), None)
            column_at = self.measure(between if between is not None else self.before(at), at)
            if column_at is None:
                column_at = self.measure(self.after(i), at)
            column = self.column(column_at) if column_at is not None else None
            if column is None and self._counted(at, at, operator, beyond=i):
                c.claimed = "filter"
                continue
            column = column or self._implied(at)
            if column is None:
                continue
            self._claim("filter", i, at, column_at)
            self.found.append(Found(at, self._compare(column, operator, at), column))

    def _compared(self, i: int, at: int) -> int | None:
        """The column before a comparison; none where the number counts something and things stand between: `the heights
        of buildings with at least two shops`.
        """
        found = self.before(i)
        parted = found is not None and any(c.kind == "table" for c in self.chunks[found + 1 : i])
        follows = self.chunks[at + 1] if at + 1 < len(self.chunks) else None
        counts = follows is not None and follows.kind in ("table", "column") and follows.link is not None
        return None if parted and counts and self._elsewhere(found, follows) else found

    def _elsewhere(self, at: int | None, c: Chunk | None) -> bool:
        """Chunk `c` speaks of another table than the column at `at`."""
        column = self.column(at) if at is not None else None
        return column is not None and c is not None and c.link is not None and c.link.table != column.table

    def _against_average(self, i: int, operator: str) -> bool:
        """`above the average age`, `more than the average number of products`."""
        for j in range(i + 1, min(len(self.chunks), i + 4)):
            c = self.chunks[j]
            kind = c.starts("agg:") or c.starts("sup:")
            kind = kind if kind in ("avg", "max", "min") and not c.quantity else ""
            if kind:
                target = next((k for k in range(j + 1, min(len(self.chunks), j + 5)) if self.column(k)), None)
                own = self.before(i)
                column = self.column(target) if target is not None else self.column(own) if own is not None else None
                if column is None or not self.facts.numeric(column):
                    return False
                left = self.column(own) if own is not None else None
                self._claim("filter", i, j, target, own)
                value = Scalar(Item(column, kind))  # type: ignore[arg-type]
                if own is not None and left and (function := self.averaged(own)):
                    self.bounds.append(Bound(i, Item(left, function), operator_of(operator), value))
                    return True
                self.found.append(
                    Found(i, Filter(Item(left or column), operator_of(operator), (value,)), left or column)
                )
                return True
            if not (c.kind == "word" or c.has("all", "rel")):
                return False
        return False

    def _said_of(self, at: int) -> bool:
        """The number counts what is said right behind it."""
        return at + 1 < len(self.chunks) and self.chunks[at + 1].kind in ("value", "table", "column")

    def _same_as_before(self, i: int) -> Col | None:
        """`above 1500 or below 500`: the second comparison speaks of the column of the first."""
        for j in range(i - 1, max(-1, i - 4), -1):
            if self.chunks[j].claimed == "filter":
                last = [f for f in self.found if f.at < i]
                return last[-1].value_of if last else None
            if not self.chunks[j].has("and", "or", "but", "all") and self.chunks[j].kind != "word":
                return None
        return None

    def _only_measure(self, i: int, number: float | None) -> Col | None:
        """The one figure of the table asked about, or of a table spoken of nearby, when there is just one whose values
        the number lies among: "payments over 500", "who scored above 95 in maths".
        """
        near = sorted(
            (j for j, c in enumerate(self.chunks) if c.link and abs(j - i) <= REACH), key=lambda j: abs(j - i)
        )
        spoken = [link.table for j in near if (link := self.chunks[j].link)]
        tables = [*self.tables[:1], *spoken]
        found = (c for t in dict.fromkeys(tables) if (c := self._measure_of(t)) and self._lies_in(c, number))
        return next(found, self._measure_of(tables[0]) if tables else None)

    def _measure_of(self, name: str) -> Col | None:
        """The one figure of a table that is not the same in all rows, when there is just one."""
        table = self.facts.tables.get(name)
        columns = [Col(table.name, c.name) for c in table.columns if c.profile.distinct > 1] if table else []
        measures = [
            c for c in columns if self.facts.numeric(c) and not self.facts.identifying(c) and not self.facts.year(c)
        ]
        return measures[0] if len(measures) == 1 else None

    def _lies_in(self, column: Col, number: float | None) -> bool:
        """Between the least and the greatest value of a column; without a number anywhere."""
        found = self.facts.column(column)
        low, high = (found.profile.minimum, found.profile.maximum) if found else (None, None)
        return number is None or (
            isinstance(low, int | float) and isinstance(high, int | float) and low <= number <= high
        )

    def _times(self, i: int, at: int, operator: str) -> bool:
        """`reserved for more than 60 times`, `tweeted less than twice`: a bound on the rows of a table said before."""
        follows = self.chunks[at + 1].text.lower() if at + 1 < len(self.chunks) else ""
        if follows not in ("times", "time") and self.chunks[at].text.lower() not in ("once", "twice"):
            return False
        for j in range(i - 1, max(-1, i - 5), -1):
            link = self.chunks[j].link
            other = link is not None and (link.table != self.tables[0] or len(self.tables) > 1)
            if link is not None and other and self.chunks[j].kind in ("table", "column"):
                self._claim("having", i, at, j)
                self.bounds.append(
                    Bound(
                        i, Item(None, "count", table=link.table), operator_of(operator), self.chunks[at].number or 0.0
                    )
                )
                return True
        return False
