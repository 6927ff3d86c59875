"""The conditions of a query in words, as they stand behind the things that they hold for."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from core.ask.cells import date, figure, quoted, text
from core.ask.names import listed, with_article
from core.ask.translators.rules.passes.known_values import unknown_numbers
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Best,
    Col,
    Condition,
    Filter,
    Item,
    Leading,
    Related,
    Scalar,
    Via,
    condition_items,
    tables_of,
)
from core.ask.translators.rules.realisation.so_many import so_many
from core.ask.translators.rules.realisation.words import Words

_HOLD = frozenset(("=", "like", "between", "<", ">", "<=", ">="))
"""Conditions that no empty cell meets, so that it need not be said that it is filled."""
_PERIOD = re.compile(r"\d{4}(-\d\d){0,2}%|\d{4}/\d\d%")
_OPEN_END = re.compile(r"(?<!\\)%$")
_ESCAPED = re.compile(r"\\(.)")
_NUMBERS = {">": "over", "<": "under", ">=": "of at least", "<=": "of at most", "=": "of", "!=": "other than"}
_COUNTS = {">": "more than", "<": "fewer than", ">=": "at least", "<=": "at most", "=": "exactly", "!=": "other than"}
_PLACED = 2
"""Letters of a place's name or code, at least."""
_AGAINST = {">": "more {} than", "<": "fewer {} than", "=": "as many {} as"}
_DATES = {">": "after", "<": "before", ">=": "from", "<=": "up to", "!=": "other than"}


