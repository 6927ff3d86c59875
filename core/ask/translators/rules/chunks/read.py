"""Chunks become one query: restrictions first, then the shape, then what is left finds its place."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.translators.rules.chunks.assemble import assembled
from core.ask.translators.rules.chunks.conditions.read import Conditions
from core.ask.translators.rules.chunks.conditions.roles import roles
from core.ask.translators.rules.chunks.nested.calendar_words import CalendarWords
from core.ask.translators.rules.chunks.nested.ratios import ratio
from core.ask.translators.rules.chunks.nested.sets import absences, related_rows
from core.ask.translators.rules.chunks.nested.superiors import Superiors
from core.ask.translators.rules.chunks.shape.read import Shape
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.change import change, changed
from core.ask.translators.rules.grammar.naming import by_name
from core.ask.translators.rules.grammar.parse import Parse, left_over, prepared
from core.ask.translators.rules.grammar.sibling_tables import over_all, several
from core.ask.translators.rules.grammar.times import set_beside, times
from core.ask.translators.rules.grammar.versus import set_against, versus
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.missing_codes import left_out, without
from core.ask.translators.rules.query import Query


def parse(chunks: list[Chunk], facts: Facts) -> Parse | None:
    """The query that the chunks spell, or None when nothing is asked for. Chunks are marked as they are used."""
    chunks = prepared(chunks, facts)
    if compared := versus(chunks):
        read = _parse(compared.chunks, facts)
        if read and (beside := set_against(read.query, compared, facts)):
            for c in chunks:  # the query was made of copies
                c.claimed = c.claimed or ("" if c.text in read.ignored else "wanted")
            return Parse(beside, read.ignored)
    if moved := change(chunks, facts):
        then, now = _parse(moved.earlier, facts), _parse(moved.later, facts)
        made = changed(then.query, now.query, moved, facts) if then and now else None
        if made is not None and now is not None:
            starts = {c.start for c in moved.used}
            for c in chunks:  # the query was made of copies
                c.claimed = c.claimed or ("" if c.text in now.ignored and c.start not in starts else "wanted")
            return Parse(made, now.ignored)
    if (at := times(chunks)) is not None:
        readings = [_parse(side, facts) for side in at.sides]
        whole = set_beside([r.query for r in readings if r], at) if None not in readings else None
        if whole is not None and readings[0] is not None:
            ignored = readings[0].ignored
            for c in chunks:  # the query was made of copies
                c.claimed = c.claimed or ("" if c.text in ignored and c.start not in at.used else "wanted")
            return Parse(whole, ignored)
    missing, rest = left_out(chunks)
    named = several(rest, facts)
    read = _parse(named[1] if named else rest, facts)
    if read is None:
        return None
    query: Query | None = without(read.query, missing, facts)
    if named and query:
        query = over_all(query, named[0], facts)
    if query is None:
        return None
    query, joins = by_name(query, chunks, facts)
    return Parse(query, read.ignored, joins)


def _parse(chunks: list[Chunk], facts: Facts) -> Parse | None:
    tables = _tables(chunks)
    compared = ratio(chunks, facts, tables)
    conditions = Conditions(chunks, facts, tables)
    scopes = absences(chunks)
    shape = Shape(chunks, facts, tables)
    Superiors(chunks, facts, conditions, shape).read()
    CalendarWords(chunks, facts, conditions, shape).read()
    conditions.read()
    if compared is not None:
        conditions.found = [*compared.found, *conditions.found]
        shape.wanted.append(compared.wanted)
    shape.read()
    roles(conditions.found, chunks, facts, tables)
    related = related_rows(chunks, scopes, conditions, shape)
    query = assembled(chunks, facts, tables, conditions, shape, related)
    if query is None:
        return None
    return Parse(query, left_over(chunks))


def _tables(chunks: Sequence[Chunk]) -> list[str]:
    """Tables in the order the question names them or their columns; tables named outright come first."""
    named = [c.link.table for c in chunks if c.kind == "table" and c.link]
    return list(dict.fromkeys(named + [c.link.table for c in chunks if c.link]))
