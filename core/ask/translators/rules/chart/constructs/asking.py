"""`where does Ada live`, `when did the first shop open`, `on which day was it warmest`: what is asked for by the word
that asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Number, Predicate, Rank, Shown, Things
from core.ask.translators.rules.chart.schema import ranked
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.parted_dates import parts_of_dates
from core.ask.translators.rules.query import Item
from core.model import TEMPORAL

CUES = {
    "abiding": ("live", "lives", "lived", "living", "based", "located", "situated", "stand", "stands", "come from"),
}
_MOST = 100
_ENDS = ("first", "last")
_MANY = ("most", "fewest", "least")
_DAYS = ("day", "weekday")


def of_cell(asking: Cue, met: Predicate, facts: Facts) -> Shown | None:
    """`where does Ada live`."""
    if met.having or not met.tables:
        return None
    return of_things(asking, Things(met.tables[0], met.where), facts)


def of_things(asking: Cue, things: Things, facts: Facts) -> Shown | None:
    """`when did the first shop open`, `how old is the owner from Oslo`; of all of them, with what they are called."""
    column = facts.of_quantity(asking.quantity, (things.table,)) if asking.quantity and not things.having else None
    if column is None or column.table != things.table:
        return None
    names = () if things.where or things.rank else facts.display(things.table)
    return Shown(tuple(dict.fromkeys((*names, column))), things)


def done(things: Things, columns: Columns, facts: Facts) -> Shown | None:
    """`the dearest book published`, `the first order paid`: the time of what was done, which the first is first by."""
    column, rank = columns.columns[0], things.rank
    fits = len(columns.columns) == 1 and column.table == things.table and facts.dated(column)
    if not fits or things.having or not (things.where or rank):
        return None
    if rank is not None and rank.item.column is not None and facts.dated(rank.item.column):
        rank = replace(rank, item=Item(column))
    return Shown((column,), replace(things, rank=rank))


def when_done(asking: Cue, shown: Shown, facts: Facts) -> Shown | None:
    return shown if asking.quantity == "date" else None


def first(end: Cue, things: Things, facts: Facts) -> Things | None:
    """`the first order`: by their date."""
    column = facts.when((things.table,)) if end.text in _ENDS else None
    if column is None or column.table != things.table:
        return None
    return ranked(things, Rank(Item(column), end.text == "last"), facts)


def so_many(number: Number, things: Things, facts: Facts) -> Things | None:
    """`5 orders`, the first or the last of them."""
    several = number.value.is_integer() and 1 < number.value <= _MOST and things.rank is None and not things.having
    return replace(things, rank=Rank(Item(), limit=int(number.value))) if several else None


def first_few(end: Cue, things: Things, facts: Facts) -> Things | None:
    """`the first 5 orders`."""
    one = first(end, replace(things, rank=None), facts)
    if one is None or one.rank is None or things.rank is None:
        return None
    return replace(one, rank=replace(one.rank, limit=things.rank.limit))


def done_first(columns: Columns, end: Cue, facts: Facts) -> Rank | None:
    """`opened first`."""
    column = columns.columns[0]
    fits = len(columns.columns) == 1 and end.text in _ENDS and facts.dated(column)
    return Rank(Item(column), end.text == "last") if fits else None


def _extreme(descending: bool) -> Callable[[Columns, Cue, Facts], Rank | None]:
    """`was the temperature highest`."""

    def build(columns: Columns, cue: Cue, facts: Facts) -> Rank | None:
        column = columns.columns[0]
        plain = not cue.quantity and cue.text.split()[0] not in _MANY
        fits = len(columns.columns) == 1 and facts.measure(column) and not facts.year(column)
        return Rank(Item(column), descending) if fits and plain else None

    return build


def time_of(part: Cue, rank: Rank, facts: Facts) -> Shown | None:
    """`on which day was the temperature highest`: the time of the first row."""
    column = rank.item.column
    if column is None or rank.item.aggregate or rank.quantity or facts.dated(column):
        return None
    table = column.table
    day = part.text in _DAYS or part.quantity == "date"
    times = parts_of_dates(facts.tables[table], facts) if day else ()
    if not times:
        when = facts.when((table,), day=day)
        times = (when,) if when is not None and when.table == table else ()
    found = facts.column(times[0]) if times else None
    if found is None or (part.text in ("decade", "year", "month", "quarter", "hour") and found.type in TEMPORAL):
        return None
    return Shown(times, Things(table, rank=rank), said=False)


def in_unit(things: Things, columns: Columns, facts: Facts) -> Shown | None:
    """`the longest trip in minutes`: how long, and not which trip."""
    rank = things.rank
    column = rank.item.column if rank else None
    if rank is None or column is None or columns.columns != (column,) or rank.item.aggregate or things.having:
        return None
    fits = rank.limit == 1 and facts.measure(column) and not facts.year(column) and column.table == things.table
    return Shown((column,), things, said=False) if fits else None


def on_average(shown: Shown, cue: Cue, facts: Facts) -> Figure | None:
    """`how high are hills on average`."""
    column, things = shown.columns[-1], shown.things
    fits = len(cue.text.split()) > 1 and facts.measure(column) and not facts.year(column)
    plain = column.table == things.table and not (things.rank or things.having)
    return Figure((Item(column, "avg"),), things) if fits and plain else None


def said_before(columns: Columns, asked: Shown, facts: Facts) -> Shown | None:
    """`the cities where customers live`: the column alone, which is said before what asks for it."""
    return Shown(columns.columns, asked.things) if columns.columns == asked.columns[-1:] else None


def among(shown: Shown, things: Things, facts: Facts) -> Shown | None:
    """`… of all orders from Oslo`: the rows of which it was the first."""
    if things.table != shown.things.table or things.rank or things.having:
        return None
    return replace(shown, things=replace(things, rank=shown.things.rank))


RULES = (
    Rule("asked of a cell", "ask", "predicate", "answered", of_cell, 0.05),
    Rule("asked of things", "ask", "things", "answered", of_things, 0.05),
    Rule("asked of what is somewhere", "predicate", "abiding", "predicate", lambda met, cue, facts: met, near=True),
    Rule("asked of things somewhere", "things", "abiding", "things", lambda things, cue, facts: things, near=True),
    Rule("done to things", "things", "column", "done", done),
    Rule("when it was done", "ask", "done", "answered", when_done),
    Rule("being somewhere", "abiding", "predicate", "predicate", lambda cue, met, facts: met),
    Rule("what is asked, said before", "column", "answered", "shown", said_before, near=True),
    Rule("what is asked, on average", "answered", "agg:avg", "figure", on_average),
    Rule("what is asked", "answered", "", "shown", lambda shown, none, facts: shown),
    *(Rule(f"{c} of things", c, "things", "things", first, 0.2, near=True) for c in ("top", "bottom")),
    Rule("so many things", "number", "things", "few things", so_many, near=True),
    *(Rule(f"{c} few things", c, "few things", "things", first_few, 0.1, near=True) for c in ("top", "bottom")),
    *(Rule(f"done {c}", "column", c, "rank", done_first, near=True) for c in ("top", "bottom")),
    *(
        Rule(f"column at its {w}", "column", f"sup:{w}", "rank", _extreme(d))
        for w, d in (("max", True), ("min", False))
    ),
    Rule("the first in a unit", "things", "column", "shown", in_unit, between=frozenset(("in",))),
    Rule("the time of the first", "part", "rank", "peak", time_of),
    Rule("when it was first", "ask", "rank", "peak", time_of),
    Rule("the peak among things", "peak", "things", "peak", among),
    Rule("the peak", "peak", "", "shown", lambda shown, none, facts: shown),
)
