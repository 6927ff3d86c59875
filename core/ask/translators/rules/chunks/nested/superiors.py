"""Another row of the same table: "their manager", "who reports to Ann", "staff who earn more than their manager".

A table that refers to itself has the row referred to in a role of its own, told by its column's label (`manager_id`).
"""

from __future__ import annotations

from dataclasses import replace

from core.ask.tokens import stem
from core.ask.translators.rules.chunks.conditions.read import Conditions, Found
from core.ask.translators.rules.chunks.conditions.restrictions import operator_of
from core.ask.translators.rules.chunks.shape.read import Shape
from core.ask.translators.rules.chunks.shape.sentence import Wanted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import NEGATED, Col, Filter, Item, Via

_OWN = ("their", "his", "her", "its", "they", "he", "she")


class Superiors:
    """Reads what the question says of the row that each row refers to; chunks are claimed as they are used."""

    def __init__(self, chunks: list[Chunk], facts: Facts, conditions: Conditions, shape: Shape) -> None:
        self.chunks, self.facts, self.conditions, self.shape = chunks, facts, conditions, shape

    def read(self) -> None:
        """Every mention of the role, in order."""
        for i, c in enumerate(self.chunks):
            way = self._way(i) if not c.claimed else None
            if way is not None and not self._compared(i, *way) and not self._below(i, *way):
                self._shown(i, *way)

    def _way(self, i: int) -> tuple[Col, Col] | None:
        """The join (referring column, key) of one table with itself whose role chunk `i` says."""
        c = self.chunks[i]
        here = {k.link.table for k in self.chunks if k.link}
        for j in self.facts.schema.joins if c.kind in ("column", "word") else ():
            if not j.is_self or len(j.child) != 1 or j.child_table not in here:
                continue
            child, key = Col(j.child_table, j.child[0]), Col(j.parent_table, j.parent[0])
            spoken = self.facts.speaks(child, lexicon().superiors)
            linked = c.link is not None and Col(c.link.table, c.link.column) == child
            if spoken and (linked or (c.kind == "word" and stem(c.text.lower()) in lexicon().superiors)):
                return child, key
        return None

    def _compared(self, i: int, child: Col, key: Col) -> bool:
        """`earn more than their manager`, `hired before their manager`: a column of both rows."""
        at = next((k for k in range(i - 1, max(-1, i - 4), -1) if self._operator(k)), None)
        if at is None or self.chunks[at].claimed:
            return False
        c, operator, conditions = self.chunks[at], self._operator(at), self.conditions
        before, behind = conditions.before(at, 3), i + 1
        same = conditions.column(behind)
        own = conditions.column(before) if before is not None else same
        if own is None and c.quantity:
            own, operator = conditions.of_quantity(c.quantity, operator)
        if own is None or own.table != child.table or own == child:
            return False
        if conditions.negated(at, 2):
            operator = NEGATED[operator]
        other = replace(own, through=(child.name, key.name))
        for k in (at, i, before, behind if same == own else None):
            if k is not None:
                self.chunks[k].claimed = "filter"
        conditions.found.append(Found(at, Filter(Item(own), operator_of(operator), (other,)), own))
        return True

    def _operator(self, k: int) -> str:
        return self.chunks[k].starts("cmp:") or self.chunks[k].starts("time:")

    def _below(self, i: int, child: Col, key: Col) -> bool:
        """`who reports to Ann`, `whose manager is Ann`: rows that refer to the one named."""
        at = next((k for k in range(i + 1, min(len(self.chunks), i + 4)) if self.chunks[k].kind == "value"), None)
        link = self.chunks[at].link if at is not None else None
        if at is None or link is None or link.table != child.table:
            return False
        between = {w for c in self.chunks[i + 1 : at] for w in c.text.lower().split()}
        led = self.chunks[i - 1].text.lower() if i else ""
        verb = bool(between & {"to", "by", "under"}) and self.chunks[i].text.lower() not in _NOUNS
        if not verb and not (led in ("whose", "where", "has", "have", "with") or between & {"is", "named", "called"}):
            return False
        named = Filter(Item(Col(link.table, link.column)), "=", (link.value,))
        self.chunks[i].claimed = self.chunks[at].claimed = "filter"
        self.conditions.found.append(Found(at, Via(child, key, (named,)), child))
        return True

    def _shown(self, i: int, child: Col, key: Col) -> None:
        """`the name of their manager`, `who does Ann report to`: what people call the row referred to."""
        chunks = self.chunks
        back = [c.text.lower() for c in chunks[max(0, i - 2) : i]]
        value = any(c.kind == "value" and c.link and c.link.table == child.table for c in chunks)
        whose = any(w in _OWN for w in back)
        asked = value and not any(c.has("count", "group") for c in chunks)
        if not whose and not asked:
            return
        at = next((k for k in range(i - 1, max(-1, i - 6), -1) if chunks[k].text.lower() in ("of", "and")), None)
        named = self.conditions.column(at - 1) if at and chunks[at].text.lower() == "of" else None
        shown = (named,) if named and named.table == child.table else self.facts.display(child.table)
        if at and chunks[at - 1].text.lower() in ("name", "names") and not chunks[at - 1].claimed:
            chunks[at - 1].claimed = "wanted"
        if named and at:
            chunks[at - 1].claimed = "wanted"
        chunks[i].claimed = "wanted"
        role = (child.name, key.name)
        if whose and not any(self._names(k) for k in range(i)):
            self.shape.wanted.extend(Wanted(0, Item(c)) for c in self.facts.display(child.table))
        self.shape.wanted.extend(Wanted(i, Item(replace(c, through=role))) for c in shown)

    def _names(self, k: int) -> bool:
        """A column to show stands at `k`."""
        return self.chunks[k].kind == "column" and not self.chunks[k].claimed


_NOUNS = ("manager", "managers", "supervisor", "supervisors", "boss", "head", "superior")
