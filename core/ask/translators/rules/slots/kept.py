"""How far a query, whichever reader gave it, keeps to the places of its question: features of the ranker.

Of each place, `…_lost` counts the nouns (cells, numbers, times) that the query does not have there; `…_unasked` says
that the query has such a part although nothing in the question fills the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.ask.dates import span
from core.ask.translators.rules.chart.calendar import dated
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.numbers_said import numbers_said
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Col,
    Condition,
    Elsewhere,
    Filter,
    Formula,
    Item,
    Leading,
    Query,
    Ranked,
    Related,
    Scalar,
    Term,
    Via,
    columns_of,
)
from core.ask.translators.rules.slots.filling import places
from core.ask.translators.rules.slots.places import Noun, Places, Then
from core.ask.translators.rules.stars import looked_up, star_summed


def _parts(query: Query) -> bool:
    """It shows which part of some rows is so."""
    return bool(query.share) or any(i.formula and i.formula.name in ("share", "percent") for i in query.select)


def kept(chunks: Sequence[Chunk], query: Query, facts: Facts) -> Mapping[str, float]:
    """The features, by name."""
    return _Kept(places(chunks, facts), query, facts).features()


class _Kept:
    def __init__(self, said: Places, query: Query, facts: Facts) -> None:
        self.said, self.query, self.facts = said, query, facts
        self.reckoned = [i for i in query.select if i.aggregate]
        self.bounded = [f.item for f in query.having if f.item.aggregate not in ("", "count")]
        self.ordered = [o.item for o in query.order]
        self.conditions = list(_all(query.where))
        self.lacked = [c for n in query.where if isinstance(n, Elsewhere) and n.negated for c in n.where]
        self.star = star_summed(query, facts)

    def features(self) -> dict[str, float]:
        said, q = self.said, self.query
        of: dict[str, list[bool]] = {
            "counted": [self._counted(n) for n in said.of("counted")],
            "group": [*(self._grouped(n) for n in said.of("group")), *self._parted()],
            "ranked": [self._ranked(n) for n in said.of("ranked")],
            "figure": [self._figure(n) for n in said.of("figure")],
            "absent": [self._absent(n) for n in said.of("absent")],
            "cell": [self._cell(c.chunk, c.denied) for c in said.cells],
            "number": [self._number(n) for b in said.bounds for n in b.numbers],
            "time": [*(self._time(c) for c in said.times), *(self._then(d) for d in said.days)],
        }
        found = {f"{name}_lost": float(len(ok) - sum(ok)) for name, ok in of.items()}
        ranked = said.rank is not None
        told = [c.means for c in said.told if c.means]
        conditions = len(said.cells) + len(said.bounds) + len(said.times) + len(said.days) + len(said.of("absent"))
        conditions += sum(max(1, len(m.conditions)) for m in told)
        reckons = bool(said.counting or said.share or said.of("figure") or said.function or said.lasting)
        reckons = reckons or any(m.item is not None for m in told) or (said.rated and _parts(q))
        return found | {
            "order_unasked": float(q.limit is not None and not ranked),
            "where_unasked": float(max(0, len(self.conditions) - conditions)),
            "figure_unasked": float(
                bool(self.reckoned) and not (reckons or ranked or said.plain)
            ),
            "list_unasked": float(
                bool(said.counting or said.share or said.of("figure")) and not (self.reckoned or self.bounded)
            ),
            "rank_lost": float(ranked and not (q.order or any(isinstance(c, Ranked) for c in q.where)
                               or any(i.aggregate in ("min", "max") for i in q.select))),
            "group_by_amount": float(any(self._amount(c) for c in (*q.group, *q.each))),
            "other_lacks": float(self._other_lacks()),
            "many_tables": float(len(self._sources())),
        }  # fmt: skip

    def _sources(self) -> set[str]:
        """The tables that are told or shown; those that name what the codes of figures mean are one with these."""
        tables = {*self.query.tables, *(c.table for i in self.query.select for c in columns_of(i))}
        return {self.star[0] if t in self.star else t for t in tables}

    def _other_lacks(self) -> bool:
        """Other things lack (or have) what is said than those that are shown or counted."""
        first = next(iter(self.query.select), None)
        about = (first.table or (first.column.table if first.column else "")) if first else ""
        return bool(about) and any(isinstance(c, Related) and c.table != about for c in self.query.where)

    def _amount(self, column: Col) -> bool:
        amount = self.facts.measure(column) and not self.facts.year(column)
        return not column.part and (dated(column, self.facts) or amount)

    def _counted(self, noun: Noun) -> bool:
        counts = [i for i in self.reckoned if i.aggregate in ("count", "sum")]
        if noun.column is not None and any(i.column == noun.column for i in counts):
            return True
        table = noun.rows(self.facts)
        if table in self.star[1:] and any(i.aggregate == "sum" for i in self.reckoned):  # of offences their number
            return True
        return any((i.table or (i.column.table if i.column else "")) == table for i in counts)

    def _grouped(self, noun: Noun) -> bool:
        q = self.query
        if noun.column is not None:
            by = [*q.group, *q.each, *(o.item.column for o in q.order if q.each and o.item.column)]
            named = looked_up(self.facts, noun.column) if self.star else ""
            return any((c.table, c.name) == (noun.column.table, noun.column.name) or c.table == named for c in by)
        return any(c.table == noun.table for c in (*q.group, *q.each))

    def _parted(self) -> Iterator[bool]:
        """Whether rows are told apart by the part of dates that is said, or by a date that is no longer than it."""
        if self.said.part is not None:
            part = self.said.part[1]
            whole = [c for c in self.query.group if not c.part]
            plain = any(self.facts.year(c) if part == "year" else dated(c, self.facts) for c in whole)
            yield plain or any(c.part == part for c in (*self.query.group, *self.query.each))

    def _ranked(self, noun: Noun) -> bool:
        items = [*self.ordered, *(c.measure for c in self.query.where if isinstance(c, Leading)), *self.reckoned]
        return any(self._of(i, noun) for i in items)

    def _of(self, item: Item, noun: Noun) -> bool:
        if noun.column is not None and noun.column in columns_of(item):
            return True
        if item.aggregate == "sum" and noun.table in self.star[1:]:
            return True
        return item.aggregate == "count" and (item.table or (item.column.table if item.column else "")) == noun.table

    def _figure(self, noun: Noun) -> bool:
        items = [*self.reckoned, *self.ordered, *self.bounded]
        return any(i.aggregate == (noun.function or i.aggregate) and self._of(i, noun) for i in items if i.aggregate)

    def _absent(self, noun: Noun) -> bool:
        return any(
            (isinstance(c, Related) and c.negated and noun.table in c.tables)
            or (isinstance(c, Filter) and c.item.column == noun.column and noun.column is not None)
            or (isinstance(c, Among | Via) and c.negated)
            for c in self.query.where
        )

    def _cell(self, chunk: Chunk, denied: bool) -> bool:
        link = chunk.link
        return link is not None and any(
            isinstance(c, Filter)
            and c.item.column is not None
            and (
                (c.item.column.table, c.item.column.name) == (link.table, link.column)
                or c.item.column.table in self.star[:1]
            )
            and link.value in c.values
            and (c.operator in ("!=", "not like") or c in self.lacked) == denied
            for c in self._compared()
        )

    def _number(self, chunk: Chunk) -> bool:
        filters = [c for c in (*self.conditions, *self.query.having) if isinstance(c, Filter)]
        values = [v for c in filters for v in (*c.values, *numbers_said(c))]
        return chunk.number in values or any(chunk.text in str(v) for v in values if isinstance(v, str))

    def _time(self, chunk: Chunk) -> bool:
        days = span(chunk.text)
        begins = (chunk.text, days.first) if days else (chunk.text,)
        return any(str(v).startswith(begins) for v in self._values()) or chunk.number in self._values()

    def _then(self, days: Then) -> bool:
        """Days that are named, or left out."""
        if not days.time.part:
            return self._time(days.chunk)
        return all(v in self._values() for s in days.time.spans for v in s.values)

    def _compared(self) -> Iterator[Filter]:
        """Every comparison, in figures too."""
        met = [c for i in self.query.select for c in _within(i)]
        yield from (c for c in (*self.conditions, *_all(met)) if isinstance(c, Filter))

    def _values(self) -> list[object]:
        """All that anything is compared with."""
        return [v for c in self._compared() for v in c.values]


def _within(term: Term) -> Iterator[Condition]:
    """What the rows of a figure must meet, and those of the queries it is reckoned from."""
    if isinstance(term, Formula):
        yield from (*_within(term.left), *_within(term.right))
    elif isinstance(term, Item | Scalar):
        yield from term.where
        if isinstance(term, Item) and term.formula:
            yield from _within(term.formula)


def _all(conditions: Sequence[Condition]) -> Iterator[Condition]:
    """Conditions with those inside others."""
    for c in conditions:
        if isinstance(c, AnyOf):
            yield from _all(c.parts)
            continue
        if isinstance(c, Elsewhere):
            yield from _all(c.where)
            if isinstance(c, Related):
                yield from c.bounds
        yield c
