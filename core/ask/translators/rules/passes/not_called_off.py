"""`jobs still open`: of those without a day of their end not those that were called off, which will never have one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.stop_words import DENYING
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Query, Related
from core.model import Column
from core.text.words import words

_OFF = frozenset(
    map(stem, "cancelled canceled cancel abandoned void voided withdrawn aborted refused rejected declined".split())
)
_FEW = 12
"""Different values of a column of states, at most."""
_LITERALLY = frozenset("date dates day empty blank missing recorded entered filled".split())
"""Who says so asks for the cells."""


def not_called_off(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query with the state of what goes on still in place of an end that has not come, or beside it."""
    lowers = [t.lower for t in tokens]
    denied = any(w in DENYING or w.endswith(("n't", "n’t")) for w in lowers)  # “have not gone out”: no more is said
    if denied or _LITERALLY & set(lowers):
        return query
    where = tuple(_conditions(query.where, facts))
    return query if where == query.where else replace(query, where=where)


def _conditions(where: Sequence[Condition], facts: Facts) -> Iterator[Condition]:
    told = {c.item.column for c in where if isinstance(c, Filter)}
    for c in where:
        if isinstance(c, Related) and not c.bounds:
            yield replace(c, where=tuple(_conditions(c.where, facts)))
            continue
        column = c.item.column if isinstance(c, Filter) and c.operator == "is null" else None
        if column is None or not facts.temporal(column) or not facts.ends(column):
            yield c
            continue
        yield from _going_on(c, column.table, facts) if not told & set(_states(column.table, facts)) else (c,)


def _states(table: str, facts: Facts) -> dict[Col, tuple[list[str], list[str]]]:
    """Columns that say of some rows that they were called off, and of others that they came to their end: the values
    of the first, and those that say neither."""
    found = {}
    for c in facts.tables[table].columns:
        values = [v for v, _ in c.profile.common] if c.type == "text" and 2 < c.profile.distinct <= _FEW else []
        off = [v for v in values if _said(c, v) & _OFF]
        ended = [v for v in values if v not in off and _said(c, v) & lexicon().ends and not _said(c, v) & {"not"}]
        if off and ended and not c.profile.nulls and len(values) == c.profile.distinct:
            found[Col(table, c.name)] = (off, [v for v in values if v not in off and v not in ended])
    return found


def _said(column: Column, value: str) -> set[str]:
    """The stems of the first words of what a value means: `cancelled before it left` did not leave."""
    return set(map(stem, words(column.meaning(value) or value)[:2]))


def _going_on(lacking: Condition, table: str, facts: Facts) -> Iterator[Condition]:
    states = _states(table, facts)
    if len(states) != 1:
        yield lacking
        return
    column, (off, rest) = next(iter(states.items()))
    if len(rest) == 1:
        yield Filter(Item(column), "=", (rest[0],))
    else:
        yield lacking
        yield Filter(Item(column), "!=", tuple(off))
