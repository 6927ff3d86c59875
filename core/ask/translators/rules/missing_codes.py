"""Numbers that stand for a missing value, said in passing: "999 means missing, so leave it out"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Filter, Item, Query

MIN_LINK_SCORE = 0.75
"""Below this score a column's mention may be passed over."""


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
