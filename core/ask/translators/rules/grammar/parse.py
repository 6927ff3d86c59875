"""A question's queries: turns that set things beside each other are taken apart first, what is left fills places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.change import change, changed
from core.ask.translators.rules.grammar.clearing import (
    fronted,
    in_brackets,
    over_times,
    with_only_figure,
    without_form,
    without_occasion,
)
from core.ask.translators.rules.grammar.sibling_tables import over_all, several, values_listed
from core.ask.translators.rules.grammar.statistics import about_figures
from core.ask.translators.rules.grammar.times import set_beside, times
from core.ask.translators.rules.grammar.versus import set_against, versus
from core.ask.translators.rules.grammar.when_highest import with_when
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.missing_codes import left_out, without
from core.ask.translators.rules.parted_dates import parted_dates
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.slots.read import readings


@dataclass(frozen=True, slots=True)
class Parse:
    """A query, and which content chunks nothing used."""

    query: Query
    ignored: tuple[str, ...]
    preferred: tuple[str, ...] = ()
    """Joins that lead to the names of what is shown."""


Marked = tuple[Query, list[Chunk]]
"""A query, with the chunks marked as it uses them."""


def parses(chunks: Sequence[Chunk], facts: Facts) -> Iterator[Marked]:
    """The queries that the chunks may mean, likeliest first."""
    own = prepared([replace(c) for c in chunks], facts)
    if (against := _against(own, facts)) is not None:
        yield against
        return
    yield from _apart(own, facts)
    missing, rest = left_out(own)
    rest = without_occasion(without_form(rest))
    named = several(rest, facts)
    listed = values_listed(*named, facts) if named else ()
    for query, marked in chain(readings(named[1] if named else rest, facts), listed):
        whole: Query | None = without(query, missing, facts)
        if named and whole:
            whole = over_all(whole, named[0], facts)
        if whole is not None:
            claims = {c.start: c.claimed for c in marked}
            yield whole, [replace(c, claimed=claims.get(c.start, c.claimed)) for c in own]


def prepared(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """The chunks as they are read: brackets, figures and times that are said indirectly in the place of their words."""
    chunks = about_figures(over_times(in_brackets(parted_dates(chunks, facts))), facts)
    return with_when(fronted(with_only_figure(chunks, facts), facts), facts)


def _against(chunks: list[Chunk], facts: Facts) -> Marked | None:
    """A question that sets two of a kind against each other, read of both: nothing else is meant by it."""
    compared = versus(chunks)
    for query, marked in readings(compared.chunks, facts) if compared else ():
        if compared and (beside := set_against(query, compared, facts)):
            return beside, _used(chunks, left_over(marked))
    return None


def _apart(chunks: list[Chunk], facts: Facts) -> Iterator[Marked]:
    """A question that sets two times or now and then against each other, read of each of them."""
    if moved := change(chunks, facts):
        then, now = _first(moved.earlier, facts), _first(moved.later, facts)
        made = changed(then.query, now.query, moved, facts) if then and now else None
        if made is not None and now is not None:
            yield made, _used(chunks, now.ignored, {c.start for c in moved.used})
    if (at := times(chunks)) is not None:
        read_sides = [_first(side, facts) for side in at.sides]
        whole = set_beside([r.query for r in read_sides if r], at) if None not in read_sides else None
        if whole is not None and read_sides[0] is not None:
            yield whole, _used(chunks, read_sides[0].ignored, set(at.used))


def _first(chunks: list[Chunk], facts: Facts) -> Parse | None:
    """The likeliest reading."""
    for query, marked in readings(chunks, facts):
        return Parse(query, left_over(marked))
    return None


def _used(chunks: Sequence[Chunk], ignored: Sequence[str], starts: set[int] = frozenset()) -> list[Chunk]:  # type: ignore[assignment]
    """The chunks, all of them used but those that the reading left over."""
    return [
        replace(c, claimed=c.claimed or ("" if c.text in ignored and c.start not in starts else "wanted"))
        for c in chunks
    ]


def left_over(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """What nothing used of a question."""
    return tuple(c.text for c in chunks if _left_over(c))


def _left_over(c: Chunk) -> bool:
    """It explains nothing of the query: a word without a part in it, or a column that is a guess and has none."""
    if c.link is not None and c.link.kind == "column" and c.link.how == "meaning":
        return c.claimed in ("", "context")
    return c.kind in ("word", "text", "number", "date") and not c.claimed
