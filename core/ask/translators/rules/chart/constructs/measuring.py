"""`the average price of products`: functions of columns, several of them, over some things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from core.ask.label_stems import KEY_STEMS
from core.ask.tokens import stem
from core.ask.translators.rules.chart.constructs.ranking import adds
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import FUNCTIONS, Columns, Cue, Figure, Predicate, Things
from core.ask.translators.rules.chart.schema import apart, meant, restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Aggregate, Item, Related
from core.model import TEMPORAL

CUES = {"over all": ("for all", "across all", "over all")}
_ENDS = frozenset("maximum max highest largest biggest greatest minimum min lowest smallest least".split())


def _of(function: Aggregate) -> Callable[[Cue, Columns, Facts], Figure | None]:
    def build(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
        found = [facts.column(c) for c in columns.columns]
        times = function in ("max", "min") and all(c is not None and c.type in TEMPORAL for c in found)
        if not times and not all(facts.measure(c) for c in columns.columns):
            return None
        return Figure(tuple(Item(c, function) for c in columns.columns), Things(columns.columns[0].table))

    return build


def _written(function: Aggregate) -> Callable[[Cue, Columns, Facts], Figure | None]:
    """`the maximum speed`, where the speeds are written as texts."""

    def build(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
        column, found = columns.columns[0], facts.column(columns.columns[0])
        fits = len(columns.columns) == 1 and found is not None and found.type == "text"
        if not fits or not facts.speaks(column, {*lexicon().averaged, *map(stem, lexicon().labels["length"])}):
            return None
        return Figure((Item(column, function),), Things(column.table))

    return build


def _coded(function: Aggregate) -> Callable[[Cue, Columns, Facts], Figure | None]:
    """`the smallest customer code`: the extreme one of codes and numbers that name things."""

    def build(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
        column = columns.columns[0]
        named = len(columns.columns) == 1 and facts.speaks(column, KEY_STEMS) and not facts.measure(column)
        return Figure((Item(column, function),), Things(column.table)) if named and cue.text in _ENDS else None

    return build


def _extreme(function: Aggregate) -> Callable[[Cue, Columns, Facts], Figure | None]:
    """`the highest price`; `the most nights` are a sum where something has them, and no one row's number."""

    def build(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
        column, found = columns.columns[0], facts.column(columns.columns[0])
        times = found is not None and (found.type in TEMPORAL or facts.year(column))
        unlike = times and cue.quantity not in ("", "date", "age")
        return None if unlike or adds(cue, column, facts) else _of(function)(cue, columns, facts)

    return build


def how_much(cue: Cue, columns: Columns, facts: Facts) -> Figure | None:
    """`how much was spent`: an amount, added up."""
    column = columns.columns[0]
    fits = cue.text == "how much" and len(columns.columns) == 1 and facts.measure(column) and not facts.year(column)
    adds = fits and not facts.speaks(column, lexicon().averaged)
    return Figure((Item(column, "sum"),), Things(column.table)) if adds else None


def _behind(function: Aggregate) -> Callable[[Columns, Cue, Facts], Figure | None]:
    """`cost on average`, `litres in total`."""
    return lambda columns, cue, facts: _of(function)(cue, columns, facts) if len(cue.text.split()) > 1 else None


def _and(function: Aggregate) -> Callable[[Cue, Figure, Facts], Figure | None]:
    def build(cue: Cue, figure: Figure, facts: Facts) -> Figure | None:
        column = figure.items[0].column
        if column is None or figure.group or figure.items[0].aggregate in (function, "count", ""):
            return None
        return replace(figure, items=(Item(column, function), *figure.items))

    return build


def _number(function: Literal["avg", "median"]) -> Callable[[Cue, Figure, Facts], Figure | None]:
    """`the average number of pages`: what would be added up by itself."""

    def build(cue: Cue, figure: Figure, facts: Facts) -> Figure | None:
        item = figure.items[0]
        if len(figure.items) > 1 or item.aggregate != "sum" or figure.group:
            return None
        return replace(figure, items=(replace(item, aggregate=function),))

    return build


def on_average(figure: Figure, cue: Cue, facts: Facts) -> Figure | None:
    """`how many pages are there on average`."""
    return _number("avg")(cue, figure, facts) if len(cue.text.split()) > 1 else None


def both(one: Figure, other: Figure, facts: Facts) -> Figure | None:
    """`the number of orders and their average total`."""
    if one.group or apart(one.things.table, other.things.table, facts) != 0 or one.things.where:
        return None
    if set(one.items) & set(other.items):
        return None
    return replace(other, items=(*one.items, *other.items))


def over(figure: Figure, things: Things, facts: Facts) -> Figure | None:
    """`the average price of products from Oslo`: what restricts the things restricts the figure."""
    if figure.group or figure.things.where or figure.things.rank:
        return None
    far = apart(figure.things.table, things.table, facts)
    if far and things.table in {i.column.table if i.column else i.table for i in figure.items}:
        return None  # they are what another of the figures is of
    if not far:
        return replace(figure, things=things) if far == 0 else None
    which = meant(things, facts)
    if which is None or which.having:
        return None
    some = which.where or (Related(figure.things.table, (things.table,)),)
    return replace(figure, things=Things(figure.things.table, some))


def over_rows(figure: Figure, columns: Columns, facts: Facts) -> Figure | None:
    """`the highest price for all titles`: over all of them, as each has but one."""
    own = all(c.table == figure.things.table and facts.telling(c) for c in columns.columns)
    return figure if own and figure.group is None and figure.things == Things(figure.things.table) else None


def each_over(figure: Figure, things: Things, facts: Facts) -> Figure | None:
    """`the average total by city, orders of 2024 only`: figures for each, of such rows."""
    own = figure.group is not None and figure.things == Things(things.table)
    plain = bool(things.where) and not (things.rank or things.having)
    return replace(figure, things=things) if own and plain else None


def where(figure: Figure, met: Predicate, facts: Facts) -> Figure | None:
    """`how many orders in 2024`."""
    things = restricted(figure.things, met, facts) if not met.having else None
    return replace(figure, things=things) if things else None


_AND = frozenset(("and", ",", "&", "or"))
RULES = (
    *(Rule(f"{f} of a column", f"agg:{f}", "column", "figure", _of(f)) for f in FUNCTIONS),
    *(Rule(f"{f} of written amounts", f"agg:{f}", "column", "figure", _written(f), 0.3) for f in FUNCTIONS[2:4]),
    *(
        Rule(f"{f} of codes, {cue}", f"{cue}:{f}", "column", "figure", _coded(f), 0.35)
        for f in FUNCTIONS[2:4]
        for cue in ("agg", "sup")
    ),
    *(Rule(f"{f} of a column, ranked", f"sup:{f}", "column", "figure", _extreme(f), 0.2) for f in FUNCTIONS[2:4]),
    *(Rule(f"{f} and another", f"agg:{f}", "figure", "figure", _and(f), 0.05, between=_AND) for f in FUNCTIONS),
    *(
        Rule(f"{f} and another, ranked", f"sup:{f}", "figure", "figure", _and(f), 0.1, between=_AND)
        for f in FUNCTIONS[2:4]
    ),
    *(Rule(f"{f} of a number", f"agg:{f}", "figure", "figure", _number(f), near=True) for f in ("avg", "median")),
    *(Rule(f"{f} said behind", "column", f"agg:{f}", "figure", _behind(f), near=True) for f in ("avg", "sum")),
    Rule("a number, on average", "figure", "agg:avg", "figure", on_average, 0.05),
    Rule("how much of a column", "ask", "column", "figure", how_much),
    Rule("two figures", "figure", "figure", "figure", both, 0.1),
    Rule("figure over things", "figure", "things", "figure", over),
    Rule("over all", "over all", "column", "whole lot", lambda cue, columns, facts: columns, near=True),
    Rule("figure over all of them", "figure", "whole lot", "figure", over_rows),
    Rule("figures for each over things", "figure", "things", "figure", each_over, 0.05),
    Rule("figure where", "figure", "predicate", "figure", where, 0.05),
    Rule("figure where, said first", "predicate", "figure", "figure", lambda p, f, k: where(f, p, k), 0.1),
)
