"""The rows that a question speaks of: what they must meet, and what tells them apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.ask.link_synonyms import AMOUNTS
from core.ask.tokens import stem
from core.ask.translators.rules.chart.calendar import OF_YEARS, dated, of_year
from core.ask.translators.rules.chart.meanings import Bound, Group, Things
from core.ask.translators.rules.chart.schema import apart, counted
from core.ask.translators.rules.chart.timing import timed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Operator, Query, Related
from core.ask.translators.rules.slots.calendar import conditions
from core.ask.translators.rules.slots.places import Places, Said
from core.ask.translators.rules.slots.sized import sized
from core.text.units import SIGNS

_MONEY = frozenset(
    map(stem, "cost price net gross charge value spend spent outturn bill fee donation duty tax paid payment".split())
)
_PIECES = frozenset(map(stem, ("quantity", "qty", "units", "pieces", "copies")))
_PLANNED = frozenset(map(stem, "budget estimate estimated est target limit planned forecast maximum max vat".split()))


class RowsSpokenOf:
    """What every part of composing asks of the rows."""

    def __init__(self, said: Places, facts: Facts) -> None:
        self.said, self.facts = said, facts
        self.meant = [c.means.item for c in said.told if c.means and c.means.item]

    def _things(self, table: str) -> Things | None:
        """The rows of a table that meet all that is said."""
        having: list[Filter] = []
        where = [*self._cells(table), *self._times(table), *conditions(self.said, table, self.facts)]
        for bound in self.said.bounds:
            made = self._bound(bound, table)
            if made is not None:
                met, counts = made
                (having if counts else where).append(met)
        where += self._absent(table)
        where += [Filter(Item(n.column), ">", (0.0,)) for n in self.said.of("some") if n.column]
        told = [c for chunk in self.said.told if chunk.means for c in chunk.means.conditions]
        having += [c for c in told if isinstance(c, Filter) and c.item.aggregate]
        where += [c for c in told if c not in having]
        tables = {i.column.table for c in where if isinstance(c, Filter) and (i := c.item).column}
        if any(apart(table, t, self.facts) is None for t in tables):
            return None
        return Things(table, tuple(dict.fromkeys(where)), tuple(having))

    def _cells(self, table: str) -> list[Condition]:
        lacked = {n.table for n in self.said.of("absent")} - {table}
        by_column: dict[tuple[Col, bool], list[str | float]] = defaultdict(list)
        for cell in self.said.cells:
            link = cell.chunk.link
            if link is not None and link.table not in lacked:
                by_column[Col(link.table, link.column), cell.denied].append(link.value)
        return [
            Filter(Item(c), "!=" if denied else "=", tuple(dict.fromkeys(values)))
            for (c, denied), values in by_column.items()
        ]

    def _times(self, table: str) -> list[Condition]:
        if not self.said.times:
            return []
        dated = [n.column for n in self.said.nouns if n.column and self._is_date(n.column)]
        days = any(c.kind == "date" for c in self.said.times)
        column = dated[0] if dated else self.facts.when((table, *(n.table for n in self.said.nouns)), day=days)
        if column is None:
            return []
        made = [timed(column, Bound("=", (c.text,), True), self.facts) for c in self.said.times]
        kept = tuple(dict.fromkeys(m for m in made if m is not None))
        return [AnyOf(kept)] if len(kept) > 1 else list(kept)

    def _is_date(self, column: Col) -> bool:
        return dated(column, self.facts)

    def _bound(self, bound: Said, table: str) -> tuple[Filter, bool] | None:
        """A comparison as a condition, and whether it is one of groups."""
        numbers = [c.number for c in bound.numbers if c.number is not None]
        said = len(bound.numbers if bound.dated else numbers)
        rows = bound.times or (bound.of is not None and bound.of.column is None)
        if not said or (bound.operator == "between" and said < 2) or (bound.dated and rows):
            return None  # no number of rows is a day
        if not bound.times and (so_much := sized(bound, table, tuple(numbers), self.facts)) is not None:
            return so_much, False
        column: Col | None = bound.of.column if bound.of else None
        if bound.times:
            happened = self._happening(table)
            return (Filter(counted(happened), bound.operator, tuple(numbers)), True) if happened else None
        if bound.of is not None and column is None:
            if bound.of.table == table:
                return None
            return Filter(counted(bound.of.table), bound.operator, tuple(numbers)), True
        if column is not None and self.facts.refers(column) is not None:  # so many of them, and no number of one
            many = Filter(counted(column.table), bound.operator, tuple(numbers))
            return None if column.table == table else (many, True)
        if column is None and bound.quantity:
            column = self.facts.of_quantity(bound.quantity, (table,))
        if bound.dated and column is None:
            column = self.facts.when((table,), day=any(c.kind == "date" for c in bound.numbers))
        if column is None and not bound.dated and bound.of is None:
            amounts = [c for c in self._money((table,)) if self.facts.speaks(c, AMOUNTS)]
            column = amounts[0] if len(amounts) == 1 else None
        if column is None:
            return None
        if self._is_date(column) or self.facts.year(column):
            met = timed(column, Bound(bound.operator, tuple(c.text for c in bound.numbers), True), self.facts)
            return (met, False) if isinstance(met, Filter) else None
        if not numbers:
            return None
        if not self.facts.measure(column):
            levels = self._levels(column, bound.operator, numbers[0])
            return (Filter(Item(column), "=", levels), False) if levels else None
        return Filter(Item(column), bound.operator, tuple(numbers)), False

    def _happening(self, table: str) -> str:
        """What happens to each row of a table several times: the rows of a noun beside it, else of the one table that
        refers to it."""
        said = [n.rows(self.facts) for n in self.said.nouns if n.place == "beside"]
        below = [t for t in dict.fromkeys(said) if table in self.facts.owners(t)]
        below = below or [t for t in self.facts.tables if table in self.facts.owners(t)]
        return below[0] if len(below) == 1 or said[:1] == below[:1] != [] else ""

    def _levels(self, column: Col, operator: Operator, bound: float) -> tuple[str, ...]:
        """The cells of a column of levels, written as text, that are beyond a bound."""
        found = self.facts.column(column)
        held = [v for v, _ in found.profile.common] if found and found.type == "text" else []
        if found is None or found.profile.distinct > len(held):
            return ()
        numbers = {v: float(v) for v in held if v.strip().isdecimal()}
        return tuple(sorted(v for v, n in numbers.items() if n == bound or (n > bound) == (operator in (">", ">="))))

    def _absent(self, table: str) -> list[Condition]:
        found: list[Condition] = []
        for noun in self.said.of("absent"):
            if noun.table == table:
                column = noun.column
                if column is not None:
                    none = (0.0,) if self.facts.measure(column) else None
                    found.append(Filter(Item(column), "=", none) if none else Filter(Item(column), "is null"))
                continue
            if not apart(table, noun.table, self.facts):
                continue
            own = [c for c in self.said.cells if c.chunk.link and c.chunk.link.table == noun.table]
            cells = tuple(
                Filter(Item(Col(k.table, k.column)), "=", (k.value,)) for c in own if (k := c.chunk.link) is not None
            )
            found.append(Related(table, (noun.table,), cells, negated=True))
        return found

    def _group(self) -> Group | None:
        groups = self.said.of("group")
        if self.said.part is not None:
            part = self._by_part()
            others = [c for n in groups for c in ((n.column,) if n.column else self.facts.display(n.table))]
            return Group((*part.columns, *others)) if part is not None else None
        if not groups:
            return self._side_by_side()
        if groups[0].column is None:
            key = self.facts.key(groups[0].table)
            return Group((), groups[0].table) if key else Group(self.facts.display(groups[0].table))
        columns = tuple(n.column for n in groups if n.column)
        return Group(columns) if all(map(self._tells_apart, columns)) else None

    def _known(self, query: Query | None) -> Query | None:
        """The groups without the rows of which the group is not known; None where there are none."""
        if query is None or not query.group or self.said.of("group")[:1] == []:
            return None
        gaps = [c for c in query.group if not c.part and (f := self.facts.column(c)) is not None and f.profile.nulls]
        if not gaps or any(i.column in gaps for i in query.select if i.aggregate):
            return None
        known = tuple(Filter(Item(c), "is not null") for c in gaps)
        return replace(query, where=(*query.where, *known))

    def _tells_apart(self, column: Col) -> bool:
        """Rows are told into groups by it: it is no amount and no day."""
        return not self._is_date(column) and (not self.facts.measure(column) or self.facts.year(column))

    def _side_by_side(self) -> Group | None:
        """`compare 2023 with 2024`, `Ann against Bob`: each of what is set beside the other by itself."""
        column = self._several()
        beside = [column] if self.said.compared and column is not None else []
        years = [c for c in self.said.times if len(c.text) == len("2024")]
        if len(years) > 1 and (self.said.compared or column is None):
            dated = self.facts.when([*(n.rows(self.facts) for n in self.said.nouns), *self._spoken_tables()])
            if dated is not None:
                beside.insert(0, dated if self.facts.year(dated) else replace(dated, part="year"))
        return Group(tuple(beside)) if beside else None

    def _several(self) -> Col | None:
        """A column of which several cells are said."""
        links = [k for c in self.said.cells if (k := c.chunk.link) and not c.denied]
        several = [(k.table, k.column) for k in links]
        return next((Col(*at) for at in several if several.count(at) > 1), None)

    def _listed_groups(self, group: Group | None) -> Iterator[Group]:
        """`how many by sea, by air and by road`: each by itself, beside what is said to be told apart."""
        column = self._several()
        cells = [c.chunk for c in self.said.cells]
        if column is None or self.said.either or (group is not None and (group.table or column in group.columns)):
            return
        if len(cells) > 1 and cells[0].end <= cells[-1].start:
            yield Group((*(group.columns if group else ()), column))

    def _spoken_tables(self) -> list[str]:
        """The tables whose rows are spoken of, nouns before cells, what is counted first."""
        nouns = sorted(self.said.nouns, key=lambda n: n.place in ("beside", "group"))
        found = [n.rows(self.facts) for n in nouns]
        found += [k.table for c in self.said.cells if (k := c.chunk.link)]
        found += [c.link.table for c in self.said.told if c.link]
        return [t for t in dict.fromkeys(found) if t in self.facts.tables]

    def _by_part(self) -> Group | None:
        assert self.said.part is not None
        tables = [n.table for n in self.said.nouns] + [i.column.table for i in self.meant if i.column]
        dated = [n.column for n in self.said.nouns if n.column and self._is_date(n.column)]
        column = dated[0] if dated else self.facts.when(tables)
        part = self.said.part[1]
        if column is None:
            return None
        if self.facts.year(column):
            return Group((of_year(column, part),)) if part in OF_YEARS else None
        found = self.facts.column(column)
        whole = part == "day" and found is not None and found.type == "date"
        return Group((column if whole else replace(column, part=part),))  # type: ignore[arg-type]

    def _pieces(self, table: str) -> Col | None:
        """The one column that says how many of something a row has: `qty`."""
        columns = [Col(table, c.name) for c in self.facts.tables[table].columns]
        found = [c for c in columns if self.facts.measure(c) and self.facts.speaks(c, _PIECES)]
        return found[0] if len(found) == 1 else None

    def _money(self, tables: Iterable[str]) -> Iterator[Col]:
        """The amounts of money of some tables, likeliest first: of each what is called an amount, then what it cost or
        came to, what was only planned last."""
        for table in tables:
            held = self.facts.tables.get(table)
            columns = [Col(table, c.name) for c in (held.columns if held else ())]
            columns = [c for c in columns if self.facts.measure(c) and not self.facts.year(c)]
            sums = [c for c in columns if self.facts.speaks(c, AMOUNTS)]
            others = [c for c in columns if c not in sums and (self.facts.speaks(c, _MONEY) or self._in_money(c))]
            yield from sorted((*sums, *others), key=lambda c: self.facts.speaks(c, _PLANNED))

    def _in_money(self, column: Col) -> bool:
        found = self.facts.column(column)
        return found is not None and any(sign in f"{found.label} {found.unit}" for sign in SIGNS)
