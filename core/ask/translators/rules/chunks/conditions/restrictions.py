"""What restricts the rows, as far as it has been read, and how to look around a chunked question for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from core.ask.dates import Span, span
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk, Claim
from core.ask.translators.rules.query import NEGATED, Aggregate, Col, Condition, Filter, Item, Operator, Scalar
from core.ask.translators.rules.years import yearlike
from core.model import TEMPORAL

_FLIP: dict[str, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


_DOING = frozenset("were was who that which have has had been and be get got".split())


@dataclass(slots=True)
class Found:
    """A condition and where in the question it stood."""

    at: int
    condition: Condition
    value_of: Col | None = None


@dataclass(slots=True)
class Bound:
    """A bound on how many rows of a table (or on an aggregate) each thing has."""

    at: int
    item: Item
    operator: Operator
    number: float | Scalar


@dataclass(slots=True)
class Restrictions:
    """What every part of the reading of restrictions reads from and adds to."""

    chunks: list[Chunk]
    facts: Facts
    tables: list[str]
    """Tables the question speaks of, likeliest first: where an unnamed date or age is looked for."""
    found: list[Found] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)

    def _defined(self) -> None:
        """Words that were told to mean conditions, a figure's as bounds; behind "not" their contrary, if any."""
        for i, c in enumerate(self.chunks):
            if c.means is None or not c.means.conditions:
                continue
            met, negated = c.means.conditions, self.negated(i, 2)
            if negated and len(met) == 1 and isinstance(met[0], Filter) and met[0].operator in NEGATED:
                met = (replace(met[0], operator=NEGATED[met[0].operator]),)
            if c.means.item is None:
                c.claimed = "filter"
            for condition in met:
                if (
                    isinstance(condition, Filter)
                    and condition.item.aggregate
                    and isinstance(condition.values[0], float)
                ):
                    self.bounds.append(Bound(i, condition.item, condition.operator, condition.values[0]))
                else:
                    self.found.append(Found(i, condition))

    def column(self, i: int) -> Col | None:
        """The column that chunk `i` names."""
        if 0 <= i < len(self.chunks):
            link = self.chunks[i].link
            if link is not None and self.chunks[i].kind == "column":
                return Col(link.table, link.column)
        return None

    def before(self, i: int, reach: int = 4) -> int | None:
        """The nearest unclaimed column before chunk `i` in the same breath."""
        for j in range(i - 1, max(-1, i - 1 - reach), -1):
            c = self.chunks[j]
            if c.kind == "column":
                return j if not c.claimed else None
            if c.text.lower() == "either":
                continue
            if c.kind in ("stop", "value", "number", "date", "text") or c.has("group", "order", "and", "or"):
                return None
            if c.kind == "table" and j < i - 2:
                return None
        return None

    def after(self, i: int, reach: int = 2) -> int | None:
        """The nearest column after chunk `i` with only small words between."""
        for j in range(i + 1, min(len(self.chunks), i + 1 + reach)):
            c = self.chunks[j]
            if c.kind == "column":
                return j if not c.claimed else None
            if not (c.kind == "word" or c.has("all", "rel")):
                return None
        return None

    def measure(self, at: int | None, operand: int) -> int | None:
        """`at` when its column can be compared with the operand: a measure or a date, not a name or an id."""
        column = self.column(at) if at is not None else None
        found = self.facts.column(column) if column else None
        if column is None or found is None:
            return None
        if self.chunks[operand].kind == "date" or found.type in TEMPORAL:
            return at if found.type in TEMPORAL or self.facts.year(column) or found.type == "text" else None
        if not self.facts.numeric(column):
            return None
        if self.facts.year(column):
            return at if yearlike(self.chunks[operand].number) else None  # “in two years” is no year
        return at if not self.facts.identifying(column) else self._plainly_id(at)

    def _plainly_id(self, at: int | None) -> int | None:
        """An id may be compared only when the question says the id ("department id above 50")."""
        if at is None or self.chunks[at].link is None:
            return None
        said = set(self.chunks[at].text.lower().split())
        return at if said & {"id", "ids", "number", "code", "key", "no"} else None

    def operand(self, i: int, reach: int = 5) -> int | None:
        """The number or date after chunk `i`; a column or small words may stand between."""
        for j in range(i + 1, min(len(self.chunks), i + 1 + reach)):
            c = self.chunks[j]
            if c.kind in ("number", "date") or (c.kind == "text" and c.number is not None):
                return j
            if c.kind == "text" and re.match(r"\d{4}", c.text):
                return j
            if c.kind == "value" and c.number is not None:
                return j
            if c.kind in ("stop", "table") or c.has("rel", "group", "order"):
                if c.has("rel") and c.text.lower() in ("of", "in", "to", "than"):
                    continue
                return None
        return None

    def negated(self, i: int, reach: int = 5) -> bool:
        """A "not" shortly before chunk `i`; it is claimed."""
        for j in range(i - 1, max(-1, i - 1 - reach), -1):
            c = self.chunks[j]
            if c.has("not", "none", "cmp:!=") and c.claimed in ("", "not"):
                c.claimed = "not"
                return True
            if c.kind not in ("word", "column") and not c.has("all", "rel", "cmp:="):
                return False
        return False

    def _counted(self, i: int, at: int, operator: str, beyond: int | None = None) -> bool:
        """`more than 3 T`, `at least two paragraphs`: a bound on a number of rows."""
        start = (beyond if beyond is not None else at) + 1
        for j in range(start, min(len(self.chunks), start + 4)):
            c = self.chunks[j]
            if c.kind in ("table", "column") and c.link and not c.claimed:
                if operator == ">=" and (self.chunks[at].number or 0.0) <= 1:
                    inner = self.column(j + 1)
                    own = inner is not None and inner.table == c.link.table
                    self._claim("having", i, at, j if c.kind == "column" else j + 1 if own else None)
                    return True
                self._claim("having", i, at, j)
                item = Item(None, "count", table=c.link.table)
                if c.kind == "column":
                    item = Item(Col(c.link.table, c.link.column), "count", distinct=True)
                self.bounds.append(Bound(i, item, operator_of(operator), self.chunks[at].number or 0.0))
                return True
            if c.kind == "word" and "rows" in c.tags:
                near = [k.link.table for k in self.chunks[start:j] if k.link] or self.tables
                self._claim("having", i, at, j)
                self.bounds.append(
                    Bound(i, Item(None, "count", table=near[0]), operator_of(operator), self.chunks[at].number or 0.0)
                )
                return True
            if c.kind not in ("word", "value") and not c.has("distinct", "rel", "all"):
                return False
        return False

    def averaged(self, at: int | None) -> Aggregate:
        """The function said of the column at `at` in a restriction ("whose average price"); its words are claimed."""
        led = False
        for j in range((at or 0) - 1, max(-1, (at or 0) - 4), -1):
            c = self.chunks[j]
            if (function := c.starts("agg:")) and not c.claimed:
                before = {k.text.lower() for k in self.chunks[max(0, j - 2) : j]}
                led = bool(before & {"whose", "with", "having", "where", "has", "have", "had", "an", "a"})
                c.claimed = "having" if led else ""
                return function if led else ""  # type: ignore[return-value]
            if not c.has("all", "rel") and c.kind not in ("word", "table"):
                return ""
        return ""

    def _claim(self, by: Claim, *indices: int | None) -> None:
        for i in indices:
            if i is not None:
                self.chunks[i].claimed = by

    def of_quantity(self, quantity: str, operator: str) -> tuple[Col | None, str]:
        """The column a comparison like "older than" speaks of; dates of birth turn it round."""
        column = self.facts.of_quantity(quantity, self.tables)
        if column and quantity == "age":
            found = self.facts.column(column)
            if found and (found.type in TEMPORAL or self.facts.year(column)):
                return column, _FLIP.get(operator, operator)
        return column, operator

    def _implied(self, at: int) -> Col | None:
        """The date or year column meant by a bare date or year."""
        c = self.chunks[at]
        if c.kind != "date" and not yearlike(c.number) and not (c.kind == "text" and re.match(r"\d{4}", c.text)):
            return None
        said = [j for j in range(max(0, at - 6), at)[::-1] if self.chunks[j].link]
        said.sort(key=self._grouping)  # “loans per member in 2024”: the loans' day
        near = [link.table for j in said if (link := self.chunks[j].link)]
        day = c.kind == "date" and len(c.text) > len("2021")
        found = self.facts.when(dict.fromkeys([*near, *self.tables]), day=day)
        for j in range(at - 1, max(0, at - 7), -1):
            if found and self.column(j) == found and not self.chunks[j].claimed and self._verb(j):
                self._claim("filter", j)
        return found

    def _grouping(self, j: int) -> bool:
        """Behind “per” or “by”: for what a figure is given, and not what is counted."""
        before = self.chunks[j - 1] if j else None
        return before is not None and (before.has("group") or before.text.lower() in ("by", "per"))

    def _verb(self, j: int) -> bool:
        """`pupils joined a club in March`, `shops that opened in 2019`: the column is said by what was done."""
        text, before = self.chunks[j].text.lower(), self.chunks[j - 1]
        doer = before.kind in ("table", "column") or before.text.lower() in _DOING
        return doer and " " not in text and text.endswith(("ed", "en", "wn", "ld", "ght", "rn"))

    def _literal(self, at: int, column: Col) -> str | float:
        c = self.chunks[at]
        if c.number is not None and self.facts.numeric(column):
            return c.number
        if c.kind in ("number", "cue") and c.number is not None:
            return str(int(c.number)) if c.number.is_integer() else str(c.number)
        return c.link.value if c.link and c.kind == "value" else c.text

    def _compare(self, column: Col, operator: str, at: int) -> Condition:
        """A comparison; a year or a month against dates is spelt out as days."""
        found, text = self.facts.column(column), self._date_text(at)
        days = self._days(column, at)
        if found and days and (found.type == "datetime" or len(text) < 10):
            return self._in_days(Item(column), operator, days, text)
        return Filter(Item(column), operator_of(operator), (self._literal(at, column),))

    def _date_text(self, at: int) -> str:
        """The date or the year that chunk `at` says; "" where it says none."""
        c = self.chunks[at]
        return c.text if c.kind == "date" else f"{int(c.number):04d}" if c.number and yearlike(c.number) else ""

    def _days(self, column: Col, at: int) -> Span | None:
        """The days that chunk `at` says, where the column holds dates."""
        found = self.facts.column(column)
        return span(self._date_text(at)) if found and found.type in TEMPORAL else None

    def _in_days(self, item: Item, operator: str, days: Span, text: str) -> Condition:
        """A comparison with a year, a month, or a day of a column that has times too."""
        if operator == "=" and len(text) == 7 and text[5] in "qh":
            return Filter(item, "between", (days.first, days.last(self._timed(item))))
        if operator in ("=", "!="):
            return Filter(item, "like" if operator == "=" else "not like", (f"{text}%",))
        if operator in (">", ">="):
            return Filter(item, ">=", (days.beyond if operator == ">" else days.first,))
        return Filter(item, "<", (days.first if operator == "<" else days.beyond,))

    def _timed(self, item: Item) -> bool:
        found = self.facts.column(item.column) if item.column else None
        return found is not None and found.type == "datetime"

    def _meant_as(self, column: Col, at: int) -> bool:
        """False for a plain number against dates: "older than 60" needs today's date, which no file holds."""
        found = self.facts.column(column)
        dated = found is not None and found.type in TEMPORAL
        return not dated or self.chunks[at].kind == "date" or yearlike(self.chunks[at].number)

    def _comparable(self, column: Col, c: Chunk) -> bool:
        """A number or date may be a value of this column."""
        found = self.facts.column(column)
        if found is not None and c.kind == "date" and self.facts.numeric(column):
            return self.facts.year(column)
        if self._calendar(column, self.chunks.index(c)):
            return False
        if found is None or found.type in TEMPORAL or self.facts.numeric(column):
            return found is not None
        if yearlike(c.number) and self._implied(self.chunks.index(c)) is not None:
            return False
        return found.type == "text" and any(value.strip().isdigit() for value, _ in found.profile.common)

    def _calendar(self, column: Col, at: int) -> bool:
        """`the total output in 2023`: the year something was in, and no figure."""
        led = at > 0 and self.chunks[at - 1].text.lower() in ("in", "during", "for", "since", "of")
        figure = self.facts.measure(column) and not self.facts.year(column)
        return led and figure and yearlike(self.chunks[at].number) and self._implied(at) is not None


def operator_of(operator: str) -> Operator:
    return operator  # type: ignore[return-value]
