"""`all columns of products`, `cities without duplicates`, `each city and its count`: lists without a condition."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.listing import of_things
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Group, Shown, Things
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts

_BARE = ("count", "counts", "number", "numbers")
_WITH = frozenset(("and", "with", ","))
_ONCE = ("without", "each")


def once(shown: Shown, cue: Cue, facts: Facts) -> Shown | None:
    """`the cities of customers without duplicates`."""
    held = shown.things.rank or shown.things.having or shown.distinct
    return replace(shown, distinct=True) if not held and cue.text.split()[0] in _ONCE else None


def of_different(columns: Columns, things: Things, facts: Facts) -> Shown | None:
    """`the cities of all different customers`: each once, whatever the rows are told apart by."""
    return of_things(replace(columns, distinct=True), things, facts)


def its_count(group: Group, cue: Cue, facts: Facts) -> Figure | None:
    """`each city and its count`."""
    if group.table or cue.text not in _BARE:
        return None
    table = group.columns[0].table
    return Figure((counted(table),), Things(table), group)


def and_their_count(shown: Shown, cue: Cue, facts: Facts) -> Figure | None:
    """`the cities of customers and the count`."""
    things, column = shown.things, shown.columns[0] if len(shown.columns) == 1 else None
    plain = not (things.rank or things.having or shown.beside) and column is not None and column.table == things.table
    if column is None or not plain or facts.telling(column) or facts.measure(column):
        return None
    return Figure((counted(things.table),), things, Group((column,)))


RULES = (
    Rule("values and their count", "shown", "and number", "figure", and_their_count, 0.05, near=True),
    Rule("without duplicates", "shown", "distinct", "shown", once),
    Rule("different ones", "distinct", "things", "different ones", lambda cue, things, facts: things, near=True),
    Rule("columns of different ones", "column", "different ones", "shown", of_different),
    Rule("each with its count", "grouping", "count", "figure", its_count, between=_WITH),
)
