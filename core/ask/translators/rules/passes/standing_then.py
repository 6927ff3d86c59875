"""`books on loan on 3 May`: what had begun by then and had not ended, and not what began on that day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.dates import span
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Query

_DATES = ("date", "datetime")
_DID = frozenset(("did", "do", "does", "didn't", "didnt"))
_STAYED = frozenset("have stay remain keep leave hold stand still".split())
"""`how many did we have open in 2024` asks for a state."""
_OUT = frozenset(
    "carried carry taken took take given gave give handed hand sent send paid pay ran run runs went go came come "
    "filled worked found signed".split()
)
"""Verbs with `out` that say what was done: `inspections carried out in 2024`."""


def standing_then(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A condition on the day that something began becomes one on both its ends, where a state is asked about."""
    said = f" {' '.join(t.lower for t in tokens)} ".replace(" out of ", " ")  # “five out of ten” are not out
    states = [state for state in lexicon().standing if f" {state} " in said and not _done(state, said.split())]
    summed = any(i.aggregate in ("sum", "avg") for i in query.select)
    if not states or (summed and states == ["out"]):  # “what we handed out in fines in 2023”
        return query
    where = tuple(w for c in query.where for w in _both_ends(c, facts))
    return query if where == query.where else replace(query, where=where)


def _done(state: str, said: Sequence[str]) -> bool:
    """`matters we did open in 2024`, `checks carried out in 2024`: a verb, of something that happened then."""
    if state not in said:
        return False
    at = said.index(state)
    if state == "out":
        return at > 0 and said[at - 1] in _OUT
    did = next((i for i in reversed(range(at)) if said[i] in _DID), at)
    return state == "open" and did < at and not _STAYED & set(said[did:at])


def _both_ends(condition: Condition, facts: Facts) -> tuple[Condition, ...]:
    whole = isinstance(condition, Filter) and condition.operator in ("=", "like") and len(condition.values) == 1
    if not whole or not isinstance(condition, Filter) or condition.item != Item(condition.item.column):
        return (condition,)
    column, days = condition.item.column, span(str(condition.values[0]).rstrip("%"))
    ends = _ends(column, facts) if column and days else None
    if ends is None or days is None:
        return (condition,)
    begun, ended = Item(ends[0]), Item(ends[1])
    held = facts.column(ends[0])
    timed = held is not None and held.type == "datetime"
    return (
        Filter(begun, "<=", (days.last(timed),)),
        AnyOf((Filter(ended, ">=", (days.first,)), Filter(ended, "is null"))),
    )


def _ends(column: Col, facts: Facts) -> tuple[Col, Col] | None:
    """The dates at which the rows of a column's table begin and end; None where it has no such pair."""
    table = facts.tables.get(column.table)
    dated = [Col(column.table, c.name) for c in table.columns if c.type in _DATES] if table else []
    ended = [c for c in dated if facts.ends(c) and not facts.begins(c)]
    others = [c for c in dated if c not in ended]
    begun = [c for c in others if facts.begins(c)] or others
    return (begun[0], ended[0]) if begun and len(ended) == 1 and column in dated else None
