"""Matches: cell values, quoted text, patterns, numbers said bare, missing values."""

from __future__ import annotations

from core.ask.translators.rules.chunks.conditions.restrictions import Found, Restrictions
from core.ask.translators.rules.query import Col, Filter, Item, Operator
from core.ask.translators.rules.years import yearlike

_HAVE = frozenset("have has had having with".split())
_CALLED = frozenset("is was are named called titled entitled =".split())


class Matches(Restrictions):
    """Reads what must equal, contain, hold or lack something."""

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

    def _held_in(self) -> None:
        """`have 'Express' in their names`: a part of the text."""
        for i, c in enumerate(self.chunks[:-2]):
            held = c.kind in ("text", "value") and not c.claimed
            if not held or self.chunks[i + 1].text.lower() != "in" or not self._have(i):
                continue
            at = self.after(i + 1, 3)
            column = self.column(at) if at is not None else None
            found = self.facts.column(column) if column else None
            if at is None or column is None or found is None or found.type != "text":
                continue
            negated = self.negated(i, 3)
            self._claim("filter", i, at)
            made = Filter(Item(column), "not like" if negated else "like", (f"%{_plain(c.text)}%",))
            self.found.append(Found(i, made, column))

    def _have(self, i: int) -> bool:
        return any(c.text.lower() in _HAVE for c in self.chunks[max(0, i - 3) : i])

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

    def _values(self) -> None:
        done: dict[tuple[Col, bool], tuple[int, Filter, int]] = {}
        for i, c in enumerate(self.chunks):
            if c.kind != "value" or c.claimed or c.link is None:
                continue
            column = Col(c.link.table, c.link.column)
            behind = i + 1 < len(self.chunks) and self.column(i + 1) == column and not self.chunks[i + 1].claimed
            near = next((j for j in range(i - 1, max(-1, i - 5), -1) if self.column(j) == column), None)
            if behind and (near is None or self.chunks[near].claimed):
                near = i + 1
            left_out = done.get((column, True))
            negated = self.negated(i) or (left_out is not None and self._one_scope(left_out[2], i))
            operator: Operator = "!=" if negated else "="
            if near is not None and not self.chunks[near].claimed and self._beside(near, i) and not self._each(near):
                self.chunks[near].claimed = "filter"
            c.claimed = "filter"
            earlier = done.get((column, negated))
            if earlier and (self._listed(earlier[2], i) or (negated and self._one_scope(earlier[2], i))):
                position, old, last = earlier
                for joint in self.chunks[last + 1 : i]:
                    if joint.has("or"):
                        joint.claimed = "filter"  # within the list: what follows it holds for all of it
                new = Filter(old.item, old.operator, tuple(dict.fromkeys((*old.values, self._stored(i, column)))))
                index = next(k for k, f in enumerate(self.found) if f.condition is old)
                self.found[index] = Found(position, new, column)
                done[column, negated] = (position, new, i)
                continue
            made = Filter(Item(column), operator, (self._stored(i, column),))
            self.found.append(Found(i, made, column))
            done[column, negated] = (i, made, i)

    def _stored(self, i: int, column: Col) -> str | float:
        """The value that chunk `i` names, as its column holds it."""
        link = self.chunks[i].link
        value = link.value if link else ""
        coded = link is not None and link.how == "code" and self.facts.numeric(column)
        return float(value) if coded else value

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

    def _each(self, at: int) -> bool:
        """`by town except Leith`: the column is what is grouped by."""
        before = [c for c in self.chunks[max(0, at - 2) : at] if not c.has("all")]
        return bool(before) and (before[-1].has("group") or before[-1].text.lower() in ("by", "per"))

    def _one_scope(self, first: int, second: int) -> bool:
        """`not from Leith or Dunbar`, `except Leith and Dunbar`: a negation holds for a list up to its end."""
        between = self.chunks[first + 1 : second]
        return any(c.has("or", "and") for c in between) and all(
            c.has("or", "and", "all", "rel", "not", "none", "cmp:!=") for c in between
        )

    def _texts(self) -> None:
        """Quoted text that no cell holds: a filter on the column it stands by, so that the answer is rightly empty."""
        for i, c in enumerate(self.chunks):
            if c.kind != "text" or c.claimed:
                continue
            if self._person(i):
                continue
            at = self.before(i)
            column = self.column(at) if at is not None else None
            if column is not None:
                operator: Operator = "!=" if self.negated(i) else "="
                self._claim("filter", i, at)
                self.found.append(Found(i, Filter(Item(column), operator, (self._literal(i, column),)), column))

    def _person(self, i: int) -> bool:
        """`"Ada Holm"`, which no cell holds: the first and the last name of somebody, where they lie apart."""
        first, _, last = self.chunks[i].text.partition(" ")
        people = [p for t in dict.fromkeys([*self.tables, *self.facts.tables]) if (p := self.facts.person(t))]
        spelt = all(part[:1].isupper() for part in (first, *last.split())) and 1 <= len(last.split()) <= 2
        labelled = i > 0 and (self.chunks[i - 1].kind == "column" or self.chunks[i - 1].text.lower() in _CALLED)
        if not people or not spelt or labelled:
            return False
        self._claim("filter", i)
        for column, part in zip(people[0], (first, last), strict=True):
            self.found.append(Found(i, Filter(Item(column), "=", (part,)), column))
        return True

    def _numbers(self) -> None:
        for i, c in enumerate(self.chunks):
            if c.claimed or c.kind not in ("number", "date") or (c.number is None and c.kind != "date"):
                continue
            if i and self.chunks[i - 1].has("top", "bottom", "sup:max", "sup:min"):
                continue
            ranked = any(d.starts("sup:") and not d.claimed for d in self.chunks[i + 2 :])
            if ranked and i + 1 < len(self.chunks) and self.chunks[i + 1].kind == "table":
                continue
            at = self.before(i, 3)
            if at is None and c.kind == "number":
                at = self.after(i, 1)
            column = self.column(at) if at is not None else None
            if column is not None and not self._comparable(column, c):
                column, at = None, None
            if column is None and (c.kind == "date" or yearlike(c.number)):
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


def _plain(text: str) -> str:
    """Text for a LIKE pattern: the pattern's own signs mean themselves."""
    return text.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
