"""`when did the first shop open`, `when did Ada last order`, `which shop was opened last`: the first and the last by a
date."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from core.ask.translators.rules.chart.calendar import date_of, dated
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Predicate, Rank, Things
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item

CUES = {"edge:min": ("first", "earliest", "at first", "first of all"),
        "edge:max": ("last", "latest", "most recently", "most recent", "last of all")}  # fmt: skip
_ENDS: tuple[Literal["min", "max"], ...] = ("min", "max")
_DAYS = frozenset(("day", "date", "time", "days", "dates"))
_ON = frozenset("in on at of from by for with".split())


def _by(end: Literal["min", "max"]) -> Callable[[Columns, Cue, Facts], Rank | None]:
    """`opened first`."""

    def build(columns: Columns, cue: Cue, facts: Facts) -> Rank | None:
        fits = len(columns.columns) == 1 and dated(columns.columns[0], facts)
        return Rank(Item(columns.columns[0]), end == "max") if fits else None

    return build


def _before(end: Literal["min", "max"]) -> Callable[[Cue, Columns, Facts], Rank | None]:
    """`first opened`."""
    return lambda cue, columns, facts: _by(end)(columns, cue, facts)


def of_things(cue: Cue, things: Things, facts: Facts) -> Things | None:
    """`the first shop`."""
    return None if things.rank or things.having else things


def _when(end: Literal["min", "max"]) -> Callable[[Cue, Things, Facts], Figure | None]:
    """`when was the first order`."""

    def build(cue: Cue, things: Things, facts: Facts) -> Figure | None:
        column = date_of(things.table, facts, days=True)
        return Figure((Item(column, end),), things) if cue.quantity == "date" and column else None

    return build


def _done(end: Literal["min", "max"]) -> Callable[[Things, Columns, Facts], Figure | None]:
    """`the first shop open`: the first day of theirs that the column holds."""

    def build(things: Things, columns: Columns, facts: Facts) -> Figure | None:
        column = columns.columns[0]
        fits = len(columns.columns) == 1 and column.table == things.table and dated(column, facts)
        return Figure((Item(column, end),), things) if fits else None

    return build


def on_day(cue: Cue, part: Cue, facts: Facts) -> Cue | None:
    """`the last day` ..."""
    return cue if part.text in _DAYS else None


def such(met: Predicate, none: None, facts: Facts) -> Things | None:
    """`the last one in Oslo`, whatever it is called."""
    plain = len(met.tables) == 1 and met.where and not met.having
    return Things(met.tables[0], met.where) if plain else None


def theirs(met: Predicate, things: Things, facts: Facts) -> Things | None:
    """`Ada last` ... `order`."""
    return restricted(things, met, facts) if not met.having else None


def asked_when(cue: Cue, figure: Figure, facts: Facts) -> Figure | None:
    return figure if cue.quantity == "date" else None


RULES = (
    *(Rule(f"{e} said before a date", f"edge:{e}", "column", "rank", _before(e), 0.05, near=True) for e in _ENDS),
    *(Rule(f"the {e} of things", f"edge:{e}", "things", f"{e} things", of_things, near=True) for e in _ENDS),
    *(Rule(f"the {e} day", f"edge:{e}", "part", f"edge:{e}", on_day, near=True) for e in _ENDS),
    *(Rule(f"the {e} such", f"edge:{e}", "predicate", f"{e} things", lambda c, p, k: such(p, None, k), 0.1,
           between=_ON) for e in _ENDS),
    *(Rule(f"they {e}", "things", f"edge:{e}", f"{e} things", lambda t, c, k: of_things(c, t, k), 0.2, near=True)
      for e in _ENDS),
    *(Rule(f"theirs {e}", "predicate", f"{e} things", f"{e} things", theirs, 0.05, near=True) for e in _ENDS),
    *(Rule(f"when {e}", "ask", f"{e} things", "figure", _when(e), 0.1) for e in _ENDS),
    *(Rule(f"{e} date of things", f"{e} things", "column", "edge figure", _done(e)) for e in _ENDS),
    Rule("when", "ask", "edge figure", "figure", asked_when),
)  # fmt: skip
