"""The tables that a table's rows refer to, each row to one row: items to their order, and by it to its customer."""

from __future__ import annotations

from core.ask.translators.rules.facts import Facts

_FAR = 3
"""Joins upwards."""


def rows_above(table: str, facts: Facts) -> tuple[str, ...]:
    """Every table that the rows of `table` belong to, nearest first."""
    found: list[str] = []
    near = [table]
    for _ in range(_FAR):
        near = [
            j.parent_table
            for child in near
            for j in facts.schema.joins
            if j.child_table == child and j.evidence.parent_unique and j.parent_table not in (table, *found)
        ]
        near = list(dict.fromkeys(near))
        found += near
    return tuple(found)
