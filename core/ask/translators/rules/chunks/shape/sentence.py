"""A chunked question whose restrictions are claimed, what has been read of its shape, and how to look around in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Item, Order

_SKIP = ("all", "distinct", "rel")


@dataclass(slots=True)
class Superlative:
    """`the X with the most Y` (count of a table), `the oldest X`, `top 3 X by Y`."""

    at: int
    item: Item
    descending: bool
    limit: int


@dataclass(slots=True)
class Wanted:
    """Something to show, where the question names it."""

    at: int
    item: Item
    entity: str = ""
    """A table named instead of a column: shown by its display columns."""


@dataclass(slots=True)
class Sentence:
    """What every part of the shape reads from and adds to."""

    chunks: list[Chunk]
    facts: Facts
    tables: list[str]
    """Tables the question speaks of, likeliest first."""
    wanted: list[Wanted] = field(default_factory=list)
    best: Superlative | None = None
    order: list[Order] = field(default_factory=list)
    groups: list[Wanted] = field(default_factory=list)
    distinct: bool = False
    everything: bool = False

    def _column(self, i: int) -> Col | None:
        if 0 <= i < len(self.chunks):
            c = self.chunks[i]
            if c.kind == "column" and c.link:
                return Col(c.link.table, c.link.column)
        return None

    def _given(self, i: int) -> Item | None:
        """The figure that chunk `i` was told to mean."""
        means = self.chunks[i].means if 0 <= i < len(self.chunks) else None
        return means.item if means else None

    def _table(self, i: int) -> str:
        if 0 <= i < len(self.chunks):
            c = self.chunks[i]
            if c.kind == "table" and c.link:
                return c.link.table
        return ""

    def _target(self, i: int, reach: int = 4, *skip: str) -> int | None:
        """The column or table that a cue at `i` governs: the next one, only small words between."""
        for j in range(i + 1, min(len(self.chunks), i + 1 + reach)):
            c = self.chunks[j]
            if c.claimed:
                if c.claimed == "filter" and c.kind in ("value", "number"):
                    continue
                return None
            if c.means and c.means.item:
                return j
            if c.kind in ("column", "table"):
                return j + 1 if self._compound(j) else j
            if not (c.kind in ("word", "value", "number") or c.has(*_SKIP, *skip)):
                return None
        return None

    def _compound(self, j: int) -> bool:
        """`transaction amount`, `chemistry samples`: a table's name that only says whose column the next is."""
        column, table = self._column(j + 1), self._table(j)
        if column is None or column.table != table or self.chunks[j + 1].claimed:
            return False
        return self.facts.measure(column) or (bool(self.facts.twins.of(table)) and self.facts.identifying(column))

    def _size(self, i: int) -> tuple[int, int | None]:
        """A number beside a superlative ("top 3", "3 youngest", "5 most"), and its chunk."""
        for j in (i + 1, i - 1):
            if 0 <= j < len(self.chunks) and not self.chunks[j].claimed:
                c = self.chunks[j]
                if c.kind == "number" and c.number and c.number.is_integer() and 0 < c.number < 1000:
                    return int(c.number), j
        for j, c in enumerate(self.chunks[: min(i, 9)]):
            named = j + 1 < i and self.chunks[j + 1].kind in ("table", "column")
            if (
                c.kind == "number"
                and not c.claimed
                and named
                and c.number
                and c.number.is_integer()
                and c.number < 1000
            ):
                return int(c.number), j
        return 1, None

    def _rows_after(self, i: int) -> str:
        """`number of records`, `most knee replacement records`: the table whose rows are meant, or ""."""
        for j in range(i + 1, min(len(self.chunks), i + 5)):
            c = self.chunks[j]
            if c.kind == "word" and "rows" in c.tags:
                c.claimed = "wanted"
                near = [k.link.table for k in self.chunks[i + 1 : j] if k.link]
                return near[0] if near else self.tables[0] if self.tables else ""
            if c.kind == "stop" or c.kind == "table" or (c.kind == "cue" and not c.has("all", "distinct")):
                return ""
        return ""

    def _temporal(self, column: Col) -> bool:
        found = self.facts.column(column)
        return found is not None and (found.type in ("date", "datetime", "time") or self.facts.year(column))

    def _unique(self, column: Col) -> bool:
        found = self.facts.column(column)
        return found is not None and found.profile.unique
