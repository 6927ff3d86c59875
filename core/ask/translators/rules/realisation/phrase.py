"""A query in plain words, with the schema's labels: the enriched question (Arfaoui, 7.2.5.2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from core.ask.names import head_of
from core.ask.translators.rules.columns import in_calendar
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    RANGE,
    Among,
    AnyOf,
    Best,
    Col,
    Condition,
    Filter,
    Formula,
    Item,
    Leading,
    Order,
    Query,
    Related,
    Scalar,
    Term,
    Via,
    all_tables,
)
from core.ask.translators.rules.realisation.so_many import so_many
from core.ask.translators.rules.shares import parted
from core.model import TEMPORAL
from core.text.number_words import ordinal
from core.text.words import singular

END_OF_DAY = "T23:59:59"
"""Behind a day that is meant to its end."""
_SPANS = frozenset(("", "days", "hours", "minutes"))
"""Names of formulas that do not say from which day to which."""
_SAY = {"median": "median", "sum": "total", "avg": "average", "min": "lowest", "max": "highest"}
_TIMES = {"min": "earliest", "max": "latest"}
_OPERATORS = {
    "=": "=", "!=": "is not", "<": "<", "<=": "≤", ">": ">", ">=": "≥"
}  # fmt: skip
_OF_ANYTHING = frozenset("name title id code no number type kind date status notes description amount total".split())
"""Labels that say little without their table."""
_COUNTS = {">": "more than", "<": "fewer than", ">=": "at least", "<=": "at most", "=": "exactly"}


class Phrase:
    """Says queries in words."""

    def __init__(self, facts: Facts, named: bool = False) -> None:
        """With `named`, a column's table is said even where there is but one; else where the query has several, and
        another table a column of that label, too."""
        self.facts, self._named = facts, named
        self._many = False
        self._shared: frozenset[str] | None = None

    def query(self, q: Query) -> str:
        """One sentence: what is shown, of what, restricted, grouped, ordered."""
        if q.beside:
            sides = [self.query(side) for side in (replace(q, beside=()), *q.beside)]
            return "; beside it ".join(sides) + ("; only where all have rows" if q.everywhere and q.group else "")
        tables = all_tables(q)
        self._many = self._named or len(tables) > 1
        self._shared = self._of_several() if self._many and not self._named else None
        if q.everything:
            shown = f"every column of {self.table(q.tables[0])}"
        else:
            shown = _list([self.item(i) for i in q.select if i.column not in q.group or i.aggregate]) or _list(
                [self.item(i) for i in q.select]
            )
        if q.share:
            whole = self.table(q.tables[0])
            kind = "percentage" if q.share > 1 else "share"
            met, base = map(self.conditions, parted(q.where, q.among))
            return f"{kind} of {whole} where {met}" + (f", among those where {base}" if base else "")
        parts = [("different " if q.distinct else "") + shown]
        counted = any((i.aggregate == "count" or (i.formula and _portion(i.formula))) and i.table for i in q.select)
        if not (self._many or counted or q.everything) and len(tables) == 1 and any(i.column for i in q.select):
            parts[0] += f" of {self.table(tables[0])}"
        named = {i.column.table for i in q.select if i.column} | {i.table for i in q.select}
        extra = [t for t in q.tables if t not in named]
        if extra and not q.everything:
            parts.append("with " + _list([self.table(t) for t in extra]))
        if q.where:
            parts.append("where " + self.conditions(q.where))
        alone = [i.column for i in q.select] == list(q.group) and not any(i.aggregate for i in q.select)
        if q.group and not alone:
            parts.append("for each " + _list(self._groups(q)))
        if q.keep:
            parts.append(f"also {self.table(q.keep)} without any")
        if q.having:
            parts.append("having " + self.conditions(q.having))
        if q.order and q.limit is not None:
            ways = [self._foremost(o) for o in q.order]
            first = f"{ordinal(q.offset + 1)} one" if q.offset else so_many(q) or "one"
            each = f"of each {_list([self.column(c) for c in q.each])} " if q.of_each else ""
            parts.append(f"{each}the {first} with {', then '.join(ways)}")
        elif q.order:
            ways = [f"{self.item(o.item)} ({self.turn(o)})" for o in q.order]
            parts.append("sorted by " + _list(ways))
        elif q.limit is not None:
            parts.append(f"the first {q.limit}" if q.limit > 1 else "the first one")
        return ", ".join(parts)

    def first(self, o: Order) -> str:
        """`largest` or `smallest`, of times `latest` or `earliest`: what comes first."""
        column = o.item.column if o.item.aggregate in ("", "min", "max") and o.item.formula is None else None
        found = self.facts.column(column) if column else None
        if column and (column.part or self.facts.year(column) or (found is not None and found.type in TEMPORAL)):
            return "latest" if o.descending else "earliest"
        return "largest" if o.descending else "smallest"

    def turn(self, o: Order) -> str:
        """`largest first`, `earliest first`; of texts `A to Z`."""
        if self._of_letters(o.item):
            return "Z to A" if o.descending else "A to Z"
        return f"{self.first(o)} first"

    def _foremost(self, o: Order) -> str:
        """`the largest price`; of texts `the last name`."""
        if self._of_letters(o.item):
            return f"the {'last' if o.descending else 'first'} {self.item(o.item)}"
        return f"the {self.first(o)} {self.item(o.item)}"

    def _of_letters(self, i: Item) -> bool:
        """Texts, and no days or months by name, which have an order of their own."""
        found = self.facts.column(i.column) if i.column and not i.column.part else None
        plain = i.aggregate in ("", "min", "max") and i.formula is None
        return plain and found is not None and found.type == "text" and not in_calendar(found)

    def conditions(self, where: Sequence[Condition]) -> str:
        """Each said once."""
        return " and ".join(dict.fromkeys(map(self.condition, where)))

    def _groups(self, q: Query, named: Sequence[Col] = ()) -> list[str]:
        """What the groups are, all or those `named`; a row of a table where its key and what its rows are called by
        make them."""
        said: list[str] = []
        for c in named or q.group:
            key, shown = self.facts.key(c.table), self.facts.display(c.table)
            whole = key in q.group and all(g in (key, *shown) for g in q.group if g.table == c.table)
            said.append(self._row(c.table) if whole else self.column(c))
        return list(dict.fromkeys(said))

    def _row(self, name: str) -> str:
        """One row of a table: `course` of `courses`; the label itself where it is no plain word."""
        table = self.facts.tables.get(name)
        *before, last = (table.label if table else name).replace("_", " ").split(" ")
        plain = " ".join((*before, last)).replace(" ", "").isalpha() and singular(last.lower()) != last.lower()
        said = " ".join((*before, singular(last.lower() if last.isupper() else last)))
        return said if plain else self.table(name)

    def column(self, c: Col) -> str:
        found, table = self.facts.column(c), self.facts.tables.get(c.table)
        label = found.label if found else c.name
        if c.through[0]:
            own = self.facts.column(Col(c.table, c.through[0]))
            return f"`{label}` of `{own.label if own else c.through[0]}`"
        if c.part:
            return f"{c.part} of `{label}`"
        if self._many and table is not None and (self._shared is None or label.casefold() in self._shared):
            return f"`{table.label}.{label}`"
        return f"`{label}`"

    def _of_several(self) -> frozenset[str]:
        """The labels that columns of several tables bear, or might."""
        count = Counter(label for t in self.facts.schema.tables for label in {c.label.casefold() for c in t.columns})
        return _OF_ANYTHING | {label for label, n in count.items() if n > 1}

    def _label(self, c: Col) -> str:
        found = self.facts.column(c)
        return found.label if found else c.name

    def table(self, name: str) -> str:
        table = self.facts.tables.get(name)
        return f"`{table.label if table else name}`"

    def item(self, i: Item) -> str:
        if i.running:
            return f"running {self.item(replace(i, running=False))}"
        if i.where:
            inner = " and ".join(self.condition(c) for c in i.where)
            return f"{self.item(replace(i, where=()))} where {inner}"
        if i.aggregate == "count":
            if i.column is None:
                return (
                    f"number of {'different ' if i.distinct else ''}{self.table(i.table)}"
                    if i.table
                    else "number of rows"
                )
            return f"number of {'different ' if i.distinct else ''}{self.column(i.column)}"
        if i.formula and (met := _portion(i.formula)) is not None:
            kind = "percentage" if i.formula.name == "percent" else "share"
            of = self.table(met.table) if met.aggregate == "count" else self.item(replace(met, where=()))
            base = _whole(i.formula)
            own = [c for c in met.where if c not in base] or met.where
            among = f", among those where {' and '.join(map(self.condition, base))}" if base else ""
            return f"{kind} of {of} where {' and '.join(map(self.condition, own))}{among}"
        if i.formula and i.formula.name == RANGE and isinstance(i.formula.left, Item) and i.formula.left.column:
            return f"range of {self.column(i.formula.left.column)}"
        if i.formula and i.formula.name == "difference":
            return f"difference between {self.term(i.formula.left)} and {self.term(i.formula.right)}"
        if i.formula:
            said = (
                f"{i.formula.name} of {self.term(i.formula)}"
                if i.formula.name == "ratio"
                else self.term(i.formula)
                if i.formula.name in _SPANS
                else i.formula.name or self.term(i.formula)
            )
            return said if i.aggregate in ("", "own") else f"{_SAY[i.aggregate]} {said}"
        said = self.column(i.column) if i.column else "everything"
        found = self.facts.column(i.column) if i.column else None
        times = _TIMES if found is not None and found.type in TEMPORAL and not (i.column and i.column.part) else {}
        once = f", once for each of {self.table(i.table)}" if i.table and i.column else ""
        return f"{times.get(i.aggregate) or _SAY[i.aggregate]} {said}{once}" if i.aggregate else said

    def term(self, term: Term) -> str:
        """A formula as people write it."""
        if isinstance(term, Item):
            return self.item(term)
        if isinstance(term, float | Scalar):
            return self.value(term)
        if term.lasting:
            return f"{term.operator} from {self.term(term.right)} to {self.term(term.left)}"
        sign = {"*": "×", "/": "÷", "-": "−"}.get(term.operator, term.operator)
        return f"({self.term(term.left)} {sign} {self.term(term.right)})"

    def condition(self, c: Condition) -> str:
        if isinstance(c, AnyOf):
            return "(" + " or ".join(self.condition(p) for p in c.parts) + ")"
        if isinstance(c, Related):
            return self._related(c)
        if isinstance(c, Best):
            way = "highest" if c.descending else "lowest"
            return f"{self.column(c.measure)} is the {way} of its {self.column(c.group)}"
        if isinstance(c, Leading):
            way = "largest" if c.descending else "smallest"
            inner = f" of those with {' and '.join(self.condition(w) for w in c.where)}" if c.where else ""
            first = f"among the {n}" if (n := so_many(c)) else "the one"
            return f"{self.table(c.key.table)} is {first} with the {way} {self.item(c.measure)}{inner}"
        if isinstance(c, Via):
            if c.where and not c.negated:
                return f"{self.column(c.column)} is one with " + " and ".join(self.condition(w) for w in c.where)
            if self._label(c.key) != self._label(c.column):
                one = f"{'none' if c.negated else 'one'} of the `{self._label(c.key)}`"
                return f"{self.column(c.column)} is {one} of {self.table(c.key.table)}"
            return f"{self.column(c.column)} is {'not ' if c.negated else ''}in {self.table(c.key.table)} too"
        if isinstance(c, Among):
            inner = f" with {' and '.join(self.condition(w) for w in c.where)}" if c.where else ""
            whose = f"{'any' if c.negated else 'some'} {self.table(c.column.table)}{inner}"
            return f"{self.column(c.column)} is {'not ' if c.negated else ''}that of {whose}"
        if isinstance(c, Filter):
            return self.filter(c)
        assert_never(c)

    def _related(self, c: Related) -> str:
        """`orders` have some `items` with …, or at least 3 of them."""
        number = next((f for f in c.bounds if f.item == Item(None, "count", table=c.tables[0])), None)
        said = "no" if c.negated else "some"
        if number is not None and number.operator in _COUNTS:
            said = f"{'not ' if c.negated else ''}{_COUNTS[number.operator]} {self.value(number.values[0])}"
        else:
            number = None
        inner = f" with {' and '.join(self.condition(w) for w in c.where)}" if c.where else ""
        bounds = [self.condition(f) for f in c.bounds if f is not number]
        inner += f", having {' and '.join(bounds)}" if bounds else ""
        whole = self.table(c.table).strip("`").lower().replace("_", " ").split(" ")
        noun = whole[head_of(whole)]
        have = "have" if singular(noun) != noun else "has"
        return f"{self.table(c.table)} {have} {said} {self.table(c.tables[0])}{inner}"

    def filter(self, f: Filter) -> str:
        left = self.item(f.item)
        if f.operator in ("is null", "is not null"):
            return f"{left} is {'not ' if f.operator == 'is not null' else ''}empty"
        if f.operator in ("like", "not like"):
            joint = " or " if f.operator == "like" else " and "
            return f"{left} " + joint.join(self.pattern(str(v), f.operator == "like") for v in f.values)
        coded = self.facts.column(f.item.column) if f.item.column and not f.item.aggregate else None
        meanings = [coded.meaning(v) if coded and not isinstance(v, Scalar | Col) else "" for v in f.values]
        values = [self.value(v) + (f" ({t})" if t else "") for v, t in zip(f.values, meanings, strict=True)]
        if f.operator == "between":
            return f"{left} is between {values[0]} and {values[1]}"
        return f"{left} {_OPERATORS[f.operator]} {' or '.join(values)}"

    def pattern(self, pattern: str, met: bool) -> str:
        """A LIKE pattern in words: a part of a date, a beginning, an end, a part."""
        text = pattern.strip("%").replace("\\%", "%").replace("\\_", "_").replace("\\\\", "\\")
        if pattern.endswith("%") and not pattern.startswith("%"):
            if re.fullmatch(r"\d{4}(-\d\d){0,2}", text):
                return f"is {'' if met else 'not '}in {text}"
            return f"{'begins' if met else 'does not begin'} with '{text}'"
        if pattern.startswith("%") and not pattern.endswith("%"):
            return f"{'ends' if met else 'does not end'} with '{text}'"
        return f"{'contains' if met else 'does not contain'} '{text}'"

    def value(self, v: str | float | Scalar | Col) -> str:
        if isinstance(v, Scalar):
            met = f" of those with {' and '.join(self.condition(c) for c in v.where)}" if v.where else ""
            alike = f" of the same {_list([self.column(c) for c in v.same])}" if v.same else ""
            return f"the {self.item(v.item)}{alike}{met}"
        if isinstance(v, Col):
            return self.column(v)
        return f"{v:.15g}" if isinstance(v, float) else f"'{v.removesuffix(END_OF_DAY)}'"


def _portion(f: Formula) -> Item | None:
    """The part where a formula is a share of rows or of a total: its left side, a figure with conditions."""
    left = f.left.left if isinstance(f.left, Formula) and f.name == "percent" else f.left
    if f.name not in ("percent", "share") or not isinstance(left, Item) or not left.where:
        return None
    return left if (left.aggregate == "count" and left.table) or left.aggregate == "sum" else None


def _whole(f: Formula) -> tuple[Condition, ...]:
    """What the rows must meet of which such a share is taken."""
    right = f.left.right if isinstance(f.left, Formula) and f.name == "percent" else f.right
    return right.where if isinstance(right, Item) else ()


def _list(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1] if parts else ""
