"""Where a time is taken for a day that nobody spoke of: of those who did something, on which people joined, or on which
something else was done. Checks for contradictions.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from core.ask.cells_in_short import weekday
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import stem
from core.ask.translators.rules.passes.day_of_rows import days_besides, spoken_of
from core.ask.translators.rules.query import Col, Filter
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.years import says_time
from core.text.words import words

_BEING = frozenset("was were been are is we got".split())
_BIRTH = frozenset("dob birth born birthday birthdate".split())
_PLAINLY = 0.8
"""The score of a link that a word spells out."""


def time_of_doer(s: Seen) -> bool:
    """`members who borrowed in 2024`, and it is the members who joined in that year: the time is said behind what they
    did, which has a day of its own."""
    for column in _unnamed_days(s):
        for at in times_said(s):
            deeds = deeds_at(s, at) if column.table not in deeds_at(s, at) else set()
            own = [t for t in deeds if column.table in s.facts.owners(t) and (d := s.facts.when((t,))) is not None
                   and d.table != column.table]  # fmt: skip
            if own and len(own) == len(deeds):
                return True
    return False


def deeds_at(s: Seen, at: int) -> set[str]:
    """The tables of what is said last before a time, and of what the verb there may mean besides."""
    before = [c for c in s.chunks if c.end <= at and c.link is not None]
    found = {before[-1].link.table} if before and before[-1].link else set()
    for m in s.mentions:
        if m.end in (at, at - 1) and m.end - m.start == 1 and s.tokens[m.start].lower.endswith(PARTICIPLES):
            close = [k for k in m.links if k.score >= _PLAINLY]
            found |= {k.table for k in close if k.kind == "table" or temporal(s, Col(k.table, k.column))}
    return found & set(s.facts.tables)


def times_said(s: Seen) -> Iterator[int]:
    """Where times are said."""
    yield from (i for i, t in enumerate(s.tokens) if says_time(t))


def _unnamed_days(s: Seen) -> Iterator[Col]:
    """The days that rows are restricted by, but those that a word of the question names."""
    named = {(k.table, k.column) for k in s.links if k is not None and k.kind == "column"}
    for f in s.conditions:
        column = f.item.column if isinstance(f, Filter) and not f.item.aggregate else None
        still = isinstance(f, Filter) and f.operator == "is null"  # a day that has not come is no time
        if column is not None and not still and temporal(s, column) and (column.table, column.name) not in named:
            yield column


def day_of_other_deed(s: Seen) -> bool:
    """`jobs completed in May`, by the day on which they were quoted, or `the date on the invoice`, and it is the one of
    its payment: another day of the rows is spoken of, or what is said to be done is told by a cell."""
    said = {t.stem for t in s.tokens}
    bound = {f.item.column for f in s.filters if f.values and all(isinstance(v, str) for v in f.values)}
    by = [c for c in _unnamed_days(s) if c in bound] + [c for c in s.query.group if temporal(s, c)]
    for column in dict.fromkeys(replace(c, part="") for c in by):
        others = days_besides(column, said, s.facts)
        if others and (_done_by_cell(s) or any(spoken_of(d, s.tokens, s.facts) for d in others)):
            return True
    return False


def _done_by_cell(s: Seen) -> bool:
    """A verb of what was done, behind "was" or "we", is a cell or a mark of the rows."""
    deeds = [(before, c) for before, c in pairwise(s.chunks) if c.text.lower().endswith(PARTICIPLES)]
    done = [c for before, c in deeds if s.tokens[c.start - 1].lower in _BEING or before.kind == "table"]
    return any(c.kind == "value" or (c.means is not None and bool(c.means.conditions)) for c in done)


def day_of_list(s: Seen) -> bool:
    """`how many tracks were played on a Sunday`, by the day of a timetable: tracks have days of their own."""
    counted = {i.column.table if i.column else i.table for i in s.figures if i.aggregate == "count"}
    cells = [(f.item.column, f.values) for f in s.filters if f.item.column and not f.item.column.part and f.values]
    days = {c.table for c, values in cells if all(isinstance(v, str) and weekday(v) for v in values)}
    return bool(days - counted) and any(s.facts.own_when(t, day=True) for t in counted & set(s.facts.tables))


def year_of_stranger(s: Seen) -> bool:
    """`spills of each firm in 2023`, and it is the year in which bays were listed: a year of what nobody named, by a
    header that tells of a deed that nobody spoke of."""
    said = {t.stem for t in s.tokens}
    named = {k.table for k in s.links if k is not None}
    own = {i.table or (i.column.table if i.column else "") for i in s.figures}
    bound = (f.item.column for f in s.filters if f.item.column and not f.item.aggregate)
    years = [c for c in bound if s.facts.year(c) and c.table not in named | own]
    return any(
        w.endswith("ed") and stem(w) not in said
        for c in years
        if (held := s.facts.column(c))
        for w in words(held.label)
    )


def born_last(s: Seen) -> bool:
    """`when was Rolo last in`, and it is the day on which he was born."""
    said = {t.lower for t in s.tokens}
    shown = [i.column for i in s.query.select if i.column and temporal(s, i.column)]
    births = [c for c in shown if _BIRTH & set(s.facts.spelt(c))]
    return "last" in said and bool(births) and not said & (_BIRTH | {"youngest"})


CHECKS: tuple[Check, ...] = (time_of_doer, day_of_other_deed, day_of_list, year_of_stranger, born_last)
