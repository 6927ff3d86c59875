"""Which columns may mean the same as another one, to join by: those that hold most of its values first."""

from __future__ import annotations

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import NUMERIC, TEMPORAL, Column

MOST = 200


def partners(own: Col, facts: Facts) -> list[Col]:
    """Columns of other tables, of the same sort as `own`; at most `MOST`."""
    column = facts.column(own)
    if column is None:
        return []
    found = [
        (_share(column, other), other.profile.unique, other.label.casefold() == column.label.casefold(), other)
        for table in facts.base.tables
        if table.name != own.table
        for other in table.columns
        if _sort(other) == _sort(column)
    ]
    found.sort(key=lambda f: (-round(f[0], 2), not f[2], not f[1]))
    return [Col(other.table, other.name) for *_, other in found[:MOST]]


def _sort(column: Column) -> str:
    return "number" if column.type in NUMERIC else "time" if column.type in TEMPORAL else "text"


def _share(own: Column, other: Column) -> float:
    """How much of what one column holds the other holds, too, as far as the kept values of both say."""
    mine, theirs = set(own.profile.sketch), set(other.profile.sketch)
    return len(mine & theirs) / len(mine) if mine and own.profile.sketch_hash == other.profile.sketch_hash else 0.0
