"""`how many dogs`, where a list of kinds has the dog: the rows that refer to it."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Things, Value
from core.ask.translators.rules.chart.schema import KINDS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item


def of_kind(value: Value, none: None, facts: Facts) -> Things | None:
    """A cell that one row of a short list has alone: rows of what refers to that list."""
    found = facts.column(value.column)
    listed = found is not None and found.profile.unique and facts.tables[value.column.table].rows <= KINDS
    rows = facts.referring(value.column.table) if listed else ""
    return Things(rows, (Filter(Item(value.column), "=", (value.text,)),)) if rows else None


RULES = (Rule("things of a kind", "value", "", "things", of_kind, 0.2),)
