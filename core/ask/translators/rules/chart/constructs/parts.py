"""`per month`, `by year and city`, `monthly orders`, `which weekday has the most late orders`: parts of dates that rows
are told apart by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from core.ask.translators.rules.chart.calendar import of_year, parted_by
from core.ask.translators.rules.chart.constructs.counting import rows
from core.ask.translators.rules.chart.constructs.grouping import by_columns, by_names, by_things
from core.ask.translators.rules.chart.constructs.measuring import where
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import (
    Columns,
    Cue,
    Figure,
    Group,
    Parted,
    Rank,
    Shown,
    Things,
    Whole,
)
from core.ask.translators.rules.chart.schema import apart, counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Item, Part

_PHRASES = {"days of the week": "weekday", "hour of the day": "hour"}
_UNITS = ("day", "week", "month", "quarter", "year", "decade", "hour")
_WHEN = ("in which", "on which", "when", "that")
_THEY = ("they were", "it was", "they are", "it is", "they", "it")
CUES = {
    "they were": tuple(f"{when} {they}" for when in _WHEN for they in _THEY),
    "part phrase": tuple(_PHRASES),
    "regular": (*(w for w in lexicon().date_parts if w.endswith("ly")), *(f"{u} by {u}" for u in _UNITS)),
}
_SOME = ("most", "fewest", "least")


def _part(cue: Cue) -> Part:
    return cast(Part, cue.text)


def phrase(cue: Cue, none: None, facts: Facts) -> Cue:
    """`hour of the day`."""
    return Cue(_PHRASES[cue.text])


def regular(cue: Cue, none: None, facts: Facts) -> Parted | None:
    """`monthly`, `month by month`."""
    part = lexicon().date_parts.get(cue.text.split()[0])
    return Parted((cast(Part, part),)) if part else None


def by_part(cue: Cue, part: Cue, facts: Facts) -> Parted | None:
    """`per month`."""
    return None if part.quantity else Parted((_part(part),))


def and_part(parted: Parted, part: Cue, facts: Facts) -> Parted | None:
    """`year and month`."""
    if parted.group or part.quantity or _part(part) in parted.parts:
        return None
    return replace(parted, parts=(*parted.parts, _part(part)))


def part_and(parted: Parted, group: Group | None, facts: Facts) -> Parted | None:
    """`year and city`."""
    return replace(parted, group=group) if group is not None and parted.group is None else None


def _and_group(
    build: Callable[[Cue, Columns, Facts], Group | None] | Callable[[Cue, Things, Facts], Group | None],
) -> Callable[[Parted, Columns | Things, Facts], Parted | None]:
    return lambda parted, said, facts: part_and(parted, build(Cue("by"), said, facts), facts)  # type: ignore[arg-type]


def group_and(group: Group, part: Cue, facts: Facts) -> Parted | None:
    """`city and year`."""
    return None if part.quantity else Parted((_part(part),), group)


def each_part(figure: Figure, parted: Parted, facts: Facts) -> Figure | None:
    """`the total per month`, of the date of what is reckoned."""
    group = figure.group or parted.group
    if (figure.group and (parted.group or any(c.part for c in figure.group.columns))) or figure.things.rank:
        return None
    table = figure.things.table
    parts = parted_by(table, figure.things.where, parted, facts)
    others = () if group is None else group.columns or facts.display(group.table)
    if parts is None or any(apart(table, c.table, facts) is None for c in others):
        return None
    if any(i.column is not None and i.column in parts for i in figure.items):
        return None
    return replace(figure, group=Group((*parts, *(c for c in others if c not in parts))))


def things_per_part(things: Things, parted: Parted, facts: Facts) -> Figure | None:
    """`orders per month`: how many."""
    return each_part(rows(things), parted, facts) if not things.having else None


def added_up(columns: Columns, facts: Facts) -> Figure | None:
    """An amount that rows hold: added up, or averaged where sums mean nothing."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or not facts.measure(column) or facts.year(column):
        return None
    mean = facts.speaks(column, lexicon().averaged)
    return Figure((Item(column, "avg" if mean else "sum"),), Things(column.table))


