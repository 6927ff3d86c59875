"""The words for the parts of a reading: tables, columns, figures, orders, comparisons, ways to join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from core.ask.hints.column_terms import Place, shortened
from core.ask.labelled import called, labelled
from core.ask.names import Names, with_article
from core.ask.roles import role_name
from core.ask.table_words import tell_of_others
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Item, Operator, Order, Query
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import NUMERIC, TEMPORAL, PathEdge

_PART_WORDS = {"calendar month": "month of any year"}
_SAY = {"sum": "total", "avg": "average", "median": "median", "min": "lowest", "max": "highest"}
_TIMES = {"min": "earliest", "max": "latest"}
_WORDS: dict[Operator, str] = {
    "=": "is", "!=": "is not", "like": "contains", "not like": "does not contain", "is null": "is empty",
    "is not null": "is not empty", "<": "less than", "<=": "at most", ">": "more than", ">=": "at least",
    "between": "between",
}  # fmt: skip
_DATES: dict[Operator, str] = {"<": "before", "<=": "up to", ">": "after", ">=": "from"}


class Words:
    """What the choices for a query over a schema are called."""

    def __init__(
        self, query: Query, facts: Facts, labels: bool = False, told: Mapping[Place, str] | None = None
    ) -> None:
        """With `labels` tables are called by these, and not as people call their rows. `told`: what stands behind a
        column's label (core.ask.hints.column_terms)."""
        self.query, self.facts, self._labels, self.told = query, facts, labels, told or {}
        self.names = Names(facts.schema.tables)
        self.phrase = _Clauses(facts, self)

    @cached_property
    def aside(self) -> frozenset[str]:
        """Tables that tell of the columns of others: their rows are nothing that is counted or listed."""
        return tell_of_others(self.facts.base.tables)

    def table(self, name: str) -> str:
        """A table by its label, and what one of its rows is."""
        one = self.names.one(name) if self.names.plain(name) and name not in self.aside else ""
        return f"{self.names.label(name)}" + (f": one row is {with_article(one)}" if one else "")

    def rows(self, name: str) -> str:
        """The rows of a table as people call them, where they can be called so."""
        return self.names.label(name) if self._labels else self.names.called(name)

    def column(self, c: Col) -> str:
        """`orders › total`, `orders › placed: year`, `people › q2 (age)`."""
        found = self.facts.column(c)
        label = found.label if found else c.name
        if c.through[0]:
            own = self.facts.column(Col(c.table, c.through[0]))
            label = f"{label} of {own.label if own else c.through[0]}"
        told = self.told.get((self.facts.source(c.table), c.name), "")
        label += f" ({shortened(told)})" if told else ""
        part = f": {_PART_WORDS.get(c.part, c.part)}" if c.part else ""
        return f"{self.rows(c.table)} › {label}{part}"

    def item(self, i: Item) -> str:
        """A figure in words: `average of orders › total`."""
        if i.running:
            return f"running {self.item(replace(i, running=False))}"
        if i.formula or i.where or (i.aggregate in ("", "own") and i.column is None):
            return self.phrase.item(i).replace("`", "")
        if i.aggregate == "count":
            if i.column is None:
                worded = self._labels or i.table not in self.facts.tables or self.names.plain(i.table)
                rows = self.rows(i.table) if i.table and worded else "rows"
                return f"number of {rows}" if worded else f"number of rows in {self.rows(i.table)}"
            return f"number of {'different ' if i.distinct else ''}{self.column(i.column)}"
        assert i.column is not None
        found = self.facts.column(i.column)
        said = _TIMES if found is not None and found.type in TEMPORAL else {}
        way = said.get(i.aggregate) or _SAY.get(i.aggregate, "")
        once = f", once for each of {self.rows(i.table)}" if i.table else ""
        return f"{way} {self.column(i.column)}".strip() + once

    def order(self, o: Order) -> str:
        """`number of orders, largest first`."""
        found = self.facts.column(o.item.column) if o.item.column and o.item.aggregate in ("", "min", "max") else None
        ways = ("largest first", "smallest first")
        if found is not None and found.type in TEMPORAL:
            ways = ("latest first", "earliest first")
        elif found is not None and found.type not in NUMERIC:
            ways = ("Z to A", "A to Z")
        said = "percentage" if self.query.share and o.item.aggregate else self.item(o.item)
        return f"{said}, {ways[0] if o.descending else ways[1]}"

    def operator(self, operator: Operator, item: Item) -> str:
        """A comparison in words that suit what is compared."""
        plain = not item.aggregate and not item.formula
        found = self.facts.column(item.column) if item.column and plain else None
        dated = found is not None and found.type in TEMPORAL
        return _DATES.get(operator, _WORDS[operator]) if dated else _WORDS[operator]

    def condition(self, c: Condition) -> str:
        """A condition as a clause."""
        return self.phrase.condition(c).replace("`", "")

    def part(self, part: Item | Condition | Col | Order) -> str:
        """Any part of a reading: a figure, a column, an order, a condition."""
        if isinstance(part, Item):
            return self.item(part)
        if isinstance(part, Col):
            return self.column(part)
        return f"sorted by {self.order(part)}" if isinstance(part, Order) else self.condition(part)

    def way(self, path: Sequence[PathEdge]) -> str:
        """The joins of a way; of several to one table the role that each gives it comes first."""
        said = (f"{role}: {e.equation}" if (role := self._role(e)) else e.equation for e in path)
        told = labelled(" and ".join(said), self.facts.base.tables)
        return told if self._labels else called(told, self.facts.base.tables)

    def _role(self, e: PathEdge) -> str:
        joins = self.facts.base.joins
        mine = next((j for j in joins if j.id == e.join_id), None)
        pair = (mine.child_table, mine.parent_table) if mine and len(mine.child) == 1 and not mine.is_self else None
        several = sum((j.child_table, j.parent_table) == pair for j in joins) > 1
        return role_name(mine, self.facts.base) if mine and several else ""


class _Clauses(Phrase):
    """Conditions and formulas in words, each column with its table."""

    def __init__(self, facts: Facts, words: Words) -> None:
        super().__init__(facts, named=True)
        self._many, self._words = True, words

    def column(self, c: Col) -> str:
        found = self.facts.tables.get(c.table)
        label, said = (found.label, self._words.rows(c.table)) if found else ("", "")
        return super().column(c).replace(f"`{label}.", f"`{said}.", 1)

    def table(self, name: str) -> str:
        return f"`{self._words.rows(name)}`"
