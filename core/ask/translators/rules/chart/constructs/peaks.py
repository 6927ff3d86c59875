"""`the month with the most orders`, `on which day of 2024 were there the most orders`: a part of a date by how many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from core.ask.translators.rules.chart.calendar import OF_YEARS, hours_of, of_year
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Date, Rank, Shown, Things
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.chart.timing import timed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Item, Part

_LARGER: dict[str, tuple[str, ...]] = {
    "hour": ("day", "month", "year"), "day": ("month", "year"),
    "weekday": ("month", "year"), "month": ("year",), "quarter": ("year",), "year": (), "decade": ()
}  # fmt: skip
_SIZES = {4: "year", 7: "month", 10: "day"}


def within(part: Cue, day: Date, facts: Facts) -> Cue | None:
    """`day of 2024`, `month of 2024`: a part of a longer time."""
    return replace(part, quantity=day.text) if _SIZES.get(len(day.text)) in _LARGER[part.text] else None


def busiest(part: Cue, rank: Rank, facts: Facts) -> Shown | None:
    """The part of their dates that most of the things share."""
    table = rank.item.table
    when = _dated(table, facts) or facts.when((table,)) if table else None
    return _parts(part, when, rank, facts) if when is not None and _counts(rank) else None


def done_most(rank: Rank, columns: Columns, facts: Facts) -> Shown | None:
    """`the most orders placed`: by the day on which they were."""
    day = columns.columns[0]
    own = len(columns.columns) == 1 and day.table == rank.item.table and facts.dated(day)
    return Shown((day,), Things(day.table, rank=rank), said=False) if own and _counts(rank) else None


def busiest_done(part: Cue, done: Shown, facts: Facts) -> Shown | None:
    """`in which month were the most orders placed`."""
    return _parts(part, done.columns[0], done.things.rank, facts) if done.things.rank else None


def highest(part: Cue, rank: Rank, facts: Facts) -> Shown | None:
    """`which year had the highest total`: added up for each."""
    column = rank.item.column
    if column is None or rank.item.aggregate or rank.quantity or not facts.measure(column) or facts.year(column):
        return None
    when = facts.when((column.table,))
    adds = not facts.speaks(column, lexicon().averaged)
    by = replace(rank, item=Item(column, "sum" if adds else "avg"))
    return _parts(part, when, by, facts) if when is not None else None


def since(bound: Bound, rank: Rank, facts: Facts) -> Rank | None:
    """`since 2020 … the most orders`: only those of then."""
    table = rank.item.table
    when = facts.when((table,)) if table and bound.dated and _counts(rank) and not rank.where else None
    met = timed(when, bound, facts) if when is not None else None
    return replace(rank, where=(met,)) if met is not None else None


def _busy(descending: bool) -> Callable[[Cue, Cue, Facts], Rank]:
    """`the busiest month`."""
    return lambda cue, part, facts: Rank(Item(), descending, quantity=part.text)


def busy_part(busy: Rank, things: Things, facts: Facts) -> Shown | None:
    """`the busiest month for orders`."""
    if things.rank or things.having:
        return None
    rank = Rank(counted(things.table), busy.descending, where=things.where)
    return busiest(Cue(busy.quantity), rank, facts)


def _counts(rank: Rank) -> bool:
    return rank.item.aggregate == "count" and rank.item.column is None


def _parts(part: Cue, when: Col, rank: Rank, facts: Facts) -> Shown | None:
    """The part of a date for which the rank is highest."""
    found = facts.column(when)
    if found is None:
        return None
    if facts.year(when):
        held = Things(when.table, rank.where, rank=replace(rank, where=()))
        said = cast(Part, part.text)
        return Shown((of_year(when, said),), held, said=False) if said in OF_YEARS else None
    hours = hours_of(when.table, facts) if part.text == "hour" and found.type != "datetime" else None
    if hours is None and (found.type != "datetime" if part.text == "hour" else found.type not in ("date", "datetime")):
        return None
    whole = part.text == "day" and found.type == "date"
    column = when if whole else replace(hours or when, part=cast(Part, part.text))
    then = timed(when, Bound("=", (part.quantity,), True), facts) if part.quantity else None
    if part.quantity and then is None:
        return None
    where = (*rank.where, then) if then is not None else rank.where
    return Shown((column,), Things(when.table, where, rank=replace(rank, where=())), said=False)


def _dated(table: str, facts: Facts) -> Col | None:
    """The first date of a table, which has parts where a year beside it has none."""
    return next((Col(table, c.name) for c in facts.tables[table].columns if c.type in ("date", "datetime")), None)


CUES = {"busiest": ("busiest", "most active"), "quietest": ("quietest", "slowest", "least busy")}
_OF = frozenset(("of", "in", "during"))
_FOR = frozenset(("for", "of", "with"))
RULES = (
    Rule("part of a time", "part", "date", "part", within, between=_OF),
    Rule("part of dates with most", "part", "rank", "shown", busiest, 0.05),
    Rule("most of what was done then", "rank", "column", "done then", done_most),
    Rule("part of dates with most done", "part", "done then", "shown", busiest_done, 0.05),
    Rule("part of dates with the highest", "part", "rank", "shown", highest, 0.15),
    Rule("most of a span of time", "bound", "rank", "rank", since, 0.05),
    *(Rule(f"the {w} part", w, "part", "busy part", _busy(d), near=True)
      for w, d in (("busiest", True), ("quietest", False))),
    Rule("the busiest part for things", "busy part", "things", "shown", busy_part, between=_FOR),
)  # fmt: skip
