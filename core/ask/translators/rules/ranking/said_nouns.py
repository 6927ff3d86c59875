"""Nouns that say no more than the query does beside them.

- People behind a number of them: `wheelchair users`, of the figure `Wheelchairs`.
- The year, or the day, of what is shown: `the year each was built`.
- What is reported in general, where the rows are reports: `problems were reported`, `reported a problem`.
- Whom nothing is said of but that it was not done: `paths nobody has walked`, `did not get a single visit`.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.stop_words import DETERMINERS
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Among, Query, Related
from core.ask.translators.rules.query_parts import figures_in

_PEOPLE = frozenset("users passengers people visitors guests customers attendees riders travellers".split())
_YEARS = frozenset(("year", "years"))
_DAYS = frozenset(("date", "day", "dates"))
_MATTERS = frozenset(map(stem, "problem issue fault matter defect concern".split()))
_BEING = frozenset("is are was were been be get got have has had ever".split())
_NOBODY = frozenset(("nobody", "anybody", "anyone"))
_NOT = frozenset(("not", "never", "n't", "no"))
_REACH = 4
"""Tokens between a year and the verb that says of what it is, or a "not" and "single", at most."""


def noun_said(
    tokens: Sequence[Token], chunks: Sequence[Chunk], n: int, query: Query, tables: Sequence[str], facts: Facts
) -> bool:
    """The noun of a chunk, which nothing used, adds nothing to the query."""
    at, word = chunks[n].start, tokens[chunks[n].start].lower
    if word in _PEOPLE:
        return _counted_people(chunks, n, query, facts)
    if word in _YEARS | _DAYS:
        return _time_shown(tokens, at, query, facts)
    if tokens[at].stem in _MATTERS:
        labels = {w for t in tables if t in facts.tables for w in stems(facts.tables[t].label)}
        return _deed_of(tokens, at) in labels
    denied = any(isinstance(c, Related | Among) and c.negated for c in query.where)
    if word == "single":
        led = {t.lower[-3:] if t.lower.endswith("n't") else t.lower for t in tokens[max(0, at - _REACH) : at]}
        return denied and bool(led & _NOT) and tokens[at - 1].lower == "a"
    return word in _NOBODY and denied


def _counted_people(chunks: Sequence[Chunk], n: int, query: Query, facts: Facts) -> bool:
    """`wheelchair users`, where the wheelchairs of all rows are added up."""
    before = chunks[n - 1].link if n else None
    summed = [i.column for i in figures_in(query) if i.aggregate in ("sum", "avg", "max", "min") and i.column]
    return before is not None and any((c.table, c.name) == (before.table, before.column) for c in summed)


def _time_shown(tokens: Sequence[Token], at: int, query: Query, facts: Facts) -> bool:
    """`the year each was built`: a column of that is shown."""
    behind = {t.stem for t in tokens[at + 1 : at + 1 + _REACH]}
    shown = [i.column for i in query.select if i.column is not None and not i.aggregate]
    told = [c for c in shown if facts.year(c) or facts.temporal(c)]
    return any(facts.speaks(c, behind) for c in told)


def _deed_of(tokens: Sequence[Token], at: int) -> str:
    """The stem of the verb that a noun stands right before, or behind: `problems were reported`, `reported a problem`;
    "" for none."""
    i = at + 1
    while i < len(tokens) and tokens[i].lower in _BEING:
        i += 1
    if i > at + 1 and i < len(tokens):
        return tokens[i].stem
    j = at - 1
    while j >= 0 and tokens[j].lower in DETERMINERS:
        j -= 1
    return tokens[j].stem if j >= 0 else ""
