"""`how long do loans take on average`, `the longest time between order and delivery`: how long rows last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import FUNCTIONS, Columns, Cue, Figure, Rank, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Filter, Item
from core.ask.translators.rules.spans import begun_by, day_of, in_unit, lasting
from core.ask.translators.rules.spans import between as apart
from core.ask.translators.rules.time_units import UNITS

_WAYS: tuple[tuple[Aggregate, bool], ...] = (("max", True), ("min", False))
_TO = frozenset(("and", "to", "until", "till"))
_UNTIL = frozenset(("to", "until", "till"))
_IN = frozenset(("in",))
CUES = {
    "duration": ("duration", "length", "length of time", "time taken", "time"),
    "time between": (
        "time between", "days between", "hours between", "minutes between", "gap between", "interval between",
        "time from", "days from", "hours from", "minutes from",
    ),
}  # fmt: skip


def first(columns: Columns, none: None, facts: Facts) -> Columns | None:
    """`between order and delivery`: the days that the words name."""
    day = day_of(columns.columns[0], facts) if len(columns.columns) == 1 else None
    return Columns((day,)) if day else None


def first_of_things(things: Things, none: None, facts: Facts) -> Columns | None:
    plain = not (things.where or things.rank or things.having)
    day = begun_by(things.table, facts) if plain else None
    return Columns((day,)) if day else None


def between(begun: Columns, ended: Columns, facts: Facts) -> Figure | None:
    one, other = begun.columns[0], ended.columns[0]
    item = lasting(one.table, facts, "", (one, other)) if one != other and one.table == other.table else None
    return Figure((item,), Things(one.table)) if item else None


def across(begun: Columns, ended: Columns, facts: Facts) -> Figure | None:
    """`from the order to the delivery of an item`: the days of a row and of the one that it belongs to, too."""
    one, other = begun.columns[0], ended.columns[0]
    if one.table == other.table:
        return between(begun, ended, facts)
    own = next((a for a, b in ((other, one), (one, other)) if b.table in facts.above(a.table)), None)
    return Figure((apart(one, other, "", facts),), Things(own.table)) if own else None


def end_of(things: Things, columns: Columns, facts: Facts) -> Columns | None:
    """`an order being delivered`: the day of the things."""
    plain = things == Things(columns.columns[0].table)
    return first(columns, None, facts) if plain else None


def called_so(cue: Cue, columns: Columns, facts: Facts) -> Columns | None:
    """`first seen`, where that is what the column is called."""
    plain = len(columns.columns) == 1 and cue.text in facts.spelt(columns.columns[0])
    return columns if plain else None


def of_rows(things: Things, raw: Figure, facts: Facts) -> Figure | None:
    """`late orders` ... `from order to delivery`."""
    fits = things.table == raw.things.table and not (things.rank or things.having)
    return replace(raw, things=things) if fits else None


def mean_in(unit: Cue, raw: Figure, facts: Facts) -> Figure | None:
    """`how many days on average` ... `from order to delivery`."""
    return told_in(_reckoned("avg")(Cue(""), raw, facts) or raw, unit, facts)


def duration(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`the duration of loans`, `how long do loans` ..."""
    asks = not cue.quantity or cue.quantity == "length"
    item = lasting(things.table, facts) if asks else None
    return Figure((item,), things) if item else None


def until(ended: Columns, cue: Cue, facts: Facts) -> Figure | None:
    """`delivery time`, `how long does delivery` ...: from where rows begin to the day that is named."""
    day = ended.columns[0]
    begun = begun_by(day.table, facts)
    item = lasting(day.table, facts, "", (begun, day)) if begun and begun != day else None
    return Figure((item,), Things(day.table)) if item else None


def _reckoned(function: Aggregate) -> Callable[[Cue, Figure, Facts], Figure | None]:
    """`the average` of what rows last."""

    def build(cue: Cue, raw: Figure, facts: Facts) -> Figure | None:
        return replace(raw, items=(replace(raw.items[0], aggregate=function),))

    return build


def _behind(function: Aggregate) -> Callable[[Figure, Cue, Facts], Figure | None]:
    """`take on average`."""
    return lambda raw, cue, facts: _reckoned(function)(cue, raw, facts)


def _longest(function: Aggregate) -> Callable[[Cue, Things, Facts], Figure | None]:
    """`the longest trip`, as a figure."""

    def build(cue: Cue, things: Things, facts: Facts) -> Figure | None:
        raw = duration(cue, things, facts) if cue.quantity == "length" else None
        return replace(raw, items=(replace(raw.items[0], aggregate=function),)) if raw else None

    return build


