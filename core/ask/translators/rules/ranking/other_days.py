"""Where a time is taken for a day that nobody spoke of: of those who did something, or on which people joined. Checks
for contradictions.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.ask.stop_words import PARTICIPLES
from core.ask.translators.rules.query import Col, Filter
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.years import says_time

_HAVING = frozenset(("have", "had", "got"))
_PLAINLY = 0.8
"""The score of a link that a word spells out."""
_WITHIN = frozenset(("in", "during", "over", "throughout"))


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
        if column is not None and temporal(s, column) and (column.table, column.name) not in named:
            yield column


CHECKS: tuple[Check, ...] = (time_of_doer,)