class Clauses(Words, ABC):
    """`with a price over 10`, `in Leeds`, `that have no repairs`."""

    @abstractmethod
    def item(self, i: Item, about: str) -> str:
        """A figure or a column."""

    @abstractmethod
    def counted(self, i: Item, about: str, n: int | None = None) -> str:
        """What a count counts; of one (`n` = 1) in the singular."""

    @abstractmethod
    def things(
        self, table: str, where: Sequence[Condition] = (), n: int | None = None, also: Sequence[str] = ()
    ) -> str:
        """A table's rows that meet conditions."""

    def clauses(self, where: Sequence[Condition], about: str) -> list[str]:
        """Conditions one behind the other; one that begins as the one before goes on with `and`."""
        out: list[str] = []
        opened = ""
        held = {c.item for c in where if isinstance(c, Filter) and c.operator in _HOLD}
        told = (c for c in where if not (isinstance(c, Filter) and c.operator == "is not null" and c.item in held))
        for clause in dict.fromkeys(self.clause(c, about) for c in told):
            shared = next((s for s in ("that have ", "with ") if clause.startswith(s)), "")
            first = clause.split(" ", 1)[0]
            out.append(f"and {clause.removeprefix(shared)}" if first == opened else clause)
            opened = first
        return out

    def clause(self, c: Condition, about: str) -> str:
        """One condition."""
        if isinstance(c, Filter):
            return self._filter(c, about)
        if isinstance(c, AnyOf):
            return self._either(c, about)
        if isinstance(c, Related):
            return self._related(c)
        if isinstance(c, Best):
            way = self.way(Item(c.measure), c.descending)
            return f"with the {way} {self.column(c.measure, about)} of their {self.one_group(c.group, about)}"
        if isinstance(c, Leading):
            return self._leading(c, about)
        if isinstance(c, Via):
            return self._via(c, about)
        if isinstance(c, Among):
            return self._among(c, about)
        assert_never(c)

    def having(self, f: Filter, about: str) -> str:
        """A bound on a group's figure, behind `that have`: `more than 5 trips`, `an average price over 10`."""
        if f.item.aggregate == "count" and f.operator in _COUNTS:
            values = [self._compared(v, f.item, about) for v in f.values]
            return f"{_COUNTS[f.operator]} {values[0]} {self.counted(f.item, about, 1 if f.values[0] == 1 else None)}"
        if f.item.aggregate == "count" and f.operator == "between":
            low, high = (self._compared(v, f.item, about) for v in f.values)
            return f"between {low} and {high} {self.counted(f.item, about)}"
        return self._filter(f, about).removeprefix("with ")

    def _related(self, c: Related) -> str:
        """`that have no repairs`, `that have more than 3 loans of a novel`, `… orders with a total over 100`."""
        there = self.things(c.tables[0], c.where, also=c.tables[1:])
        if not c.bounds:
            return f"that have {'no ' if c.negated else ''}{there}"
        rows = Item(None, "count", table=c.tables[0])
        number = next((f for f in c.bounds if f.item == rows and f.operator in _COUNTS), None)
        said = f"{'do not have' if c.negated else 'have'} "
        if number is not None:
            one = 1 if number.values[0] == 1 else None
            there = self.things(c.tables[0], c.where, one, c.tables[1:])
            said += f"{_COUNTS[number.operator]} {self._compared(number.values[0], rows, c.tables[0])} "
        others = [self.having(f, c.tables[0]) for f in c.bounds if f is not number]
        return f"that {said}{there}" + (f" with {listed(others)}" if others else "")

    def _either(self, c: AnyOf, about: str) -> str:
        first = c.parts[0]
        alike = [p for p in c.parts if isinstance(p, Filter) and isinstance(first, Filter) and p.item == first.item]
        if (
            isinstance(first, Filter)
            and len(alike) == len(c.parts)
            and {p.operator for p in alike} in ({"="}, {"like"})
        ):
            return self._filter(replace(first, values=tuple(v for p in alike for v in p.values)), about)
        if len(alike) == len(c.parts) and {p.operator for p in alike} == {"!=", "is null"}:
            yes = next(p for p in alike if p.operator == "!=")
            if (no := self._no(yes)) != yes:  # `Canc?` holds a Y or nothing
                return self._filter(no, about)
        said = [self.clause(p, about) for p in c.parts]
        shared = next((s for s in ("that have ", "with ", "in ") if all(p.startswith(s) for p in said)), "")
        return shared + listed([p.removeprefix(shared) for p in said], joint="or")

    def _leading(self, c: Leading, about: str) -> str:
        """`of the customer with the most orders`."""
        first = f"{n} " if (n := so_many(c)) else ""
        things = self.names.label(c.key.table)
        measure = self.counted(c.measure, about) if c.measure.aggregate == "count" else ""
        if measure:
            return f"of the {first}`{things}` with the {'most' if c.descending else 'fewest'} {measure}"
        said = self.column(c.measure.column, about) if c.measure.column else "figure"
        return f"of the {first}`{things}` with the {self.way(c.measure, c.descending)} {said}"

    def _via(self, c: Via, about: str) -> str:
        what = self.role(c.column, about)
        if c.where and not c.negated:
            only = c.where[0] if len(c.where) == 1 else None
            if isinstance(only, Filter) and asks_one_text(only) and only.item.column in self.facts.display(c.key.table):
                return f"with {what} {quoted(str(only.values[0]))}"
            return f"whose {what} is one {' '.join(self.clauses(c.where, c.key.table))}"
        there = f"`{self.names.label(c.key.table)}`"
        ends = [found.label if (found := self.facts.column(e)) else e.name for e in (c.column, c.key)]
        if ends[0] != ends[1]:
            return f"whose {self.column(c.column, about)} is {'no' if c.negated else 'also a'} `{ends[1]}` of {there}"
        return f"whose {self.column(c.column, about)} is {'not ' if c.negated else 'also '}in {there}"

    def _among(self, c: Among, about: str) -> str:
        """`whose city is also that of some with name Ada`; of things by their names, `that have no orders in 2024`."""
        if (theirs := self._had(c)) is not None:
            return self._related(theirs)
        inner = " ".join(self.clauses(c.where, c.column.table))
        met = "has none" if c.negated else "is also that of some"
        return f"whose {self.column(c.column, about)} {met} {inner}"

    def _had(self, c: Among) -> Related | None:
        """The same said of the things that are called so, where all that is asked is of what belongs to them."""
        things = c.column.table
        if c.column not in self.facts.display(things):
            return None
        (only, *others) = c.where or (None,)
        if isinstance(only, Related) and not others and only.table == things:
            return replace(only, negated=only.negated != c.negated)
        tables = {t for i in condition_items(c.where) for t in tables_of(i)}
        if len(tables) != 1 or not tables <= set(self.facts.belonging(things)):
            return None
        return Related(things, tuple(tables), c.where, c.negated)

    def _no(self, f: Filter) -> Filter:
        """`other than Y` of a column of yes and no: it is no; other comparisons as they are."""
        flag = self.facts.flag(f.item.column) if f.item.column and f.operator == "!=" and not f.item.formula else None
        return replace(f, operator="=", values=flag[1:]) if flag is not None and f.values == flag[:1] else f

    def _filter(self, f: Filter, about: str) -> str:
        f = self._no(f)
        what = self.item(f.item, about)
        column = None if f.item.formula or f.item.aggregate else f.item.column
        if f.operator in ("is null", "is not null"):
            without = "without " if f.operator == "is null" else "with "
            if column is not None and about and column.table != about and about in self.facts.owners(column.table):
                own = with_article(self.column(column, column.table))  # of several one has none, and not all
                return f"with {with_article(self.names.one(column.table))} {without}{own}"
            return without + with_article(what)
        if f.operator in ("like", "not like"):
            return _like(f, what)
        if f.operator == "!=" and column is not None and set(f.values) == set(unknown_numbers(column, self.facts)):
            return f"with {with_article(f'known {what}')}"  # and not −9, “not recorded”
        values = [self._compared(v, f.item, about) for v in f.values]
        either = listed(values, joint="or")
        if f.operator == "=" and any(isinstance(v, Scalar) and v.item.column == column for v in f.values):
            return f"with {either}"  # the latest order date, the highest price
        if f.operator == "between":
            return f"with {with_article(what)} between {values[0]} and {values[1]}"
        if (column is not None and self.counts(f.item)) or _lasting(f.item):
            return self._so_many(f, what, either)
        if column is None or not (
            self.coded(column) or self.year(column) or column.part or not self.facts.measure(column)
        ):
            return self._flag(f, what) or f"with {with_article(what)} {_NUMBERS[f.operator]} {either}"
        if f.operator == "=":
            return self._equal(f, column, what, either, about)
        if column.part == "weekday":
            return f"with {self.column(Col(column.table, column.name), about)} not on a {either}"
        if f.operator != "!=" and (self.dated(column) or self.year(column)):
            return f"with {what} {_DATES[f.operator]} {either}{' on' if f.operator == '>=' else ''}"
        return f"with {what} {'other than' if f.operator == '!=' else _NUMBERS[f.operator]} {either}"

    def _equal(self, f: Filter, column: Col, what: str, either: str, about: str) -> str:
        if column.part == "weekday":
            return f"with {self.column(Col(column.table, column.name), about)} on a {either}"
        if column.part == "calendar month":
            return f"with {self.column(Col(column.table, column.name), about)} in {either}"
        if column.part == "decade":
            return f"with {what.removeprefix('decade of ')} in {listed([date(str(v)) for v in f.values], joint='or')}"
        if column.part == "year" or self.year(column):
            return f"with {what.removeprefix('year of ')} in {either}"
        coded = any(isinstance(v, str) and len(v) < _PLACED for v in f.values)  # a state `C` is no place
        if self.place(column) and column.table == about and not column.through[0] and not coded:
            return f"in {either}"
        if what.endswith(" by") and column.table == about:
            return f"{what} {either}"
        return self._flag(f, what) or f"with {what} {either}"

    def _so_many(self, f: Filter, what: str, either: str) -> str:
        """`with more than 300 pages`, `more than 60 hours in total`, `with more docks than the average`."""
        what = what.removeprefix("number of ")
        for how, behind in (("total number of ", " in total"), ("average number of ", " on average")):
            what = what.removeprefix(how) + behind if what.startswith(how) else what
        if not any(isinstance(v, Scalar | Col) for v in f.values):
            return f"with {_COUNTS[f.operator]} {either} {what}".replace("with exactly ", "with ")
        if f.operator in _AGAINST:
            return f"with {_AGAINST[f.operator].format(what)} {either}"
        return f"with {what} {_NUMBERS[f.operator]} {either}"

    def _flag(self, f: Filter, what: str) -> str:
        """A column of yes and no; empty for all others."""
        flags = self.facts.flag(f.item.column) if f.item.column and f.operator == "=" and not f.item.formula else None
        found = self.facts.column(f.item.column) if f.item.column else None
        told = f.values[0] if len(f.values) == 1 else None
        if isinstance(told, str) and told.isdecimal() and found is not None and found.type == "integer":
            told = float(told)
        if flags is None or told not in flags:
            return ""
        asked, yes = f"{what} ".split(" ", 1), told == flags[0]
        if asked[0] in ("is", "has") and asked[1]:
            verb = {"is": "that are ", "has": "that have "}[asked[0]]
            return f"{verb}{'' if yes else 'not ' if asked[0] == 'is' else 'no '}{asked[1].strip()}"
        if found is not None and found.type == "integer":
            return ""
        return f"with {what}: {'yes' if yes else 'no'}"

    def _compared(self, v: str | float | Scalar | Col, item: Item, about: str) -> str:
        """What a column or a figure is compared with."""
        c = item.column
        if isinstance(v, Scalar):
            of = f" of {self.things(table_of(v.item), v.where)}" if v.where else ""
            of += f" of their {listed([self._alike(c, about) for c in v.same])}" if v.same else ""
            if v.item.column is not None and v.item.column == c and v.item.aggregate == "avg" and not v.where:
                return f"the average{of}"
            return f"the {self.item(v.item, about)}{of}"
        if isinstance(v, Col):
            return f"the {self.column(v, about)}"
        if c is not None and not item.aggregate and not item.formula and (meaning := self.code_meaning(c, v)):
            return text(v) + meaning
        if isinstance(v, float):
            plain = c is not None and not item.aggregate and (not self.facts.measure(c) or self.year(c))
            return text(v) if plain and not item.formula else figure(v, self.unit(item))
        if c is not None and self.dated(c):
            return self.time(c, v)
        return quoted(v)

    def time(self, c: Col, v: str) -> str:
        """A day of a column of days; of one of months, the month."""
        return date(v[:7] if self.monthly(c) and v.endswith("-01") else v)

    def _alike(self, c: Col, about: str) -> str:
        """What rows are alike in: the thing that they refer to, else what stands in the column."""
        join = self.facts.refers(c)
        return self.names.one(join.parent_table) if join is not None else self.one_group(c, about)


def _lasting(item: Item) -> bool:
    """A span of time."""
    return item.formula is not None and item.formula.lasting


def _like(f: Filter, what: str) -> str:
    """A LIKE pattern in words: a part of a date, a beginning, an end, a part."""
    met, ways = f.operator == "like", []
    for pattern in map(str, f.values):
        bare = _ESCAPED.sub(r"\1", _OPEN_END.sub("", pattern.removeprefix("%")))
        if _PERIOD.fullmatch(pattern):
            ways.append(f"in {date(bare)}")
            continue
        starts, ends = not pattern.startswith("%"), _OPEN_END.search(pattern) is None
        way = "equal to" if starts and ends else "beginning with" if starts else "ending with" if ends else "containing"
        ways.append(f"{way} “{text(bare)}”")
    return f"with {what} {'' if met else 'not '}{listed(ways, joint='or')}"


def asks_one_text(f: Filter) -> bool:
    """It holds for one text alone."""
    return f.operator == "=" and len(f.values) == 1 and isinstance(f.values[0], str)


def table_of(i: Item) -> str:
    return i.column.table if i.column else i.table
