"""`top 3 customers by number of orders`, `the three lowest prices`: the first few by a figure said behind them, or the
first values of a column themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.constructs.counting import rows
from core.ask.translators.rules.chart.constructs.sorting import of_each
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Number, Rank, Shown, Sorted, Things
from core.ask.translators.rules.chart.schema import apart, counted, pairing, ranked
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item

_MOST = 100
_PLAIN = frozenset("highest largest biggest greatest lowest smallest best worst top first bottom last".split())


def _few(descending: bool) -> Callable[[Cue, Number, Facts], Rank | None]:
    """`top 3`, `lowest three`."""

    def build(cue: Cue, number: Number, facts: Facts) -> Rank | None:
        whole = number.value.is_integer() and 1 <= number.value <= _MOST
        return Rank(Item(), descending, int(number.value)) if whole and cue.text in _PLAIN else None

    return build


def values(rank: Rank, columns: Columns, facts: Facts) -> Shown | None:
    """`top 3 prices`: it ranks by what it shows."""
    column = columns.columns[0]
    fits = len(columns.columns) == 1 and facts.measure(column) and not facts.year(column)
    first = replace(rank, item=Item(column))
    return Shown((column,), Things(column.table, rank=first), said=False) if fits else None


def several_values(number: Number, rank: Rank, facts: Facts) -> Shown | None:
    """`three lowest prices`."""
    column = rank.item.column
    if column is None or rank.item.aggregate or rank.quantity or not number.value.is_integer():
        return None
    if not 1 < number.value <= _MOST or not facts.measure(column):
        return None
    return values(replace(rank, limit=int(number.value)), Columns((column,)), facts)


def values_of(shown: Shown, things: Things, facts: Facts) -> Shown | None:
    """`the three lowest prices of products`."""
    rank = shown.things.rank
    if things.table != shown.things.table or things.rank or things.having:
        return None
    return replace(shown, things=replace(things, rank=rank), said=True)


def leading_things(rank: Rank, things: Things, facts: Facts) -> Things | None:
    """`top 3 customers`, by what is still to be said."""
    return replace(things, rank=rank) if things.rank is None and not things.having else None


def leading_columns(rank: Rank, columns: Columns, facts: Facts) -> Shown | None:
    """`top 2 cities`, `top 2 combinations of city and title`."""
    column = columns.columns[0]
    fits = not any(facts.measure(c) for c in columns.columns)
    return Shown(columns.columns, Things(column.table, rank=rank), said=False) if fits else None


def of_rows(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`top 3 customers by orders`: by how many."""
    return rows(things) if not (things.rank or things.having) else None


def things_by(things: Things, measured: Figure, facts: Facts) -> Shown | None:
    """`top 3 customers by number of orders`: with the figure that they are ranked by."""
    return shown_by(Shown(facts.display(things.table), things), measured, facts)


def shown_by(shown: Shown, measured: Figure, facts: Facts) -> Shown | None:
    rank, things = shown.things.rank, shown.things
    if rank is None or measured.things.rank or measured.things.having:
        return None
    if apart(things.table, measured.things.table, facts) is None:
        return None
    item = of_each(measured.items[0], things.table, facts)
    where = (*things.where, *measured.things.where)
    if item == counted(measured.things.table) and (pair := pairing(things.table, item.table, facts)):
        item = Item(pair, "count", distinct=True)
    rank = replace(rank, item=item)
    if shown.said:
        first = ranked(replace(things, where=where, rank=None), rank, facts)
    else:
        first = Things(measured.things.table, where, rank=rank) if item.aggregate else None
    return replace(shown, things=first, beside=(item,) if item.aggregate else ()) if first else None


def things_by_name(things: Things, order: Sorted, facts: Facts) -> Things | None:
    """`top 2 customers by name`: the last by their letters."""
    column, rank = order.item.column, things.rank
    own = column is not None and column.table == things.table and rank is not None
    return replace(things, rank=replace(rank, item=order.item)) if own and rank is not None else None


CUES = {"pairs": ("combinations of", "combination of", "pairs of", "pairings of")}
_BOUNDS = (("top", True), ("bottom", False), ("sup:max", True), ("sup:min", False))
RULES = (
    *(Rule(f"first few by {c}", c, "number", "leading", _few(d), near=True) for c, d in _BOUNDS),
    Rule("first values", "leading", "column", "first values", values, near=True),
    Rule("several first values", "number", "rank", "first values", several_values, near=True),
    Rule("first values of things", "first values", "things", "shown", values_of),
    Rule("first values alone", "first values", "", "shown", lambda shown, none, facts: shown, 0.05),
    Rule("leading things", "leading", "things", "led", leading_things, near=True),
    Rule("leading columns", "leading", "column", "led columns", leading_columns, near=True),
    Rule("columns together", "pairs", "column", "column",
         lambda cue, columns, facts: columns if len(columns.columns) > 1 else None, near=True),
    Rule("by how many", "by", "things", "measured", of_rows, 0.15),
    Rule("leading things by a figure", "led", "measured", "shown", things_by),
    Rule("leading things by a name", "led", "by name", "things", things_by_name),
    Rule("leading columns by a figure", "led columns", "measured", "shown", shown_by),
)  # fmt: skip
