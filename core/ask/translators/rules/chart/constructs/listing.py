"""`names and cities of customers`: what is shown of things, and in what order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import (
    Columns,
    Cue,
    Figure,
    Predicate,
    Rank,
    Shown,
    Sorted,
    Things,
    Whole,
)
from core.ask.translators.rules.chart.schema import apart, has_one, ranked, restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item


def of_things(columns: Columns, things: Things, facts: Facts) -> Shown | None:
    """`titles of products`."""
    if any(apart(things.table, c.table, facts) is None for c in columns.columns):
        return None
    return Shown(columns.columns, things, columns.distinct)


def of_own(columns: Columns, things: Things, facts: Facts) -> Shown | None:
    """The same, of columns that are their own."""
    return of_things(columns, things, facts) if all(c.table == things.table for c in columns.columns) else None


def named_with(things: Things, columns: Columns, facts: Facts) -> Shown | None:
    """`products and their prices`: what the things are called, too."""
    named = (c for c in facts.display(things.table) if c not in columns.columns)
    return of_things(replace(columns, columns=(*named, *columns.columns)), things, facts)


def behind(things: Things, columns: Columns, facts: Facts) -> Shown | None:
    """`female customer names`, `order customers' names`: one for each of the things."""
    said = things.where or any(c.table != things.table for c in columns.columns)
    cells = all(isinstance(c, Filter) and c.operator == "=" and not c.item.aggregate for c in things.where)
    fits = said and cells and not (things.rank or things.having)
    return (
        of_things(columns, things, facts)
        if fits and all(has_one(things.table, c, facts) for c in columns.columns)
        else None
    )


def alone(columns: Columns, none: None, facts: Facts) -> Shown:
    return Shown(columns.columns, Things(columns.columns[0].table), columns.distinct, said=columns.said)


def where(shown: Shown, met: Predicate, facts: Facts) -> Shown | None:
    """What the things must meet; a figure of each alone is none."""
    if met.having and shown.things.table in met.tables and (shown.said or any(map(facts.telling, shown.columns))):
        return None
    things = restricted(shown.things, met, facts)
    return replace(shown, things=things) if things else None


def by_rank(shown: Shown, rank: Rank, facts: Facts) -> Shown | None:
    things = ranked(shown.things, rank, facts)
    return replace(shown, things=things) if things else None


def by_column(cue: Cue, columns: Columns, facts: Facts) -> Sorted | None:
    return Sorted(Item(columns.columns[0])) if len(columns.columns) == 1 else None


def by_figure(cue: Cue, figure: Figure, facts: Facts) -> Sorted | None:
    return Sorted(figure.items[0]) if len(figure.items) == 1 and not figure.group else None


def then_by(order: Sorted, columns: Columns, facts: Facts) -> Sorted | None:
    """`sorted by city and name`, `by city and then by name`."""
    last = by_column(Cue(""), columns, facts)
    return _last(order, last) if last is not None and last.item != order.item else None


def _last(order: Sorted, last: Sorted) -> Sorted:
    return replace(order, then=last if order.then is None else _last(order.then, last))


def _way(descending: bool) -> Callable[[Sorted, Cue, Facts], Sorted]:
    """The direction, of what was said right before it."""

    def build(order: Sorted, cue: Cue, facts: Facts) -> Sorted:
        if order.then is not None:
            return replace(order, then=build(order.then, cue, facts))
        return replace(order, descending=descending)

    return build


def in_order(whole: Whole, order: Sorted, facts: Facts) -> Whole | None:
    held = whole.shown.things if isinstance(whole.shown, Figure | Shown) else whole.shown
    return None if whole.order or held.rank else replace(whole, order=order)


_THEIR = frozenset(("their", "its"))
_THEN = frozenset(("and", "then", ","))
RULES = (
    Rule("columns of things", "column", "things", "shown", of_things, 0.02),
    Rule("their own columns", "column", "things", "shown", of_own),
    Rule("things and their columns", "things", "column", "shown", named_with, 0.05, between=_THEIR),
    Rule("things and what is theirs", "things", "column", "shown", behind, 0.1, near=True),
    Rule("columns alone", "column", "", "shown", alone, 0.1),
    Rule("shown where", "shown", "predicate", "shown", where, 0.05),
    Rule("shown by rank", "shown", "rank", "shown", by_rank, 0.05),
    Rule("sorted by a column", "order", "column", "sorted", by_column),
    Rule("sorted by a figure", "order", "figure", "sorted", by_figure),
    Rule("sorted by a further column", "sorted", "column", "sorted", then_by, 0.05, between=_THEN),
    Rule("ascending", "sorted", "asc", "sorted", _way(False)),
    Rule("descending", "sorted", "desc", "sorted", _way(True)),
    *(Rule(f"the whole: {c}", c, "", "whole", lambda m, none, facts: Whole(m), cost)
      for c, cost in (("shown", 0.0), ("figure", 0.0), ("things", 0.05))),
    Rule("in order", "whole", "sorted", "whole", in_order),
)  # fmt: skip