def amount_per_part(columns: Columns, parted: Parted, facts: Facts) -> Figure | None:
    """`litres per month`."""
    figure = added_up(columns, facts)
    return each_part(figure, parted, facts) if figure is not None else None


def _most(descending: bool) -> Callable[[Cue, Things, Facts], Things | None]:
    """`the most late orders`: rows that meet something, by how many there are."""

    def build(cue: Cue, things: Things, facts: Facts) -> Things | None:
        plain = not (things.rank or things.having or cue.quantity) and things.where
        some = cue.text.split()[0] in _SOME or "number" in cue.text
        return replace(things, rank=Rank(counted(things.table), descending)) if plain and some else None

    return build


def part_with_most(part: Cue, things: Things, facts: Facts) -> Shown | None:
    """`which weekday has the most late orders`."""
    columns = parted_by(things.table, things.where, Parted((_part(part),)), facts)
    return Shown(columns, things, said=False) if columns and not part.quantity else None


def of_event(part: Cue, columns: Columns, facts: Facts) -> Columns | None:
    """`the year in which they were founded`: the column that holds it, or that part of its date."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or part.quantity or column.part:
        return None
    if (part.text == "year" and facts.year(column)) or (part.text == "day" and facts.dated(column)):
        return columns
    if part.text == "decade" and facts.year(column):
        return Columns((of_year(column, "decade"),))
    found = facts.column(column)
    dated = found is not None and found.type in ("date", "datetime")
    return Columns((replace(column, part=_part(part)),)) if dated else None


_AND = frozenset(("and", ",", "&"))
_WAYS = (("max", True), ("min", False))
_CUES = (("group", 0.0), ("by", 0.02))
RULES = (
    Rule("part of several words", "part phrase", "", "part", phrase),
    Rule("part of an event", "part", "they were", "event part", lambda part, cue, facts: part, near=True),
    Rule("when an event was", "event part", "column", "column", of_event, 0.02, near=True),
    Rule("regularly", "regular", "", "parted", regular),
    *(Rule(f"{c} part", c, "part", "parted", by_part, cost, near=True) for c, cost in _CUES),
    Rule("part and part", "parted", "part", "parted", and_part, between=_AND),
    Rule("part and columns", "parted", "column", "parted", _and_group(by_columns), 0.02, between=_AND),
    Rule("part and things", "parted", "things", "parted",
         lambda p, t, k: _and_group(by_names)(p, t, k) or _and_group(by_things)(p, t, k), 0.05, between=_AND),
    Rule("part, and for each", "parted", "grouping", "parted", part_and, between=_AND),
    Rule("group and part", "grouping", "part", "parted", group_and, between=_AND),
    Rule("figure per part", "figure", "parted", "figure", each_part),
    Rule("per part, a figure", "parted", "figure", "figure", lambda p, f, k: each_part(f, p, k), 0.03),
    Rule("things per part", "things", "parted", "heading", things_per_part, 0.1),
    Rule("amount per part", "column", "parted", "heading", amount_per_part, 0.1),
    Rule("regular amount", "parted", "column", "heading", lambda p, c, k: amount_per_part(c, p, k), 0.15, near=True),
    Rule("regular things", "parted", "things", "heading", lambda p, t, k: things_per_part(t, p, k), 0.15, near=True),
    Rule("heading", "heading", "", "whole", lambda figure, none, facts: Whole(figure)),
    Rule("heading where", "heading", "predicate", "heading", where, 0.05),
    *(Rule(f"{w} of such rows", f"sup:{w}", "things", "most things", _most(d)) for w, d in _WAYS),
    Rule("part with most of such rows", "part", "most things", "shown", part_with_most, 0.05),
)  # fmt: skip
