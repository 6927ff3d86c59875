"""`boats that used a beam trawl in 2023`: the year in which they did, and not the one in which they were built."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Query, Related, condition_items, main_tables
from core.ask.translators.rules.query_parts import regrouped
from core.model import TEMPORAL

_TIMES = frozenset("year yr date day time month on at of the in".split())
"""Words of headers that say no more than that it is a time."""


def time_of_deeds(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A time of things, which no word of the question names, is that of what they did where that is in the query and
    has a time of its own."""
    said = {t.stem for t in tokens}
    return _groups(_apart(_beside(query, facts, said), facts, said), facts, said)


def _beside(query: Query, facts: Facts, said: set[str]) -> Query:
    """Conditions on a time of the things, beside others on what they did."""
    asked = {i.column.table for i in condition_items(query.where) if i.column} & set(main_tables(query))

    def moved(c: Condition) -> Condition:
        time = _timed(c, facts)
        if not isinstance(c, Filter) or time is None or not unsaid(time, facts, said):
            return c
        at = _time_of(time.table, asked - {time.table}, facts)
        return (at is not None and _moved(c, time, at, facts)) or c

    dated = {t.table for c in query.where if (t := _timed(c, facts)) is not None}
    return replace(query, where=tuple(map(moved, query.where))) if len(dated) == 1 else query


def _apart(query: Query, facts: Facts, said: set[str]) -> Query:
    """Conditions on a time of the things, where what they did is asked of apart."""
    deeds = [(c, at) for c in query.where if isinstance(c, Related) and not c.negated and not c.bounds
             if (at := _time_of(c.table, c.tables, facts)) is not None]  # fmt: skip
    if len(deeds) != 1 or any(_timed(c, facts) for c in deeds[0][0].where):
        return query
    deed, at = deeds[0]
    moved: dict[Condition, Condition] = {}
    for c in query.where:
        time = _timed(c, facts)
        own = time is not None and time.table == deed.table and unsaid(time, facts, said)
        if isinstance(c, Filter) and time is not None and own and (there := _moved(c, time, at, facts)) is not None:
            moved[c] = there
    if not moved:
        return query
    tables = tuple(dict.fromkeys((*deed.tables, at.table)))
    dated = replace(deed, tables=tables, where=(*deed.where, *moved.values()))
    return replace(query, where=tuple(dated if c is deed else c for c in query.where if c not in moved))


def _groups(query: Query, facts: Facts, said: set[str]) -> Query:
    """So do the years and months that things are told apart by, where their deeds are joined to them."""
    times = [c for c in query.group if (c.part or facts.year(c)) and unsaid(c, facts, said)]
    if len(times) != 1:
        return query
    time = times[0]
    asked = {i.column.table for i in condition_items(query.where) if i.column} & set(main_tables(query))
    at = _time_of(time.table, asked - {time.table}, facts)
    held = facts.column(at) if at is not None else None
    if at is None or held is None:
        return query
    dated = held.type in TEMPORAL
    if not dated and (time.part or "year") != "year":
        return query
    own = replace(at, part=(time.part or "year") if dated else "")

    return regrouped(query, time, own)


def _time_of(things: str, said_of: Collection[str], facts: Facts) -> Col | None:
    """The time of the rows that belong to the things and are said something of, or lead to what is."""
    belonging = facts.belonging(things)
    deeds = [t for t in belonging if t in said_of]
    deeds = deeds or [t for t in belonging if said_of and set(said_of) <= set(facts.owners(t))]
    found = [d for t in deeds if (d := facts.own_when(t)) is not None and not facts.incidental(d)]
    return found[0] if len(found) == 1 else None


def _timed(condition: Condition, facts: Facts) -> Col | None:
    """The time that a condition is on."""
    column = condition.item.column if isinstance(condition, Filter) and condition.item.formula is None else None
    return column if column is not None and facts.dated(column) else None


def unsaid(time: Col, facts: Facts, said: set[str]) -> bool:
    """A word of its header tells what happened then, and the question has none of these."""
    held = facts.column(time)
    told = set(stems(held.label)) - _TIMES if held is not None else set()
    return bool(told) and not told & said


def _moved(condition: Filter, time: Col, at: Col, facts: Facts) -> Filter | None:
    """The same condition on another time, where it can be said of that."""
    held, own = facts.column(at), facts.column(time)
    if held is None or own is None or condition.item.aggregate:
        return None
    to_day, from_day = held.type in TEMPORAL, own.type in TEMPORAL
    if to_day == from_day:
        return replace(condition, item=Item(replace(at, part=time.part)))
    year = condition.values[0] if condition.operator == "=" and len(condition.values) == 1 else None
    return Filter(Item(at), "like", (f"{int(year)}%",)) if to_day and isinstance(year, int | float) else None
