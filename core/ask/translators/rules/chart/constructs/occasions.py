"""`refused more than twice`, `who was late three times or more`: things that something happened to so many times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.constructs.restricting import when, when_bound
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Number, Predicate, Shown, Things
from core.ask.translators.rules.chart.people import doers
from core.ask.translators.rules.chart.schema import apart, counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Operator

CUES = {"occasions": ("times", "occasions"), "twice": ("twice",), "once": ("once",), "who": ("who", "people who")}
_OPERATORS: tuple[Operator, ...] = (">", ">=")
_TIMES = (("once", 1.0), ("twice", 2.0))


def _than(operator: Operator, times: float) -> Callable[[Cue, Cue, Facts], Bound]:
    """`more than twice`."""
    return lambda cue, said, facts: Bound(operator, (times,))


def or_more(times: Number, cue: Cue, facts: Facts) -> Bound:
    """`three times or more`."""
    return Bound(">=", (times.value,))


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


def of_columns(columns: Columns, done: Things, facts: Facts) -> Shown | None:
    """`cities visited more than twice`."""
    held = [c for c in columns.columns if c.table == done.table and not facts.measure(c) and not facts.telling(c)]
    return Shown(columns.columns, done, said=False) if len(held) == len(columns.columns) else None


def _who(place: int) -> Callable[[Cue, Things, Facts], Shown | None]:
    """`who was late more than twice`: of several people that rows belong to, these."""
    return lambda cue, done, facts: next(iter(doers(done, facts)[place : place + 1]), None)


def same(met: Predicate, done: Things, facts: Facts) -> Shown | None:
    """`ushers who were ill more than twice`, both being told of a shift: whose rows these are."""
    if met.having or not met.where or met.tables[0] != done.table:
        return None
    return next(iter(doers(replace(done, where=(*met.where, *done.where)), facts)), None)


_WHEN = frozenset(("in", "during", "of", "from", "on"))
RULES = (
    *(Rule(f"{o} {w}", f"cmp:{o}", w, "so often", _than(o, n), near=True) for o in _OPERATORS for w, n in _TIMES),
    Rule("twice or more", "twice", "after:>=", "so often", lambda cue, more, facts: Bound(">=", (2.0,)), near=True),
    Rule("so many times", "bound", "occasions", "so often", lambda bound, cue, facts: None if bound.dated else bound,
         near=True),
    Rule("a number of times", "number", "occasions", "times so", lambda number, cue, facts: number, near=True),
    Rule("times or more", "times so", "after:>=", "so often", or_more, near=True),
    Rule("done so often", "predicate", "so often", "done often", such),
    Rule("rows so often", "things", "so often", "done often", rows, 0.02),
    Rule("so often at a time", "done often", "date", "done often", when, between=_WHEN),
    Rule("so often before or after", "done often", "bound", "done often", when_bound),
    Rule("things so often", "things", "done often", "things", of_things),
    Rule("values so often", "column", "done often", "shown", of_columns, 0.2),
    *(Rule(f"who so often, {n + 1}", "who", "done often", "shown", _who(n), 0.05 + 0.2 * n) for n in range(2)),
    Rule("such people so often", "predicate", "done often", "shown", same, 0.1),
)  # fmt: skip
