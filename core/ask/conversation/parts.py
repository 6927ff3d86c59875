"""What a follow-up names, read with the rules' own grammar: conditions, groups, figures, an order, columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.ask.conversation.fragment import Fragment
from core.ask.translators.rules.conditions.read import Conditions
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.nested.sets import alternatives
from core.ask.translators.rules.query import Aggregate, Col, Condition, Item, Operator, Order
from core.ask.translators.rules.shape.read import Shape

_BY = frozenset({"by", "per"})
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


def parts_of(chunks: list[Chunk], said: Fragment, tables: Sequence[str], facts: Facts, grouped: bool) -> Parts:
    """Read the chunks of a follow-up; `tables` are those of the earlier query, the one it is about first.

    With `grouped`, a bound on nothing named is one on the figure of each group.
    """
    for c in chunks:
        if all(i in said.used for i in range(c.start, c.end)):
            c.claimed = "lead"
    near = [*tables, *(c.link.table for c in chunks if c.link)]
    reader = _Reader(chunks, facts, list(dict.fromkeys(near)))
    return reader.parts(said, grouped)


class _Reader(Shape):
    """The rules' reader of a question's shape, without the question."""

    def parts(self, said: Fragment, grouped: bool) -> Parts:
        found = Parts()
        self._group(found)
        if grouped and not any(c.kind in ("column", "table") and not c.claimed for c in self.chunks):
            self._bound(found)
        conditions = Conditions(self.chunks, self.facts, self.tables)
        conditions.read()
        alternatives(self.chunks, conditions)
        found.where = tuple(f.condition for f in conditions.found)
        self._order()
        found.order = tuple(self.order)
        self._by_date(found)
        self._direction(found)
        if not said.limit:
            self._ranked()
            if self.best is not None:
                found.best = (self.best.item, self.best.descending, self.best.limit)
        self._figure(found)
        self._count(found)
        self._columns(found)
        self._table_named(found)
        found.left = tuple(c.text for c in self.chunks if self._lost(c))
        return found

    def _group(self, found: Parts) -> None:
        for i, c in enumerate(self.chunks):
            by = c.text.lower() in _BY and not self._ordering(i)
            alone = c.text.lower().endswith("ly") and c.text.lower() in lexicon().date_parts
            if c.claimed or not (by or c.has("group") or alone):
                continue
            j = i if alone else i + 1
            while j < len(self.chunks):
                d = self.chunks[j]
                part = lexicon().date_parts.get(d.text.lower())
                dated = self.facts.when(self.tables) if part else None
                held = self.facts.column(dated) if dated else None
                if part and dated and held and held.type in ("date", "datetime") and not self._own(d):
                    found.groups.append((Col(dated.table, dated.name, part), ""))  # type: ignore[arg-type]
                elif d.kind in ("column", "table") and d.link:
                    found.groups.append((self._column(j), self._table(j)))
                elif d.has("all", "distinct", "and") or (
                    d.kind == "word" and not d.claimed and d.text in ("of", "each")
                ):
                    j += 1
                    continue
                else:
                    break
                d.claimed = c.claimed = "group"
                j += 1

    def _own(self, c: Chunk) -> bool:
        """A column of the table asked about bears the date part's name."""
        return c.link is not None and c.link.score >= 0.97 and c.link.table in self.tables[:1]

    def _ordering(self, i: int) -> bool:
        """`sort them by`, `ordered by`."""
        return any(
            c.has("order") or c.text.lower() in ("sort", "sorted", "order", "ordered", "rank", "ranked")
            for c in self.chunks[max(0, i - 4) : i]
        )

    def _bound(self, found: Parts) -> None:
        for i, c in enumerate(self.chunks):
            operator = c.starts("cmp:")
            at = next((j for j in range(i + 1, min(len(self.chunks), i + 3)) if self.chunks[j].kind == "number"), None)
            if c.claimed or not operator or at is None or self.chunks[at].claimed:
                continue
            c.claimed = self.chunks[at].claimed = "having"
            found.bound = (operator, self.chunks[at].number or 0.0)  # type: ignore[assignment]

    def _by_date(self, found: Parts) -> None:
        """`Sort by date`, where no column is called so."""
        for i, c in enumerate(self.chunks):
            if found.order or c.claimed or not self._ordering(i) or c.text.lower() not in lexicon().labels:
                continue
            column = self.facts.of_quantity(c.text.lower(), self.tables)
            if column is not None:
                c.claimed = "order"
                found.order = (Order(Item(column)),)

    def _direction(self, found: Parts) -> None:
        for c in self.chunks:
            if c.text.lower() in _TURNS and not c.claimed:
                c.claimed, found.turned = "order", "turn"
            elif not found.order and c.has("asc", "desc"):
                c.claimed, found.turned = "order", "desc" if c.has("desc") else "asc"

    def _figure(self, found: Parts) -> None:
        for i, c in enumerate(self.chunks):
            function = c.starts("agg:") or (c.starts("sup:") if not c.quantity else "")
            if not function or c.claimed:
                continue
            j = self._target(i, 4, "count", "and")
            column = self._column(j) if j is not None else None
            if column is not None and j is not None:
                self.chunks[j].claimed = "wanted"
            c.claimed = "wanted"
            found.figures.append((function, column))  # type: ignore[arg-type]
            found.extreme = function if c.starts("sup:") and column is None else ""

    def _count(self, found: Parts) -> None:
        for c in self.chunks:
            if c.claimed or not (c.has("count") or c.text.lower() == "count"):
                continue
            c.claimed, found.counting = "wanted", True

    def _columns(self, found: Parts) -> None:
        for i, c in enumerate(self.chunks):
            if c.kind == "column" and not c.claimed and (column := self._column(i)) is not None:
                c.claimed = "wanted"
                found.columns.append(column)

    def _table_named(self, found: Parts) -> None:
        for i, c in enumerate(self.chunks):
            if c.kind == "table" and not c.claimed and self._of_value(i):
                c.claimed = "restriction"  # "of the Elm depot"
            elif c.kind == "table" and not c.claimed:
                c.claimed, found.table = "wanted", self._table(i)
                for d in self.chunks[max(0, i - 3) : i]:
                    if d.has("none") and not d.claimed:
                        d.claimed, found.lacking = "absence", True
            if c.text.lower() in _EVERYONE and not c.claimed:
                found.everyone = True

    def _of_value(self, i: int) -> bool:
        """A value of the table stands right beside its name."""
        beside = [*self.chunks[max(0, i - 1) : i], *self.chunks[i + 1 : i + 2]]
        return any(d.kind == "value" and d.link is not None and d.link.table == self._table(i) for d in beside)

    def _lost(self, c: Chunk) -> bool:
        if c.claimed or c.kind == "stop":
            return False
        if c.kind in ("word", "text"):
            return c.text.lower() not in _PLAIN
        if c.kind == "cue":
            return c.has("none", "not", "sup:max", "sup:min", "between", "null") or bool(
                c.starts("cmp:") or c.starts("time:") or c.starts("like:")
            )
        return True
