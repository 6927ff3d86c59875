"""How values are coded, said in passing: "999 means missing, so leave it out", "diabetes recorded (value 1)"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.translators.rules.conditions.restrictions import Found, Restrictions
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Filter, Item, Query

MIN_LINK_SCORE = 0.75
"""Below this score a column's mention may be passed over."""
_REACH = 6
_CODED = frozenset("value values code coded =".split())
_SAYS = frozenset("says say said reads read states state".split())


def left_out(chunks: Sequence[Chunk]) -> tuple[tuple[float, ...], list[Chunk]]:
    """Numbers that stand for a missing value, and the chunks without the clauses that say so, which are claimed."""
    kept: list[Chunk] = []
    numbers: list[float] = []
    for clause in _clauses(chunks):
        said = [c.number for c in clause if c.number is not None]
        named = any(c.link and c.number is None and c.link.score >= MIN_LINK_SCORE for c in clause)
        marked = any(word in lexicon().missing for c in clause for word in c.text.lower().split())
        if said and marked and not named and len(clause) < len(chunks):
            numbers.extend(said)
            for c in clause:
                c.claimed = "filter"
        else:
            kept.extend(clause)
    return tuple(numbers), kept


def _clauses(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    """Sentences, and what stands in brackets."""
    clause: list[Chunk] = []
    for c in chunks:
        if c.text == "(" and clause:
            yield clause
            clause = []
        clause.append(c)
        if c.kind == "stop" or c.text == ")":
            yield clause
            clause = []
    if clause:
        yield clause


def without(query: Query, numbers: Sequence[float], facts: Facts) -> Query:
    """The query whose figures leave the numbers out; with several columns each figure its own column's."""
    measured = [i for i in query.select if i.aggregate in ("avg", "sum", "min", "max") and not i.formula]
    columns = list(dict.fromkeys(i.column for i in measured if i.column and facts.numeric(i.column)))
    if not numbers or not columns:
        return query
    if len(columns) == 1:
        return replace(query, where=(*query.where, _unlike(columns[0], numbers)))
    select = tuple(
        replace(i, where=(*i.where, _unlike(i.column, numbers))) if i in measured and i.column in columns else i
        for i in query.select
    )
    return replace(query, select=select)


def _unlike(column: Col | None, numbers: Sequence[float]) -> Filter:
    return Filter(Item(column), "!=", tuple(numbers))


class Coding(Restrictions):
    """Reads codes that are given with a column."""

    def _codes(self) -> None:
        """`with diabetes recorded (value 1)`: the column before the bracket holds the number."""
        for i, c in enumerate(self.chunks):
            if c.claimed or c.number is None or i < 2 or self.chunks[i - 1].text.lower() not in _CODED:
                continue
            at = self._sure_before(i - 1)
            column = self.column(at) if at is not None else None
            if at is None or column is None or not self.facts.numeric(column):
                continue
            self._claim("filter", *range(at, i + 1))
            self.found.append(Found(at, Filter(Item(column), "=", (c.number,)), column))

    def _quoted(self) -> None:
        """`(the result says detected)`: the column's text begins so."""
        for i, c in enumerate(self.chunks[:-1]):
            column, follows = self.column(i - 1), self.chunks[i + 1]
            if c.text.lower() not in _SAYS or column is None or follows.kind not in ("value", "text", "word"):
                continue
            own = follows.link.value[: len(follows.text)] if follows.link else ""
            text = own if own.lower() == follows.text.lower() else follows.text
            for other in self.chunks:
                if other.kind == "value" and other.link and Col(other.link.table, other.link.column) == column:
                    other.claimed = "filter"
            self._claim("filter", i - 1, i, i + 1)
            self.found.append(Found(i, Filter(Item(column), "like", (f"{text}%",)), column))

    def _sure_before(self, i: int) -> int | None:
        """The nearest column before chunk `i` that is not merely alike, words between left aside."""
        for j in range(i - 1, max(-1, i - 1 - _REACH), -1):
            c = self.chunks[j]
            if c.kind == "column" and c.link and c.link.score >= MIN_LINK_SCORE:
                return j if not c.claimed else None
            if c.kind not in ("word", "column") and not c.has("all"):
                return None
        return None
