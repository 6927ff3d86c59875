"""Restrictions: comparisons, values, text patterns and nulls become filters, each claiming its chunks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from core.ask.translators.rules.chunk import Chunk
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Operator, Scalar
from core.model import TEMPORAL

_FLIP: dict[str, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_HAVING = frozenset("with without have has had having that are is were was not no without who which and a".split())
_SIGNS = {">": ">", "<": "<", "≥": ">=", "≤": "<="}
_NEGATED: dict[str, Operator] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


@dataclass(slots=True)
class Found:
    """A condition and where in the question it stood; `count_of` marks "more than 3 T": a bound on a count of rows."""

    at: int
    condition: Condition
    value_of: Col | None = None


@dataclass(slots=True)
class Bound:
    """A bound on how many rows of a table (or on an aggregate) each thing has."""

    at: int
    item: Item
    operator: Operator
    number: float


@dataclass(slots=True)
class Conditions:
    """Reads the restrictions of a chunked question. `found` and `bounds` hold what was read, in order."""

    chunks: list[Chunk]
    facts: Facts
    tables: list[str]
    """Tables the question speaks of, likeliest first: where an unnamed date or age is looked for."""
    found: list[Found] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)

    def read(self) -> None:
        self._between()
        self._comparisons()
        self._patterns()
        self._nulls()
        self.lacking()
        self._values()
        self._texts()
        self._numbers()
        self.flags()
        self.found.sort(key=lambda f: f.at)

    # -- looking around ------------------------------------------------------------------------------------------

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
        return at if self.facts.year(column) or not self.facts.identifying(column) else self._plainly_id(at)

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

    # -- the rules -----------------------------------------------------------------------------------------------

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
            if column is None:
                continue
            low, high = self._literal(first, column), self._literal(second, column)
            if not self.facts.numeric(column) and isinstance(high, str) and len(high) == 4:
                high = f"{high}-12-31"
            self._claim("filter", i, first, second, at)
            self.found.append(Found(i, Filter(Item(column), "between", (low, high)), column))

    def _comparisons(self) -> None:
        for i, c in enumerate(self.chunks):
            operator = c.starts("cmp:") or c.starts("time:") or _SIGNS.get(c.text, "")
            if c.claimed or operator in ("", "!=", "="):
                continue
            if self._against_average(i, operator):
                continue
            timely = bool(c.starts("time:"))
            at = self.operand(i)
            if at is None or self.chunks[at].claimed:
                continue
            inside = next((j for j in range(i + 1, at) if self.column(j)), None)
            column_at = inside if inside is not None else self.measure(self.before(i), at)
            if column_at is None:
                column_at = self.measure(self.after(at), at)
            column = self.column(column_at) if column_at is not None else None
            if column is None and (self._counted(i, at, operator) or self._times(i, at, operator)):
                continue
            if column is None and c.quantity:
                column, operator = self._quantity(c.quantity, operator)
                if column is not None and not self._meant_as(column, at):
                    column = None
            if column is None and (timely or self.chunks[at].kind == "date"):
                column = self._implied(at)
            if column is None:
                continue
            if self.negated(i, 2):
                operator = _NEGATED[operator]
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
            column_at = self.measure(self.before(at), at)
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
                self.found.append(Found(i, Filter(Item(left or column), _op(operator), (value,)), left or column))
                return True
            if not (c.kind == "word" or c.has("all", "rel")):
                return False
        return False

    def _counted(self, i: int, at: int, operator: str, beyond: int | None = None) -> bool:
        """`more than 3 T`, `at least two paragraphs`: a bound on a number of rows."""
        start = (beyond if beyond is not None else at) + 1
        for j in range(start, min(len(self.chunks), start + 4)):
            c = self.chunks[j]
            if c.kind in ("table", "column") and c.link and not c.claimed:
                if operator == ">=" and (self.chunks[at].number or 0) <= 1:
                    self._claim("having", i, at, j if c.kind == "column" else None)
                    return True
                self._claim("having", i, at, j)
                item = Item(None, "count", table=c.link.table)
                if c.kind == "column":
                    item = Item(Col(c.link.table, c.link.column), "count", distinct=True)
                self.bounds.append(Bound(i, item, _op(operator), self.chunks[at].number or 0))
                return True
            if c.kind == "word" and "rows" in c.tags:
                near = [k.link.table for k in self.chunks[start:j] if k.link] or self.tables
                self._claim("having", i, at, j)
                self.bounds.append(
                    Bound(i, Item(None, "count", table=near[0]), _op(operator), self.chunks[at].number or 0)
                )
                return True
            if c.kind not in ("word", "value") and not c.has("distinct", "rel", "all"):
                return False
        return False

    def _times(self, i: int, at: int, operator: str) -> bool:
        """`reserved for more than 60 times`, `tweeted less than twice`: a bound on the rows of a table said before."""
        follows = self.chunks[at + 1].text.lower() if at + 1 < len(self.chunks) else ""
        if follows not in ("times", "time") and self.chunks[at].text.lower() not in ("once", "twice"):
            return False
        for j in range(i - 1, max(-1, i - 5), -1):
            link = self.chunks[j].link
            if link is not None and link.table != self.tables[0] and self.chunks[j].kind in ("table", "column"):
                self._claim("having", i, at, j)
                self.bounds.append(
                    Bound(i, Item(None, "count", table=link.table), _op(operator), self.chunks[at].number or 0)
                )
                return True
        return False

    def flags(self) -> None:
        """A yes/no column said as a restriction ("with a final exam") means yes; behind "no" or "not" it means no."""
        for i, c in enumerate(self.chunks):
            column = self.column(i)
            if column is None or c.claimed or not self.facts.flag(column):
                continue
            before = [b.text.lower() for b in self.chunks[max(0, i - 4) : i]]
            if not any(w in _HAVING for w in before) or any(w in ("their", "its") for w in before):
                continue
            yes, no = self.facts.flag(column)  # type: ignore[misc]
            value = no if self.negated(i, 3) else yes
            c.claimed = "filter"
            self.found.append(Found(i, Filter(Item(column), "=", (value,)), column))

    def _patterns(self) -> None:
        for i, c in enumerate(self.chunks):
            how = c.starts("like:")
            if not how or c.claimed:
                continue
            reach = range(i + 1, min(len(self.chunks), i + 5))
            at = next(
                (
                    j
                    for j in reach
                    if self.chunks[j].kind in ("text", "value", "word", "number")
                    and self.chunks[j].text not in ("letter", "word", "substring", "phrase", "string")
                ),
                None,
            )
            stop = next((j for j in reach if self.chunks[j].kind == "stop"), None)
            if at is not None and stop is not None and stop < at:
                continue
            for j in reach:
                if at is not None and j < at and self.chunks[j].starts("like:"):
                    self.chunks[j].claimed = "filter"
            column_at = self._within(at) if at is not None else None
            column_at = column_at if column_at is not None else self.before(i, 5)
            column = self.column(column_at) if column_at is not None else None
            if column is None and at is not None:
                ends = range(at + 1, min(len(self.chunks), at + 8))
                stop = next((j for j in ends if self.chunks[j].kind == "stop"), ends.stop)
                column_at = next(
                    (j for j in range(at + 1, stop) if self.column(j) and not self.chunks[j].claimed), None
                )
                column = self.column(column_at) if column_at is not None else None
            if at is not None and column is None and self.chunks[at].kind == "value" and (k := self.chunks[at].link):
                column = Col(k.table, k.column)
            if at is not None and column is None:
                inner = next((j for j in reach if j > at and self.column(j) and not self.chunks[j].claimed), None)
                column_at, column = inner, self.column(inner) if inner is not None else None
            if at is None or column is None:
                continue
            negated = self.negated(i, 2)
            texts = [self.chunks[at].text]
            last = at
            while (
                last + 2 < len(self.chunks)
                and self.chunks[last + 1].has("or")
                and (self.chunks[last + 2].kind == "text" or len(self.chunks[last + 2].text) == 1)
            ):
                texts.append(self.chunks[last + 2].text)
                self._claim("filter", last + 1, last + 2)
                last += 2
            shape = {"contains": "%{}%", "starts": "{}%", "ends": "%{}"}[how]
            self._claim("filter", i, at, column_at)
            values = tuple(shape.format(_plain(t)) for t in texts)
            self.found.append(Found(i, Filter(Item(column), "not like" if negated else "like", values), column))

    def _within(self, at: int) -> int | None:
        """`the letter 's' in the name`: the column said behind "in"."""
        if at + 1 < len(self.chunks) and self.chunks[at + 1].text.lower() in ("in", "to"):
            return self.after(at + 1, 3)
        return None

    def _nulls(self) -> None:
        for i, c in enumerate(self.chunks):
            if not c.has("null") or c.claimed:
                continue
            at = self.before(i, 3)
            at = at if at is not None else self.after(i)
            column = self.column(at) if at is not None else None
            if column is None:
                continue
            operator: Operator = "is not null" if self.negated(i, 2) else "is null"
            self._claim("filter", i, at)
            self.found.append(Found(i, Filter(Item(column), operator), column))

    def lacking(self) -> None:
        """`have no phone`, `without an email`: no value in a column of the thing asked about."""
        for i, c in enumerate(self.chunks):
            if c.claimed or not c.has("none"):
                continue
            at = self.after(i, 2)
            column = self.column(at) if at is not None else None
            found = self.facts.column(column) if column else None
            earlier = [k.link.table for k in self.chunks[:i] if k.link]
            if at is None or column is None or found is None or column.table not in earlier or not found.profile.nulls:
                continue
            follows = self.chunks[at + 1 : at + 2]
            if follows and follows[0].kind in ("value", "number", "text"):
                continue
            self._claim("filter", i, at)
            self.found.append(Found(i, Filter(Item(column), "is null"), column))

    def _values(self) -> None:
        done: dict[tuple[Col, bool], tuple[int, Filter, int]] = {}
        for i, c in enumerate(self.chunks):
            if c.kind != "value" or c.claimed or c.link is None:
                continue
            column = Col(c.link.table, c.link.column)
            near = next((j for j in range(i - 1, max(-1, i - 5), -1) if self.column(j) == column), None)
            if near is None and i + 1 < len(self.chunks) and self.column(i + 1) == column:
                near = i + 1
            negated = self.negated(i)
            operator: Operator = "!=" if negated else "="
            if near is not None and not self.chunks[near].claimed and self._beside(near, i):
                self.chunks[near].claimed = "filter"
            c.claimed = "filter"
            earlier = done.get((column, negated))
            if earlier and self._listed(earlier[2], i):
                position, old, _ = earlier
                new = Filter(old.item, old.operator, tuple(dict.fromkeys((*old.values, c.link.value))))
                index = next(k for k, f in enumerate(self.found) if f.condition is old)
                self.found[index] = Found(position, new, column)
                done[column, negated] = (position, new, i)
                continue
            made = Filter(Item(column), operator, (c.link.value,))
            self.found.append(Found(i, made, column))
            done[column, negated] = (i, made, i)

    def _beside(self, column_at: int, value_at: int) -> bool:
        """The column's mention belongs to the value: only small words lie between."""
        low, high = sorted((column_at, value_at))
        return all(
            c.kind == "word"
            or c.has("rel", "all", "not", "cmp:=", "none", "cmp:!=", "or")
            or c.kind == "table"
            or c.kind == "value"
            for c in self.chunks[low + 1 : high]
        )

    def _listed(self, first: int, second: int) -> bool:
        """Two values in one list joined by "or" or a comma (an "and" of two values is left to the caller)."""
        between = self.chunks[first + 1 : second]
        return (
            bool(between)
            and any(c.has("or") or c.text == "," for c in between)
            and all(c.has("or", "and", "all", "rel") or c.kind in ("word", "column") for c in between)
        )

    def _texts(self) -> None:
        """Quoted text that no cell holds: a filter on the column it stands by, so that the answer is rightly empty."""
        for i, c in enumerate(self.chunks):
            if c.kind != "text" or c.claimed:
                continue
            at = self.before(i)
            column = self.column(at) if at is not None else None
            if column is not None:
                operator: Operator = "!=" if self.negated(i) else "="
                self._claim("filter", i, at)
                self.found.append(Found(i, Filter(Item(column), operator, (self._literal(i, column),)), column))

    def _numbers(self) -> None:
        for i, c in enumerate(self.chunks):
            if c.claimed or c.kind not in ("number", "date") or (c.number is None and c.kind != "date"):
                continue
            if i and self.chunks[i - 1].has("top", "bottom", "sup:max", "sup:min"):
                continue
            at = self.before(i, 3)
            if at is None and c.kind == "number":
                at = self.after(i, 1)
            column = self.column(at) if at is not None else None
            if column is not None and not self._comparable(column, c):
                column, at = None, None
            if column is None and (c.kind == "date" or _yearlike(c.number)):
                column, at = self._implied(i), None
            if column is None:
                had = [b.text.lower() for b in self.chunks[max(0, i - 2) : i]]
                if c.kind == "number" and any(w in ("have", "has", "had", "with", "having", "exactly") for w in had):
                    self._counted(i, i, "=")
                continue
            if at is not None and at > i and not self.facts.numeric(column):
                continue
            negated = self.negated(i)
            made = self._compare(column, "!=" if negated else "=", i)
            same = [
                f
                for f in self.found
                if f.value_of == column and isinstance(f.condition, Filter) and f.at < i and f.condition.operator == "="
            ]
            self._claim("filter", i, at)
            if at is None and same and i - same[-1].at <= 3 and isinstance(made, Filter):
                old = same[-1]
                assert isinstance(old.condition, Filter)
                old.condition = Filter(old.condition.item, "=", (*old.condition.values, *made.values))
            else:
                self.found.append(Found(i, made, column))
            self._more(i, column)

    def _more(self, i: int, column: Col) -> None:
        """`2014 or 2015`: the numbers that follow in a list belong to the same filter."""
        j = i + 1
        while j + 1 < len(self.chunks) and self.chunks[j].has("or", "and") and self.chunks[j + 1].kind == "number":
            if self.chunks[j + 1].claimed or self.column(j + 2) not in (None, column):
                return
            last = self.found[-1]
            if not isinstance(last.condition, Filter) or last.condition.operator not in ("=", "!="):
                return
            value = self._literal(j + 1, column)
            last.condition = Filter(last.condition.item, last.condition.operator, (*last.condition.values, value))
            self._claim("filter", j, j + 1)
            j += 2

    def _meant_as(self, column: Col, at: int) -> bool:
        """False for a plain number against dates: "older than 60" needs today's date, which no file holds."""
        found = self.facts.column(column)
        dated = found is not None and found.type in TEMPORAL
        return not dated or self.chunks[at].kind == "date" or _yearlike(self.chunks[at].number)

    def _comparable(self, column: Col, c: Chunk) -> bool:
        """A number or date may be a value of this column."""
        found = self.facts.column(column)
        if found is None or found.type in TEMPORAL or self.facts.numeric(column):
            return found is not None
        if _yearlike(c.number) and self._implied(self.chunks.index(c)) is not None:
            return False
        return found.type == "text" and any(value.strip().isdigit() for value, _ in found.profile.common)

    # -- small helpers -------------------------------------------------------------------------------------------

    def _claim(self, by: str, *indices: int | None) -> None:
        for i in indices:
            if i is not None:
                self.chunks[i].claimed = by

    def _quantity(self, quantity: str, operator: str) -> tuple[Col | None, str]:
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
        if c.kind != "date" and not _yearlike(c.number) and not (c.kind == "text" and re.match(r"\d{4}", c.text)):
            return None
        near = [k.link.table for k in self.chunks[max(0, at - 6) : at][::-1] if k.link]
        return self.facts.when(dict.fromkeys([*near, *self.tables]))

    def _literal(self, at: int, column: Col) -> str | float:
        c = self.chunks[at]
        if c.number is not None and self.facts.numeric(column):
            return c.number
        if c.kind in ("number", "cue") and c.number is not None:
            return str(int(c.number)) if c.number.is_integer() else str(c.number)
        return c.link.value if c.link and c.kind == "value" else c.text

    def _compare(self, column: Col, operator: str, at: int) -> Condition:
        """A comparison; a year against a date column is spelt out as dates."""
        found, c = self.facts.column(column), self.chunks[at]
        if found and found.type in ("date", "datetime") and _yearlike(c.number):
            year = f"{int(c.number or 0):04d}"
            if operator == "=":
                return Filter(Item(column), "like", (f"{year}-%",))
            if operator == "!=":
                return Filter(Item(column), "not like", (f"{year}-%",))
            bound = {">": f"{int(year) + 1:04d}-01-01", ">=": f"{year}-01-01", "<": f"{year}-01-01"}.get(operator)
            if bound:
                return Filter(Item(column), ">=" if operator == ">" else _op(operator), (bound,))
            return Filter(Item(column), "<", (f"{int(year) + 1:04d}-01-01",))
        return Filter(Item(column), _op(operator), (self._literal(at, column),))


def _op(operator: str) -> Operator:
    return operator  # type: ignore[return-value]


def _plain(text: str) -> str:
    """Text for a LIKE pattern: the pattern's own signs mean themselves."""
    return text.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")


def _yearlike(number: float | None) -> bool:
    return number is not None and number.is_integer() and 1500 <= number <= 2200


__all__ = ["AnyOf", "Bound", "Conditions", "Found"]
