"""The readings by places of a question under one choice of links."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from core.ask.stop_words import PARTICIPLES
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk, Claim
from core.ask.translators.rules.query import Col, Definition, Query, met_inside
from core.ask.translators.rules.query_parts import columns_in
from core.ask.translators.rules.slots.compose import queries
from core.ask.translators.rules.slots.filling import places
from core.ask.translators.rules.slots.first_of_each import FirstOfEach
from core.ask.translators.rules.slots.last_of_each import LastOfEach
from core.ask.translators.rules.slots.peak_times import PeakTimes
from core.model import TEMPORAL

_FRAME = frozenset(
    "when did do does was were is are has have had the time day date show list give what up out off back over "
    "go went into begin begun start started happen happened occur occurred take took place held made we did".split()
)
"""Words that lead to the last or the first of each."""
_BESIDE = ("date", "place")
_SHAPES = ("count", "share", "group", "none", "not", "distinct", "top", "bottom", "between", "ask")


def readings(chunks: Sequence[Chunk], facts: Facts) -> Iterator[tuple[Query, list[Chunk]]]:
    """Each query, with the chunks marked as it uses them."""
    if any(_beside(chunks, at) for at in range(1, len(chunks))):
        return  # what is asked beside ("and when?") has its own reader
    said = places(chunks, facts)
    for made in queries(said, facts):
        listed = [i.column for i in made.query.select if i.column and not i.aggregate]
        marked = [replace(c, claimed=made.used.get(c.start, "")) for c in chunks]
        for c in marked:
            if c.means is not None and not _means(c.means, made.query):
                c.claimed = ""
            if c.kind == "cue" and not c.claimed and any(t in _SHAPES or ":" in t for t in c.tags):
                c.claimed = "wanted" if _obeyed(c, made.query) else ""
            elif c.claimed == "context" and c.kind in ("table", "column") and not _has(c, columns_in(made.query)):
                c.claimed = "context" if _done_to_all(c, made.query, facts) else ""
            elif c.claimed == "context" and _has(c, listed):
                c.claimed = "wanted"
            elif said.part is not None and c.start == said.part[0].start and not made.query.group:
                c.claimed = ""  # a month that nothing goes by
        yield made.query, marked


def of_each(chunks: Sequence[Chunk], facts: Facts) -> Iterator[tuple[Query, list[Chunk]]]:
    """The last, or the first few, of each; the day, month or year that had most."""
    said = places(chunks, facts)
    found = list(LastOfEach(chunks, said, facts).queries())
    found = found or list(FirstOfEach(chunks, said, facts).queries())
    found = found or list(PeakTimes(chunks, said, facts).queries())
    for query, words in found:
        used = {(c.table, c.name) for c in columns_in(query)}
        tables = {t for t, _ in used} | set(query.tables)
        yield query, [replace(c, claimed=_part(c, used, tables, c.start in words)) for c in chunks]


def _part(c: Chunk, used: Collection[tuple[str, str]], tables: Collection[str], said: bool) -> Claim:
    """What a chunk is there for in the first few of each."""
    link = c.link
    if link is None:
        return "wanted" if said or c.kind in ("cue", "number", "date") or c.text.lower() in _FRAME else ""
    return "wanted" if link.table in tables and (not link.column or (link.table, link.column) in used) else "context"


def _beside(chunks: Sequence[Chunk], at: int) -> bool:
    """`and when?`; not the "where" that a condition begins with."""
    c = chunks[at]
    follows = chunks[at + 1] if at + 1 < len(chunks) else None
    alone = follows is None or follows.kind in ("stop", "word") or chunks[at - 1].has("and")
    return c.has("ask") and c.quantity in _BESIDE and (alone or not c.has("rel"))


def _has(noun: Chunk, columns: Iterable[Col]) -> bool:
    """Whether the column that a word stands for is among these."""
    link = noun.link
    return link is not None and any(c.table == link.table and c.name == link.column for c in columns)


def _done_to_all(verb: Chunk, query: Query, facts: Facts) -> bool:
    """`sold more than 50 items`, where each of the rows that are spoken of says when it was sold."""
    link = verb.link
    found = facts.column(Col(link.table, link.column)) if link is not None and verb.kind == "column" else None
    deed = verb.end == verb.start + 1 and verb.text.lower().endswith(PARTICIPLES)
    dated = found is not None and found.type in TEMPORAL and not found.profile.nulls
    return deed and dated and link is not None and any(c.table == link.table for c in columns_in(query))


def _means(told: Definition, query: Query) -> bool:
    """Whether the query has what some words were told to mean."""
    items = [*query.select, *(o.item for o in query.order)]
    same = [i for i in items if told.item and (i.column, i.formula) == (told.item.column, told.item.formula)]
    met = {*query.where, *(c for i in query.select for c in met_inside(i))}
    ordered = told.order is None or any(i.column == told.order.item.column for i in items)
    return ordered and (told.item is None or bool(same)) and set(told.conditions) <= met


def _obeyed(cue: Chunk, query: Query) -> bool:
    """Whether the query does what a word asks of it."""
    if cue.has("group"):
        return bool(query.group)
    if cue.has("none", "not"):
        return any(getattr(c, "negated", False) or getattr(c, "operator", "") in ("!=", "is null") for c in query.where)
    if cue.starts("agg:"):
        return any(i.aggregate == cue.starts("agg:") for i in query.select)
    if cue.has("distinct"):
        return query.distinct or any(i.distinct for i in query.select)
    return cue.has("count", "ask") and any(i.aggregate for i in query.select)
