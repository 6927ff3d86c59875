"""The words for columns, groups and cells of a query. `about` is always the table whose rows a sentence speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.cells import date, figure, parted, text
from core.ask.label_stems import six_figured_years, stems
from core.ask.names import Names, listed, many_of
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Formula, Item
from core.ingest.periods import monthly
from core.model import TEMPORAL, Value
from core.text.key_words import KEY_WORDS, RARE_KEY_WORDS

_KEYS = frozenset((*KEY_WORDS, *RARE_KEY_WORDS))
_PLACES = frozenset(
    stem(w) for w in "city country state town region district province county continent borough".split()
)
"""Labels of what things are in."""
_LEADING = (" in", " on", " at", " to", " from")
"""Words with which the label of a time ends, and that lead to a time in a sentence."""
NAMING = 0.5
"""Least share of distinct values of a column that names the rows of its table."""


class Words:
    """What is said of the schema alone."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.names = Names(facts.schema.tables)

    def column(self, c: Col, about: str) -> str:
        """A column's words; with its table's where that is not the one spoken of."""
        if c.through[0]:
            holder, role = c.of or c.table, self.role(Col(c.table, c.through[0]), c.table)
            if self.facts.display(holder) == (Col(holder, c.name),):
                return role
            return f"{self.names.column(holder, c.name)} of the {role}"
        own = c.table == about
        said = self.names.column(c.table, c.name) if own else self.names.of(c.table, c.name)
        if not own and c in self.facts.display(c.table) and self.names.plain(c.table):
            said = self.names.one(c.table)
        found = self.facts.column(c)
        if found is not None and found.type in TEMPORAL and said.endswith(_LEADING):  # “date in” in 2024
            said = f"“{said}”"
        return f"{c.part} of {said}" if c.part and c.part != said else said  # no “month of month”

    def role(self, c: Col, about: str) -> str:
        """What a column that refers to another row calls it: `manager` for `manager_id`."""
        *rest, last = self.column(c, about).split(" ")
        return " ".join(rest) if rest and last in _KEYS else " ".join([*rest, last])

    def group(self, columns: Sequence[Col], about: str) -> str:
        """What the groups are: `station`, `genre and month`."""
        return listed([f"“{said}”" if said.endswith(" by") else said for said in self._said(columns, about)])

    def groups(self, columns: Sequence[Col], about: str, n: int | None = None) -> str:
        """How many groups: `stations`, `months`; `combinations` where several columns make one."""
        said = self._said(columns, about)
        if len(said) != 1:
            return "combination" if n == 1 else "combinations"
        part = next((c.part for c in columns if c.part), "")
        if not part and said[0].endswith(" by"):  # `seen by`
            return f"{'value' if n == 1 else 'values'} of “{said[0]}”"
        return many_of(part or said[0], n)

    def each_a_row(self, columns: Sequence[Col]) -> bool:
        """A key, or what refers to one, is among the groups: each is a thing of its own, though several may have one
        name."""
        return any(c == self.facts.key(c.table) or self.facts.refers(c) for c in columns)

    def _said(self, columns: Sequence[Col], about: str) -> list[str]:
        """Each group's word once; a key needs none beside the names of what it refers to."""
        tables = {c.table for c in columns}
        keys = {
            c: j.parent_table for c in columns if (j := self.facts.refers(c)) and j.parent_table in tables - {c.table}
        }
        named = {t: self._named_whole(t, columns, referred=t in keys.values()) for t in tables}
        said = (
            self.names.one(c.table) if named[c.table] else self.one_group(c, about, columns)
            for c in columns
            if c not in keys
        )
        return list(dict.fromkeys(said))

    def _named_whole(self, table: str, columns: Sequence[Col], *, referred: bool) -> bool:
        """Its key, or what refers to it, and what its rows are called by make a group of each row, or first and last
        names alone."""
        own, key, shown = {c for c in columns if c.table == table}, self.facts.key(table), self.facts.display(table)
        meant = self.facts.meaning_of(key) if key in own and key is not None else None
        told = (referred or (key in own and len(own) > 1)) and own <= {key, *shown, meant}
        return self.names.plain(table) and (told or (own == set(self.facts.person(table) or ()) and bool(own)))

    def one_group(self, c: Col, about: str, beside: Sequence[Col] = ()) -> str:
        """A group's word: a thing only where it is told by its key or its whole name, with what stands `beside`."""
        key, display = self.facts.key(c.table), self.facts.display(c.table)
        if c.part or c.through[0] or (c != key and c not in display):
            return self.column(c, about)
        whole = key in beside or set(display) <= {*beside, c}
        if c == key or (whole and (key in beside or len(display) > 1 or self._names_rows(c))):
            return self.names.one(c.table) if self.names.plain(c.table) else self.column(c, about)
        if len(display) > 1:
            return self.names.column(c.table, c.name)
        return self.names.column(c.table, c.name) if c.table == about else self.names.of(c.table, c.name)

    def _names_rows(self, c: Col) -> bool:
        """Rarely two rows have one value of it: a product's name, not the park of each month's visits."""
        found = self.facts.column(c)
        rows = self.facts.tables[c.table].rows
        return found is not None and found.profile.distinct >= NAMING * (rows - found.profile.nulls)

    def unit(self, i: Item) -> str:
        """The unit of a figure."""
        if i.formula:
            known = {"percent": "%", "age": "years"}
            if made := next((known[n.split()[0]] for n in _names(i.formula) if n and n.split()[0] in known), ""):
                return made
            sides = [t for t in (i.formula.left, i.formula.right) if isinstance(t, Item)]
            units = {self.unit(side) for side in sides} if i.formula.operator in ("+", "-") else set()
            return units.pop() if len(sides) == 2 and len(units) == 1 else ""
        if i.column is None or i.aggregate == "count" or i.column.part:
            return ""
        return self.names.unit(i.column.table, i.column.name)

    def values(self, i: Item, cells: Sequence[Value]) -> list[str]:
        """Cells of an item that stand beside each other, with as many decimals each."""
        parts = parted(cells)
        return [self.value(i, v, parts=parts) for v in cells]

    def value(self, i: Item, v: Value, *, parts: bool = False) -> str:
        """A cell of an item: a figure with its unit, a year or a code plainly, a date in words. `parts`: such as stand
        beside it have decimals."""
        c = i.column
        if i.aggregate in ("", "min", "max") and i.formula is None and c is not None:
            if c.part == "month" or (self.dated(c) and not c.part):
                return date(v)
            if (
                c.part
                or self.year(c)
                or self.facts.identifying(c)
                or not isinstance(v, int | float)
                or self.code_meaning(c, v)
            ):
                return text(v) + self.code_meaning(c, v)
        return figure(v, self.unit(i), parts=parts)

    def coded(self, c: Col) -> bool:
        """A document says what its values mean."""
        found = self.facts.column(c)
        return found is not None and bool(found.codes)

    def code_meaning(self, c: Col, v: object) -> str:
        """What a document says that a code means, in brackets."""
        found = self.facts.column(c)
        meaning = found.meaning(v) if found is not None and not c.part and v is not None else ""
        return f" ({text(meaning)})" if meaning else ""

    def way(self, i: Item, descending: bool) -> str:
        """`highest` or `lowest`; of dates `latest` or `earliest`; of texts `last` or `first`; of pages `most`."""
        found = self.facts.column(i.column) if i.column and not i.formula else None
        if found is not None and i.column is not None and i.aggregate in ("", "min", "max"):
            if self.dated(i.column) or self.year(i.column):
                return "latest" if descending else "earliest"
            if found.type == "text":
                return "last" if descending else "first"
        if i.column is not None and i.aggregate in ("", "sum") and self.counts(i):
            return "most" if descending else "fewest"
        return "highest" if descending else "lowest"

    def counts(self, i: Item) -> bool:
        """A column whose numbers count something: `pages`."""
        c = i.column
        return i.formula is None and c is not None and self.names.counts(c.table, c.name) and not self.year(c)

    def stands_for(self, c: Col) -> bool:
        """A column that says which row of its table is meant."""
        return c == self.facts.key(c.table)

    def place(self, column: Col) -> bool:
        """Things are in its values: a city, a district; not a billing country."""
        found = self.facts.column(column)
        return (
            found is not None and found.type == "text" and len(said := stems(found.label)) == 1 and said[0] in _PLACES
        )

    def year(self, column: Col) -> bool:
        """A column of years, and not of so many years."""
        found = self.facts.column(column)
        low, high = (found.profile.minimum, found.profile.maximum) if found else (None, None)
        years = found is not None and (self.facts.year(column) or stem("year") in stems(found.label))
        if found is not None and six_figured_years(found):
            return True
        return years and isinstance(low, int | float) and isinstance(high, int | float) and 1000 <= low <= high <= 2200

    def monthly(self, column: Col) -> bool:
        """Its dates are months."""
        found = self.facts.column(column)
        return found is not None and monthly(found)

    def dated(self, column: Col) -> bool:
        found = self.facts.column(column)
        return found is not None and found.type in TEMPORAL


def _names(f: Formula) -> tuple[str, ...]:
    """The names of a formula and of those in it."""
    return (f.name, *(getattr(t, "name", "") for t in (f.left, f.right)))
