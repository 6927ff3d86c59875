"""The words for whole parts of a query: things with their conditions, figures, what is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.cells import text
from core.ask.names import many_of, with_article
from core.ask.translators.rules.query import (
    RANGE,
    Condition,
    Filter,
    Formula,
    Item,
    Related,
    Scalar,
    condition_items,
)
from core.ask.translators.rules.realisation.clauses import Clauses, asks_one_text, table_of
from core.ask.translators.rules.realisation.phrase import Phrase

_FUNCTIONS = {"sum": "total", "avg": "average", "median": "median", "min": "lowest", "max": "highest"}
_TIMES = {"min": "earliest", "max": "latest"}


class Speech(Clauses):
    """`trips in Leeds that have no repairs`, `average price`, `share of books with genre Novel`."""

    def things(
        self, table: str, where: Sequence[Condition] = (), n: int | None = None, also: Sequence[str] = ()
    ) -> str:
        """A table's rows that meet conditions and have rows in the tables `also`; of one (`n` = 1) in the singular."""
        said = self.clauses(self._people(where), table)
        if not any(i.column and i.column.table != table for i in condition_items(tuple(where))):
            tables_said = {table, *(t for c in where if isinstance(c, Related) for t in c.tables)}
            said += [f"with {self.names.many(t)}" for t in also if t not in tables_said]
        if n == 1:
            said = [c.replace("that have ", "that has ", 1) if c.startswith("that have ") else c for c in said]
        return " ".join([self.names.many(table, n), *said])

    def subject(self, table: str, where: Sequence[Condition] = (), also: Sequence[str] = ()) -> str:
        """What is spoken of: a thing by its name where the conditions give it, else the things that meet them."""
        display, key = self.facts.display(table), self.facts.key(table)
        named = [c for c in where if isinstance(c, Filter) and asks_one_text(c)]
        if where and len(named) == len(where):
            columns = [c.item.column for c in named]
            if all(c in display for c in columns):
                return " ".join(self.named(c) for c in named)
            if columns == [key]:
                return f"{self.names.one(table)} {self.named(named[0])}"
        return self.things(table, where, also=also)

    def named(self, f: Filter) -> str:
        """The one text or time that a condition asks for."""
        c, value = f.item.column, str(f.values[0])
        return self.time(c, value) if c is not None and self.dated(c) else text(value)

    def of(self, what: str, things: str, about: str) -> str:
        """A figure of things: `total price of orders in 2023`, but `total number of orders in 2023`."""
        many = self.names.many(about)
        if what == many:  # of `visits` a column `visits`
            return things
        return what + things.removeprefix(many) if what.endswith(f" {many}") else f"{what} of {things}"

    def item(self, i: Item, about: str) -> str:
        """A figure or a column: `average price`, `number of trips`, `latest order date`."""
        if i.running:
            return f"running {self.item(replace(i, running=False), about)}"
        if i.where:
            return " ".join([self.item(replace(i, where=()), about), *self.clauses(i.where, about)])
        if i.aggregate == "count":
            return f"number of {self.counted(i, about)}"
        if i.formula:
            said = self._made(i.formula, about)
            return said if i.aggregate in ("", "own") else f"{_FUNCTIONS[i.aggregate]} {said}"
        if i.column is None:
            return "figure"
        said = self.column(i.column, about)
        if not i.aggregate:
            return said
        if self.counts(i) and i.aggregate != "sum":
            of = {"min": "fewest ", "max": "most "}.get(i.aggregate, f"{_FUNCTIONS[i.aggregate]} number of ")
            return of + said
        times = _TIMES if self.dated(i.column) or self.year(i.column) else {}
        how = times.get(i.aggregate) or _FUNCTIONS[i.aggregate]
        once = f" of all {self.names.many(i.table)}" if i.table else ""
        return (said if said.split(" ")[0] == how else f"{how} {said}") + once  # of a `TotalCost` no “total total cost”

    def counted(self, i: Item, about: str, n: int | None = None) -> str:
        """`trips`, `different cities`, `orders with a date shipped`; of one (`n` = 1) in the singular."""
        c = i.column
        if c is None or self.stands_for(c):
            table = i.table or (c.table if c else "")
            said = self.names.many(table, n) if table else "row" if n == 1 else "rows"
        elif i.distinct:
            thing = c == self.facts.thing(c.table)
            said = f"different {many_of(self.role(c, c.table) if thing else self.column(c, about), n)}"
        else:
            found = self.facts.column(c)
            said = self.names.many(c.table, n)
            if found is None or found.profile.nulls:
                said = f"{said} with {with_article(self.column(c, c.table))}"
        return " ".join([said, *self.clauses(i.where, i.table or about)])

    def _made(self, f: Formula, about: str) -> str:
        """A share, a ratio, days between two dates, one thing for each of another; another formula by its name."""
        if f.lasting:
            return f"number of {f.operator} from {self._term(f.right, about)} to {self._term(f.left, about)}"
        inner = f.left.formula if isinstance(f.left, Item) else f.left
        if f.operator == "*" and isinstance(inner, Formula) and f.name in ("", "percent"):
            return self._made(inner, about)
        left, right = side_of(f.left), side_of(f.right)
        if f.name.endswith(" of the total") and right is not None:
            kind = f.name.split()[0]
            if right.aggregate == "count":
                return f"{kind} of all {self.counted(replace(right, where=()), about)}"
            return f"{kind} of the {self.item(right, about)}"
        if f.name == RANGE and left is not None and left.column is not None:
            return f"range of {self.column(left.column, about)}"
        if f.operator == "/" and left is not None and right is not None:
            if f.name == "ratio":
                return f"ratio of {self._side(left, about)} to {self._side(right, about)}"
            if left.aggregate == right.aggregate == "count" and left.where and left.table == right.table:
                return f"share of {self.things(left.table, left.where)}"
            if left.aggregate == "sum" and left.where and replace(left, where=()) == right:
                return f"share of {self.item(right, about)} {' '.join(self.clauses(left.where, table_of(left)))}"
            if left.aggregate == "count" and right.distinct and right.column is not None:
                each = self.role(right.column, table_of(left))
                return f"average number of {self.counted(left, about)} per {each}"
        return f.name or Phrase(self.facts).term(f).replace("`", "")

    def _term(self, term: object, about: str) -> str:
        return self.item(term, about) if isinstance(term, Item) else "today"

    def _side(self, i: Item, about: str) -> str:
        return self.counted(i, i.table or about) if i.aggregate == "count" else self.item(i, about)

    def _people(self, where: Sequence[Condition]) -> list[Condition]:
        """First and last name of one person as one condition."""
        kept = list(where)
        found = {c.item.column: c for c in where if isinstance(c, Filter) and asks_one_text(c)}
        for column, first in found.items():
            person = self.facts.person(column.table) if column else None
            last = found.get(person[1]) if person and column == person[0] else None
            if last is not None:
                kept[kept.index(first)] = replace(first, values=(f"{first.values[0]} {last.values[0]}",))
                kept.remove(last)
        return kept


def side_of(term: object) -> Item | None:
    """A side of a formula as a figure with its conditions."""
    if isinstance(term, Scalar):
        return replace(term.item, where=(*term.item.where, *term.where))
    return term if isinstance(term, Item) and term.formula is None else None
