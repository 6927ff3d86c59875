"""What a phrase names that is no question by itself, by the places it fills: of a follow-up, or a definition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Aggregate, AnyOf, Col, Condition, Filter, Item, Operator, Order
from core.ask.translators.rules.slots.calendar import conditions
from core.ask.translators.rules.slots.filling import places
from core.ask.translators.rules.slots.places import Noun
from core.ask.translators.rules.slots.rows import RowsSpokenOf
from core.model import TEMPORAL

_SORTS = frozenset("sort sorted order ordered rank ranked".split())
_TURNS = frozenset("reverse reversed other way round around opposite".split())
_EVERYONE = frozenset("all everyone everything".split())
_PLAIN = frozenset(
    "about again are as ascending break broken by count descending display do down for get give grouped how i is it "
    "limit list make many me much now of only order ordered please rank ranked results same show sort sorted split "
    "as had has have one ones that the them then there this those to total was were what which who with".split()
)
"""Words that carry a follow-up and mean nothing of the data."""


@dataclass
class Parts:
    """Everything is optional; `left` are words that nothing used."""

    where: tuple[Condition, ...] = ()
    bound: tuple[Operator, float] | None = None
    """On the figure of each group: "only those with more than 5"."""
    groups: list[tuple[Col | None, str]] = field(default_factory=list)
    """Columns, or tables whose rows are told apart."""
    figures: list[tuple[Aggregate, Col | None]] = field(default_factory=list)
    counting: bool = False
    order: tuple[Order, ...] = ()
    turned: str | None = None
    """asc, desc, or turn: the order there is, the other way."""
    best: tuple[Item, bool, int] | None = None
    columns: list[Col] = field(default_factory=list)
    extreme: str = ""
    """max or min: "the fewest" with nothing named."""
    table: str = ""
    lacking: bool = False
    """Rows that have none of `table`."""
    everyone: bool = False
    left: tuple[str, ...] = ()


def parts_of(
    chunks: Sequence[Chunk], tables: Sequence[str], facts: Facts, *, grouped: bool = False, cut: bool = False
) -> Parts:
    """Read the chunks of a phrase; `tables` are those that it is said of, the one it is about first.

    With `grouped`, a bound on nothing named is one on the figure of each group; with `cut`, it is known how many of
    the first rows are meant.
    """
    near = [*tables, *(c.link.table for c in chunks if c.link)]
    return _Reader(chunks, facts, list(dict.fromkeys(near))).parts(grouped, cut)


class _Reader(RowsSpokenOf):
    """Takes the parts from the places, and keeps what none of them used."""

    def __init__(self, chunks: Sequence[Chunk], facts: Facts, tables: Sequence[str]) -> None:
        super().__init__(places(chunks, facts), facts)
        self.chunks, self.tables = list(chunks), tables
        self.used: set[int] = set()

    def parts(self, grouped: bool, cut: bool) -> Parts:
        found = Parts()
        self._direction(found)
        self._order(found)
        self._groups(found)
        self._where(found, grouped)
        if not cut:
            self._first(found)
        self._figure(found)
        self._rest(found)
        found.left = tuple(c.text for c in self.chunks if self._lost(c))
        return found

    def _use(self, *chunks: Chunk | None) -> None:
        self.used |= {c.start for c in chunks if c is not None}

    def _direction(self, found: Parts) -> None:
        for c in self.chunks:
            if c.text.lower() in _TURNS:
                found.turned = "turn"
            elif c.has("asc", "desc"):
                found.turned = "desc" if c.has("desc") else "asc"
            else:
                continue
            self._use(c)

    def _order(self, found: Parts) -> None:
        """`Sort them by price`; by a date that no column is called as (`by date`)."""
        for i, c in enumerate(self.chunks):
            if not self._ordering(i):
                continue
            text = c.text.lower()
            column = _column(c) or (self.facts.of_quantity(text, self.tables) if text in lexicon().labels else None)
            if column is not None:
                self._use(c)
                found.order = (*found.order, Order(Item(column), found.turned == "desc"))
        if found.order:
            found.turned = None

    def _ordering(self, i: int) -> bool:
        """`sort them by`, `ordered by`."""
        return any(c.has("order") or c.text.lower() in _SORTS for c in self.chunks[max(0, i - 4) : i])

    def _groups(self, found: Parts) -> None:
        for noun in self.said.of("group"):
            if noun.chunk.start not in self.used:
                self._use(noun.chunk)
                found.groups.append((noun.column, noun.table))
        part = self.said.part or self._every()
        if part is None:
            return
        chunk, name = part
        dated = self.facts.when(self.tables)
        held = self.facts.column(dated) if dated else None
        if dated is not None and held is not None and held.type in TEMPORAL:
            self._use(chunk)
            found.groups.append((Col(dated.table, dated.name, name), ""))  # type: ignore[arg-type]

    def _every(self) -> tuple[Chunk, str] | None:
        """`monthly`, `by month`: a part of dates that stands alone."""
        parts = lexicon().date_parts
        alone = (c for c in self.chunks if c.text.lower().endswith("ly") and c.text.lower() in parts)
        return next(((c, parts[c.text.lower()]) for c in alone), None)

    def _where(self, found: Parts, grouped: bool) -> None:
        said = self.said
        table = self.tables[0] if self.tables else ""
        met: list[Condition] = list(self._cells(table))
        self._use(*(c.chunk for c in said.cells))
        for times, chunks in ((self._times, said.times), (self._days, [d.chunk for d in said.days])):
            made = next((m for t in self.tables if (m := times(t))), []) if chunks else []
            met += made
            self._use(*(chunks if made else ()))
        for bound in said.bounds:
            numbers = [c.number for c in bound.numbers if c.number is not None]
            nouns = any(n.chunk.start not in self.used for n in said.nouns)
            if grouped and numbers and not (bound.of or nouns or bound.dated or bound.quantity):
                found.bound = (bound.operator, numbers[0])
            elif (made_of := self._bound(bound, table)) is not None and not made_of[1]:
                met.append(made_of[0])
            else:
                continue
            self._use(bound.chunk, *bound.numbers, bound.of.chunk if bound.of else None)
        for told in said.told:
            if told.means is not None and told.means.conditions:
                met += told.means.conditions
                self._use(told)
        for noun in said.of("absent"):
            if noun.chunk.kind == "table":
                found.table, found.lacking = noun.table, True
                self._use(noun.chunk)
        apart = {c.column for c in map(_condition_column, met) if c is not None}
        found.where = (AnyOf(tuple(met)),) if said.either and len(apart) > 1 else tuple(dict.fromkeys(met))

    def _days(self, table: str) -> list[Condition]:
        return conditions(self.said, table, self.facts)

    def _first(self, found: Parts) -> None:
        """`The cheapest?`, `the most loans`; with nothing named it is said of the figure there is."""
        said = self.said
        if said.rank is None:
            return
        self._use(said.rank, said.limit)
        limit = int(said.limit.number or 1) if said.limit else 1
        ranked = next((n for n in said.of("ranked") if n.chunk.start not in self.used), None)
        column = ranked.column if ranked else None
        if said.quantity and column is None:
            column = self.facts.of_quantity(said.quantity, self.tables)
        if column is not None:
            found.best = (Item(column), said.descending, limit)
        elif ranked is not None:
            found.best = (Item(None, "count", table=ranked.table), said.descending, limit)
        else:
            found.extreme = "max" if said.descending else "min"
            found.figures.append((found.extreme, None))  # type: ignore[arg-type]
        self._use(ranked.chunk if ranked else None)

    def _figure(self, found: Parts) -> None:
        figures = [n for n in self.said.of("figure") if n.column is not None and n.chunk.start not in self.used]
        for noun in figures:
            self._use(noun.chunk)
            found.figures.append((noun.function, noun.column))
        if self.said.function and not figures:
            found.figures.append((self.said.function, None))
        found.counting = self.said.counting is not None or any(c.text.lower() == "count" for c in self.chunks)

    def _rest(self, found: Parts) -> None:
        """Columns and tables that are said in no other part."""
        held = [c.item.column for c in found.where if isinstance(c, Filter)]
        for noun in self.said.nouns:
            if noun.chunk.start in self.used:
                continue
            self._use(noun.chunk)
            if self._of_value(noun) or noun.column in held:
                continue  # "of the Elm depot", "at home United"
            if noun.column is not None:
                found.columns.append(noun.column)
            else:
                found.table = noun.table
        found.everyone = any(c.text.lower() in _EVERYONE for c in self.chunks)

    def _of_value(self, noun: Noun) -> bool:
        """A value of the table, or the column, stands right beside its name."""
        i = self.chunks.index(noun.chunk)
        beside = [*self.chunks[max(0, i - 1) : i], *self.chunks[i + 1 : i + 2]]
        links = [d.link for d in beside if d.kind == "value" and d.link is not None]
        return any(k.table == noun.table and noun.column in (None, Col(k.table, k.column)) for k in links)

    def _lost(self, c: Chunk) -> bool:
        if c.start in self.used or c.kind == "stop":
            return False
        if c.kind in ("word", "text"):
            return c.text.lower() not in _PLAIN
        if c.kind == "cue":
            return c.has("between", "null") or bool(c.starts("cmp:") or c.starts("time:") or c.starts("like:"))
        return True


def _column(c: Chunk) -> Col | None:
    return Col(c.link.table, c.link.column) if c.kind == "column" and c.link else None


def _condition_column(condition: Condition) -> Item | None:
    return condition.item if isinstance(condition, Filter) else None
