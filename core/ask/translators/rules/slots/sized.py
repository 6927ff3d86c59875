"""Bounds on ages and on how long rows last, by the place that their numbers fill."""

from __future__ import annotations

from core.ask.translators.rules.ages import labelled, older
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter
from core.ask.translators.rules.slots.places import Said
from core.ask.translators.rules.spans import lasts


def sized(bound: Said, table: str, numbers: tuple[float, ...], facts: Facts) -> Filter | None:
    """`older than 40`, `longer than 3 days`, of rows of a table; None where it is a bound on something else."""
    if bound.of is not None or bound.dated or bound.times:
        return None
    if bound.unit:
        return lasts(table, bound.operator, numbers, bound.unit, (), facts)
    column = facts.of_quantity("age", (table,)) if bound.quantity == "age" else None
    if column is None or column.table != table or not (facts.dated(column) and labelled(column, facts)):
        return None
    return older(column, bound.operator, numbers[0], facts)