def _first_lasting(descending: bool) -> Callable[[Cue, Things, Facts], Things | None]:
    """`the longest consultation`, by the days between which it lies."""

    def build(cue: Cue, things: Things, facts: Facts) -> Things | None:
        raw = duration(cue, things, facts) if cue.quantity == "length" and not things.rank else None
        if raw is None or raw.items[0].formula is None or not raw.items[0].formula.lasting:
            return None
        known = Filter(Item(raw.items[0].column), "is not null")
        return replace(things, where=(*things.where, known), rank=Rank(raw.items[0], descending))

    return build


def told_in(figure: Figure, unit: Cue, facts: Facts) -> Figure | None:
    """... `in minutes`."""
    made = tuple(in_unit(i, UNITS[unit.text], facts) for i in figure.items)
    return replace(figure, items=tuple(i for i in made if i)) if None not in made else None


def asked(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`how long do loans` ..."""
    return duration(cue, things, facts) if cue.quantity == "length" else None


def known(figure: Figure, cue: Cue, facts: Facts) -> Figure | None:
    """`how many hours did duties last`."""
    return figure if figure.items[0].formula else None


def how_many(cue: Cue, unit: Cue, facts: Facts) -> Cue:
    """`how many hours` ..."""
    return unit


def in_all(unit: Cue, things: Things, facts: Facts) -> Figure | None:
    """... `did duties last`."""
    item = lasting(things.table, facts, UNITS[unit.text])
    return Figure((replace(item, aggregate="sum"),), things) if item else None


RULES = (
    Rule("one end", "column", "", "end", first, 0.05),
    Rule("one end, by things", "things", "", "end", first_of_things, 0.15),
    Rule("time from", "time between", "end", "time from", lambda cue, day, facts: day, near=True),
    Rule("time from to", "time from", "end", "lasting", between, between=_TO),
    Rule("day of things", "things", "column", "end", end_of, 0.05),
    *(Rule(f"{e} in its name", e, "column", "column", called_so, near=True) for e in ("edge:min", "edge:max")),
    Rule("from one end to another", "end", "end", "span", across, between=_UNTIL),
    Rule("both ends", "end", "end", "both ends", between, between=frozenset(("and",))),
    Rule("span of things", "things", "span", "span", of_rows),
    Rule("span that they took", "took", "span", "span", lambda cue, raw, facts: raw),
    Rule("mean unit", "asked unit", "agg:avg", "mean unit", lambda unit, cue, facts: unit, near=True),
    Rule("on average, unit", "agg:avg", "asked unit", "mean unit", lambda cue, unit, facts: unit, near=True),
    Rule("span on average", "agg:avg", "span", "span", lambda cue, raw, facts: raw),
    Rule("span in a unit", "asked unit", "span", "figure", mean_in, 0.3),
    Rule("mean span in a unit", "mean unit", "span", "figure", mean_in),
    Rule("duration of things", "duration", "things", "lasting", duration, 0.05),
    Rule("things' duration", "things", "duration", "lasting", lambda t, c, k: duration(c, t, k), 0.05, near=True),
    Rule("how long things", "ask", "things", "lasting", asked, 0.05),
    Rule("time until", "end", "duration", "lasting", until, near=True),
    Rule("how long until", "ask", "end", "lasting", lambda c, e, k: until(e, c, k) if c.quantity == "length" else None),
    Rule("how long they took", "lasting", "took", "lasting", lambda raw, cue, facts: raw, near=True),
    Rule("how long it takes", "lasting", "", "figure", lambda raw, n, k: _reckoned("avg")(Cue(""), raw, k), 0.3),
    *(Rule(f"{f} time", f"agg:{f}", "lasting", "figure", _reckoned(f)) for f in FUNCTIONS if f != "median"),
    *(Rule(f"time, {f}", "lasting", f"agg:{f}", "figure", _behind(f), near=True) for f in ("avg", "sum")),
    *(Rule(f"{w} time, ranked", f"sup:{w}", "lasting", "figure", _reckoned(w), 0.05) for w, _ in _WAYS),
    *(Rule(f"{w} time of things", f"sup:{w}", "things", "longest", _longest(w)) for w, _ in _WAYS),
    *(Rule(f"things that last {w}", f"sup:{w}", "things", "things", _first_lasting(d)) for w, d in _WAYS),
    Rule("longest in a unit", "longest", "unit", "figure", told_in, between=_IN),
    Rule("figure in a unit", "figure", "unit", "figure", told_in, between=_IN),
    Rule("how many of a unit", "count", "unit", "asked unit", how_many, near=True),
    Rule("time of things in all", "asked unit", "things", "figure", in_all, 0.05),
    Rule("in all they lasted", "figure", "took", "figure", known, near=True),
)  # fmt: skip
