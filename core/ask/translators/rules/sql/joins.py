"""Joins as SQL: which columns meet, and how values of different types are compared."""

from __future__ import annotations

from sqlglot import exp

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import NUMERIC, Column, Join, PathEdge
from core.sql.rewrites import as_sql

_SPELLING = 0.005
"""From this share of values lost by their spelling, texts are compared without regard to case."""


def joined(built: exp.Select, edges: list[PathEdge], facts: Facts) -> exp.Select:
    """The SELECT with the edges' tables joined to it, in order."""
    for e in edges:
        built = built.join(table(e.right_table, facts), on=_on(e, facts), copy=False)
    return built


def table(called: str, facts: Facts) -> exp.Expr:
    """A table, or one of its roles under the role's name: `"stations" AS "start station"`."""
    real = facts.source(called)
    found = exp.Table(this=name(real))
    return found if real == called else exp.alias_(found, name(called), table=True)


def name(name: str) -> exp.Identifier:
    """A name, quoted."""
    return exp.Identifier(this=name, quoted=True)


def _on(e: PathEdge, facts: Facts) -> exp.Expr:
    """All pairs equal, as discovery counted them.

    A number meets a text as text: SQLite would take `007` for 7, and is slow to look a text up among numbers. Texts
    that agree only when case is left aside are compared so.
    """
    join = next((j for j in facts.schema.joins if j.id == e.join_id), None)
    written = join.evidence.as_written if join else None
    loose = join is not None and written is not None and written < join.evidence.containment - _SPELLING
    if join is not None and any(join.rewrite):
        return _rewritten(e, join, facts)
    pairs = []
    for a, b in zip(e.left, e.right, strict=True):
        left, right = facts.column(Col(e.left_table, a)), facts.column(Col(e.right_table, b))
        cells = [exp.Column(this=name(n), table=name(t)) for n, t in ((a, e.left_table), (b, e.right_table))]
        numbers = [c is not None and c.type in NUMERIC for c in (left, right)]
        shown: list[exp.Expr] = list(cells)
        if left and right and numbers[0] != numbers[1]:
            n = numbers.index(True)
            shown[n] = _as_text(cells[n], (left, right)[n])
        elif loose and not any(numbers):
            shown[1] = exp.Collate(this=cells[1], expression=exp.Var(this="NOCASE"))
        pairs.append(exp.EQ(this=shown[0], expression=shown[1]))
    return exp.and_(*pairs)


def _rewritten(e: PathEdge, join: Join, facts: Facts) -> exp.Expr:
    """Both sides as the join rewrites them, compared as texts without regard to case."""
    same = (e.left_table, e.left, e.right_table) == (join.child_table, join.child, join.parent_table)
    rewrites = join.rewrite if same else join.rewrite[::-1]
    sides: list[exp.Expr] = []
    for table, column, rewrite in ((e.left_table, e.left[0], rewrites[0]), (e.right_table, e.right[0], rewrites[1])):
        cell: exp.Expr = exp.Column(this=name(column), table=name(table))
        found = facts.column(Col(table, column))
        if found is not None and found.type in NUMERIC:
            cell = _as_text(cell, found)
        sides.append(as_sql(rewrite, cell))
    return exp.EQ(this=sides[0], expression=exp.Collate(this=exp.paren(sides[1]), expression=exp.Var(this="NOCASE")))


def _as_text(cell: exp.Expr, column: Column) -> exp.Expr:
    """A whole number as its digits, without the `.0` of one that is stored as a real; fractions stay numbers."""
    if column.type == "integer":
        return exp.cast(cell, "TEXT")
    ends = (column.profile.minimum, column.profile.maximum)
    whole = all(isinstance(v, int | float) and float(v).is_integer() for v in ends)
    return exp.cast(exp.cast(cell, "BIGINT"), "TEXT") if whole else cell
