"""A query as a whole question in plain words: what a follow-up was taken for."""

from __future__ import annotations

import re
from dataclasses import replace

from core.ask.cells import date
from core.ask.conversation.edit import head
from core.ask.names import Names
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query, Related, Scalar, all_tables
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.realisation.so_many import so_many
from core.ask.translators.rules.realisation.speech import side_of
from core.ask.translators.rules.shares import parted as split
from core.text.number_words import ordinal

_FIGURES = {"median": "median", "sum": "total", "avg": "average", "min": "lowest", "max": "highest"}
_DAYS = {
    "=": "{0}", "!=": "not {0}", "<": "before {0}", "<=": "up to {0}", ">": "after {0}", ">=": "on or after {0}",
    "between": "between {0} and {1}",
}  # fmt: skip
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PERIOD = re.compile(r"\d{4}(-\d\d)?(-\d\d)?%")


class Wording(Phrase):
    """Says queries as people would type them."""

    def __init__(self, facts: Facts, named: bool = False) -> None:
        super().__init__(facts, named)
        self._names = Names(facts.schema.tables)
        self._own = ""
        """The table whose rows were named: a column that it alone has needs no table then."""

    def question(self, q: Query, changed: bool = False) -> str:
        """`changed`: a person made it so, part by part; an order that was chosen is said."""
        self._many, self._own = len(all_tables(q)) > 1, ""
        figures = [i for i in q.select if i.aggregate]
        lacking = ""
        others = [i for i in q.select if not i.aggregate and i.column not in q.group]
        if q.share:
            opening = f"What {'percentage' if q.share > 1 else 'share'} of {self.table(q.tables[0])} are those"
        elif len(figures) == 1 and figures[0].aggregate == "count" and not others:
            lacking = self._lacking(q, figures[0])
            opening = f"How many {self._counted(figures[0], lacking or 'are there')}"
        elif figures and not others:
            opening = "What is the " + _and([self._figure(i) for i in figures])
        elif q.everything:
            opening = f"Show all of {self.table(q.tables[0])}"
        elif len(q.select) == 1 and (only := q.select[0].column) and self._is_row(only):
            opening = f"Show the {self._names.many(only.table)}"
        else:
            opening = "Show the " + _and([self.item(i) for i in q.select])
            opening += "" if self._many or not q.select[0].column else f" of {self.table(q.select[0].column.table)}"
        self._own = head(q)
        parts = [opening]
        own, whole = split(q.where, q.among) if q.share and q.among else (q.where, ())
        if own and not lacking:
            parts.append(" where " + self.conditions(own))
        if whole:
            parts.append(", among those where " + self.conditions(whole))
        shown = [i.column for i in q.select if i.column and not i.aggregate and i.column in q.group]
        if q.group and figures and (named := shown or list(q.group)) and not others:
            groups = self._groups(q, [c for c in named if c])
            parts.append(f" {'by' if len(groups) > 1 else 'for each'} {_and(groups)}")
        if q.keep:
            parts.append(f", also {self.table(q.keep)} without any")
        if q.having:
            parts.append(", having " + self.conditions(q.having))
        if q.order and (q.limit is not None or not q.group or self._is_stated(q.order[0], q, changed)):
            parts.append(", sorted by " + _and([self._ordered(o) for o in q.order]))
        if q.limit is not None:
            one = f", the {ordinal(q.offset + 1)} only"
            parts.append(f", the first {n}" if (n := so_many(q)) else one if q.offset else ", the first only")
            parts.append(f" of each {_and([self.column(c) for c in q.each])}" if q.of_each else "")
        text = "".join(parts)
        return text + ("?" if text.startswith(("How", "What")) else "")

    def _lacking(self, q: Query, counted: Item) -> str:
        """`have no bookings`, where that alone is asked of what is counted."""
        only = q.where[0] if len(q.where) == 1 else None
        if not isinstance(only, Related) or counted.column is not None or only.table != counted.table:
            return ""
        table = self.table(only.table)
        return self.condition(only).removeprefix(table).strip()

    def column(self, c: Col) -> str:
        plain = super().column(c).replace("`", "")
        table = self.facts.tables.get(c.table)
        dotted = f"{table.label}." if table else ""
        if not dotted or dotted not in plain:
            return plain
        bare = plain.replace(dotted, "", 1)
        if self._is_row(c):
            return self._names.one(c.table)
        return bare if c.table == self._own and self._alone(c) else f"{bare} of {self._names.called(c.table)}"

    def _is_row(self, c: Col) -> bool:
        """It is headed by the very word for the table's rows: `Treatment` of treatments."""
        return not c.part and not c.through[0] and self._label(c).casefold() == self._names.one(c.table)

    def _alone(self, c: Col) -> bool:
        """No other table has a column that is called so."""
        label = self._label(c).casefold()
        others = (t for t in self.facts.schema.tables if t.name != self.facts.source(c.table))
        return not any(own.label.casefold() == label for t in others for own in t.columns)

    def _row(self, name: str) -> str:
        plain = name in self.facts.tables and self._names.called(name) != self._names.label(name)
        return self._names.one(name) if plain else super()._row(name)

    def table(self, name: str) -> str:
        return self._names.called(name) if name in self.facts.tables else super().table(name).replace("`", "")

    def filter(self, f: Filter) -> str:
        """`start_time is in 2024` for a part of a date; of days `is on or after 1 March 2024`."""
        period = f.values[0] if len(f.values) == 1 else None
        if f.operator in ("like", "not like") and isinstance(period, str) and _PERIOD.fullmatch(period):
            return f"{self.item(f.item)} is {'not ' if f.operator == 'not like' else ''}in {date(period[:-1])}"
        if self._of_days(f):
            first, last = (date(str(v)) for v in (f.values[0], f.values[-1]))
            return f"{self.item(f.item)} is {_DAYS[f.operator].format(first, last)}"
        return super().filter(f).replace(" = ", " is ", 1)

    def _of_days(self, f: Filter) -> bool:
        """A day, or a moment, is compared with one that is given, or with two."""
        column = f.item.column if not f.item.aggregate and not f.item.formula else None
        found = self.facts.column(column) if column and not column.part else None
        given = len(f.values) == (2 if f.operator == "between" else 1)
        days = given and all(isinstance(v, str) and _DAY.match(v) for v in f.values)
        return days and f.operator in _DAYS and found is not None and found.type in ("date", "datetime")

    def value(self, v: str | float | Scalar | Col) -> str:
        return f"“{v}”" if isinstance(v, str) else super().value(v)

    def _counted(self, i: Item, there: str = "") -> str:
        """What is counted, with the words that ask whether it is `there`; the rows of a table without a word for them
        are rows in it: `rows are there in price_list`."""
        rows, of = self.column(i.column) if i.column else "rows", ""
        rows = self._names.many(i.column.table) if i.column and self._is_row(i.column) else rows
        if i.column is None and i.table in self.facts.tables and not self._names.plain(i.table):
            of = f"in {self.table(i.table)}"
        elif i.column is None and i.table:
            rows = self.table(i.table)
        met = f"where {' and '.join(self.condition(c) for c in i.where)}" if i.where else ""
        return " ".join(filter(None, ("different" if i.distinct else "", rows, there, of, met)))

    def _figure(self, i: Item) -> str:
        if i.aggregate == "count":
            return f"number of {self._counted(i)}"
        if i.formula is not None and i.formula.name.endswith(" of the total"):
            whole = side_of(i.formula.right)
            of_what = self._figure(replace(whole, where=())) if whole is not None else ""
            return f"{i.formula.name} {of_what.removeprefix('total ')}".strip()
        if i.formula is not None:
            named = i.formula.name not in ("", "percent", "share")
            said = _FIGURES.get(i.aggregate, "")
            return f"{said} {i.formula.name}".strip() if named else self.item(i)
        return f"{_FIGURES[i.aggregate]} {self.column(i.column)}" if i.column and not i.where else self.item(i)

    def _is_stated(self, order: Order, q: Query, changed: bool) -> bool:
        """Whether the order must be said: not where a figure is shown largest first, as usual, or by the groups; of
        what a person changed only if it is the first figure, or times that follow each other."""
        if order.item.aggregate:
            return not order.descending or (changed and order.item not in [i for i in q.select if i.aggregate][:1])
        column = order.item.column
        if column is None or column not in q.group:
            return True
        return changed and (order.descending or not self.facts.follows(column))

    def _ordered(self, o: Order) -> str:
        said = self._figure(o.item) if o.item.aggregate else self.item(o.item)
        return f"{said} ({self.turn(o)})"


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1] if parts else ""
