"""`jobs completed in May`, of rows with the day of their quote and that of the job: no day of a deed that nobody speaks
of where another day is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.decided_then import to_day
from core.ask.translators.rules.query import Col, Filter, Query
from core.model import TEMPORAL
from core.text.abbreviations import CUT, shortens
from core.text.words import words

_DAYS = frozenset(map(stem, ("date", "day", "time", "month", "year", "dt", "on")))
_ROOT = 4
"""Letters of a deed, if only cut short: `INSP_BY`."""
_TIMED = frozenset("in on during between since before after".split())
_CLOSED = frozenset(map(stem, "complete done finish close cancel attend pass fail deliver".split()))
"""Verbs for rows that came to their end, which a cell tells."""


def day_of_rows(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Times of a deed's day (`Quoted`, `Paid On`) that is not said are those of the one other day of the rows, where
    that is spoken of (`the date on the invoice`: `Inv Dt`) or a cell says that they came to their end."""
    said = {t.stem for t in tokens}
    for usual in _times(query, facts):
        if (theirs := _of_doers(query, usual, facts)) is not None and not spoken_of(usual, tokens, facts):
            return to_day(query, usual, theirs)
    done = (a for a, b in pairwise(tokens) if b.lower in _TIMED and a.lower.endswith(PARTICIPLES))
    if any(t.stem not in _CLOSED for t in done):
        return query  # “requested in May”: another deed is spoken of
    for usual in _times(query, facts):
        others = days_besides(usual, said, facts)
        if len(others) == 1 and (
            spoken_of(others[0], tokens, facts) or (said & _CLOSED and _told_by_cell(query, usual.table))
        ):
            return to_day(query, usual, others[0])
    return query


def _of_doers(query: Query, usual: Col, facts: Facts) -> Col | None:
    """`What did Ann check in 2023`, where `Inspected by` tells who and `Last inspection` when: the one day of the same
    deed as the cell that says who did it."""
    cells = (f.item.column for f in query.where if isinstance(f, Filter) and f.operator == "=" and f.item.column)
    who = [c for c in cells if c.table == usual.table and "by" in facts.spelt(c)]
    deeds = {w for c in who for w in facts.spelt(c) if len(w) >= _ROOT}
    days = [Col(usual.table, c.name) for c in facts.tables[usual.table].columns if c.type in TEMPORAL] if deeds else []
    own = [d for d in days if any(_one_root(w, deed) for w in facts.spelt(d) for deed in deeds)]
    return own[0] if len(own) == 1 and own[0] != usual else None


def _one_root(word: str, deed: str) -> bool:
    return word.startswith(deed) or stem(word) == stem(deed)


def days_besides(usual: Col, said: set[str], facts: Facts) -> list[Col]:
    """The days of the table that are of no deed, where `usual` is of one that nobody speaks of."""
    done = {stem(w) for w in words(usual.name) if w.endswith(PARTICIPLES)}
    if not done or done & (said | set(stems(facts.tables[usual.table].label))):
        return []
    days = [Col(usual.table, c.name) for c in facts.tables[usual.table].columns if c.type in TEMPORAL]
    return [d for d in days if d != usual and not any(w.endswith(PARTICIPLES) for w in words(d.name))]


def spoken_of(day: Col, tokens: Sequence[Token], facts: Facts) -> bool:
    """A word of the question is in the day's label, if only cut short: `Inv Dt`, and the date on the invoice."""
    label = set(stems(facts.tables[day.table].label))
    own = [w for w in words(day.name) if stem(w) not in _DAYS | label]
    return any(w == t.lower or shortens(w, t.lower) >= CUT for w in own for t in tokens)


def _times(query: Query, facts: Facts) -> Iterator[Col]:
    """The days by which rows are restricted or told apart."""
    filters = (f for f in query.where if isinstance(f, Filter) and f.values and not f.item.aggregate)
    columns = [f.item.column for f in filters if all(isinstance(v, str) for v in f.values)]
    for column in dict.fromkeys(replace(c, part="") for c in (*columns, *query.group) if c is not None):
        held = facts.column(column)
        if held is not None and held.type in TEMPORAL and not column.through[0] and column.table in facts.tables:
            yield column


def _told_by_cell(query: Query, table: str) -> bool:
    """A cell says which of the rows are meant."""
    cells = (f for f in query.where if isinstance(f, Filter) and f.operator == "=" and len(f.values) == 1)
    return any(f.item.column is not None and f.item.column.table == table for f in cells)
