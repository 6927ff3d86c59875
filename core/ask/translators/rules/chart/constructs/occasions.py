"""`refused more than twice`, `who was late three times or more`: things that something happened to so many times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.constructs.absence import doings
from core.ask.translators.rules.chart.constructs.comparing import OPERATORS
from core.ask.translators.rules.chart.constructs.restricting import WHEN, many, when, when_bound
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import (
    Bound,
    Columns,
    Cue,
    Figure,
    Number,
    Predicate,
    Shown,
    Text,
    Things,
)
from core.ask.translators.rules.chart.people import doers, nth_doer
from core.ask.translators.rules.chart.schema import apart, counted, restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Operator

_TIMES = {"once": 1.0, "twice": 2.0}
CUES = {
    "occasions": ("times", "time", "occasions", "different times", "separate times"),
    "once": tuple(_TIMES),
    "who": ("who", "people who"),
}


def _than(operator: Operator) -> Callable[[Cue, Cue, Facts], Bound]:
    """`more than twice`."""
    return lambda cue, times, facts: Bound(operator, (_TIMES[times.text],))


def as_often(bound: Bound, cue: Cue, facts: Facts) -> Bound | None:
    """`more than 3 times`."""
    return None if bound.dated else bound


def so_often(number: Number, cue: Cue, facts: Facts) -> Bound:
    """`3 times`."""
    return Bound("=", (number.value,))


def or_more(often: Bound, cue: Cue, facts: Facts) -> Bound | None:
    """`three times or more`, `twice or more`."""
    return Bound(">=", often.values) if often.operator == "=" else None


def such(met: Predicate, often: Bound, facts: Facts) -> Things | None:
    """`refused more than twice`: the rows that say so, and how many there must be."""
    return rows(Things(met.tables[0], met.where), often, facts) if met.where and not met.having else None


def rows(things: Things, often: Bound, facts: Facts) -> Things | None:
    """`ordered more than twice`."""
    if things.rank or things.having or often.dated:
        return None
    return replace(things, having=(Filter(counted(things.table), often.operator, often.values),))


def of_things(things: Things, done: Things, facts: Facts) -> Things | None:
    """`applicants refused more than twice`."""
    if things.rank or things.having or things.table == done.table or apart(things.table, done.table, facts) is None:
        return None
    return replace(things, where=(*things.where, *done.where), having=done.having)


def doing(things: Things, verb: Text, facts: Facts) -> Figure | None:
    """`products bought`, by a verb that no table is called after: rows of what refers to them."""
    done = doings(things.table, verb.text, facts) or facts.referring(things.table)
    return Figure((counted(done),), things) if done else None


def done_often(done: Figure, often: Bound, facts: Facts) -> Things | None:
    """`… more than twice`."""
    met = many(often, Things(done.items[0].table), facts)
    return restricted(done.things, met, facts) if met and not done.things.rank else None


def of_columns(columns: Columns, done: Things, facts: Facts) -> Shown | None:
    """`cities visited more than twice`."""
    held = [c for c in columns.columns if c.table == done.table and not facts.measure(c) and not facts.telling(c)]
    return Shown(columns.columns, done, said=False) if len(held) == len(columns.columns) else None


def same(met: Predicate, done: Things, facts: Facts) -> Shown | None:
    """`ushers who were ill more than twice`, both being told of a shift: whose rows these are."""
    if met.having or not met.where or met.tables[0] != done.table:
        return None
    return next(iter(doers(replace(done, where=(*met.where, *done.where)), facts)), None)


RULES = (
    *(Rule(f"{o} once or twice", f"cmp:{o}", "once", "so often", _than(o), near=True) for o in OPERATORS),
    Rule("so many times or more", "bound", "occasions", "so often", as_often, near=True),
    Rule("so many times", "number", "occasions", "so often", so_often, near=True),
    Rule("once or twice", "once", "", "so often", lambda cue, none, facts: Bound("=", (_TIMES[cue.text],)), 0.2),
    Rule("exactly so often", "cmp:=", "so often", "so often", lambda cue, often, facts: often, near=True),
    Rule("so often or more", "so often", "after:>=", "so often", or_more, near=True),
    Rule("done so often", "predicate", "so often", "done often", such),
    Rule("rows so often", "things", "so often", "done often", rows, 0.02, near=True),
    Rule("so often at a time", "done often", "date", "done often", when, between=WHEN),
    Rule("so often before or after", "done often", "bound", "done often", when_bound),
    Rule("things so often", "things", "done often", "things", of_things),
    Rule("what things did", "things", "verb", "did", doing, 0.2),
    Rule("things that did so often", "did", "so often", "things", done_often),
    Rule("values so often", "column", "done often", "shown", of_columns, 0.2),
    *(Rule(f"who so often, {n + 1}", "who", "done often", "shown", nth_doer(n), 0.05 + 0.2 * n) for n in range(2)),
    Rule("such people so often", "predicate", "done often", "shown", same, 0.1),
)
