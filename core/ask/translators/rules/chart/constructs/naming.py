"""`orders from each rep's shops`, `orders of shops`, where shops are a column: rows spoken of by the column of their
names."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.measuring import over
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Figure, Shown, Things
from core.ask.translators.rules.facts import Facts


def of_named(figure: Figure, columns: Columns, facts: Facts) -> Figure | None:
    """A figure of those of another table."""
    column = columns.columns[0]
    named = len(columns.columns) == 1 and column in facts.display(column.table) and facts.named(column.table)
    return over(figure, Things(column.table), facts) if named and column.table != figure.things.table else None


def shown_of_named(shown: Columns, columns: Columns, facts: Facts) -> Shown | None:
    """`towns and sizes of shops`: of the rows that are called so."""
    column = columns.columns[0]
    named = column in shown.columns or (column in facts.display(column.table) and facts.named(column.table))
    one = len(columns.columns) == 1 and all(c.table == column.table for c in shown.columns)
    return Shown(shown.columns, Things(column.table), shown.distinct) if named and one else None


RULES = (
    Rule("columns of those named", "column", "column", "shown", shown_of_named, 0.1, between=frozenset(("of", "for"))),
    Rule("figure of those named", "figure", "column", "figure", of_named, 0.1, between=frozenset(("of", "from", "by"))),
)
