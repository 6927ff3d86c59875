"""`on a Monday`, `in March`, `placed in 2024`, `excluding 2022`, `2022 orders`: when it was, of whatever is said."""

from __future__ import annotations

from dataclasses import replace

from core.ask.dates import MONTHS
from core.ask.translators.rules.chart.calendar import met, met_by, month, on_day, together, weekday
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Date, Figure, Predicate, Things, Time
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Filter, Item, condition_items

CUES = {"weekday": tuple(lexicon().weekdays), "month": tuple(MONTHS), "date word": ("date", "day")}


def a_weekday(cue: Cue, none: None, facts: Facts) -> Time | None:
    """`Mondays`; a `weekday` by itself is a part of a date, too."""
    return weekday(cue.text) if cue.text not in lexicon().date_parts else None


def any_weekday(cue: Cue, none: None, facts: Facts) -> Time | None:
    """`on a weekday`."""
    return weekday(cue.text) if cue.text in lexicon().date_parts else None


def since(bound: Bound, none: None, facts: Facts) -> Time | None:
    """`after 2023`."""
    return Time((bound,)) if bound.dated else None


def without(cue: Cue, time: Time, facts: Facts) -> Time | None:
    """`excluding 2022`, `not on Mondays`."""
    return None if time.denied else replace(time, denied=True)


def things_then(things: Things, time: Time, facts: Facts) -> Things | None:
    """`orders on Mondays`."""
    where = met_by(things, time, facts)
    unknown = {f.item for f in things.where if isinstance(f, Filter) and f.operator == "is null"}
    if not where or set(where) <= set(things.where) or any(_whole(i) in unknown for i in condition_items(where)):
        return None
    return restricted(things, Predicate(where, (), (things.table,)), facts)


def _whole(item: Item) -> Item:
    """A date without its part."""
    return replace(item, column=replace(item.column, part="")) if item.column else item


def of_year(part: Cue, date: Date, facts: Facts) -> Date | None:
    """`the year 2010`."""
    return date if part.text == "year" and date.text.isdecimal() else None


def column_then(columns: Columns, time: Time, facts: Facts) -> Predicate | None:
    """`placed in 2024`."""
    where = met(columns.columns[0], time, facts) if len(columns.columns) == 1 else ()
    return Predicate(where, (), (columns.columns[0].table,)) if where else None


def figure_then(figure: Figure, time: Time, facts: Facts) -> Figure | None:
    """`how many were paid in 2024`."""
    things = things_then(figure.things, time, facts) if not figure.things.rank else None
    return replace(figure, things=things) if things is not None else None


_WHEN = frozenset("in during of from on at for over throughout within".split())
_OR = frozenset(("and", "or", ",", "&", "nor"))
_SPOTS = ("spot", "led spot")
_LEFT = (("things", "things", things_then, 0.06), ("column", "predicate", column_then, 0.02),
         ("figure", "figure", figure_then, 0.12), ("heading", "heading", figure_then, 0.05))  # fmt: skip
RULES = (
    Rule("a day", "date", "", "spot", lambda date, none, facts: on_day(date.text) if isinstance(date, Date) else None),
    Rule("the date that is said", "date word", "date", "date", lambda cue, date, facts: date, 0.1, near=True),
    Rule("the year that is said", "part", "date", "date", of_year, 0.05, near=True),
    Rule("a day of the week", "weekday", "", "spot", a_weekday),
    Rule("any day of the week", "weekday", "", "led spot", any_weekday),
    Rule("a month of any year", "month", "", "led spot", lambda cue, none, facts: month(cue.text)),
    Rule("a bound of times", "bound", "", "time", since, 0.1),
    *(Rule(f"one {s} or another", s, s, s, lambda a, b, k: together(a, b), between=_OR) for s in _SPOTS),
    Rule("at a spot", "spot", "", "time", lambda spot, none, facts: spot, 0.15),
    *(Rule(f"{cue} then", cue, "time", "time", without, near=True) for cue in ("not", "none", "cmp:!=")),
    *(Rule(f"{cue} in", cue, "spot", "time", without, between=_WHEN) for cue in ("not", "none", "cmp:!=")),
    *(Rule(f"{left} then", left, "time", made, build, cost) for left, made, build, cost in _LEFT),
    *(Rule(f"{left} in a {s}", left, s, made, build, cost, between=_WHEN)
      for s in _SPOTS for left, made, build, cost in _LEFT),
    Rule("things of a spot before them", "spot", "things", "things", lambda s, t, k: things_then(t, s, k), 0.05,
         near=True),
    Rule("then, a figure", "time", "figure", "figure", lambda t, f, k: figure_then(f, t, k), 0.12),
)  # fmt: skip
