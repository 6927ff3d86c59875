"""Joins as SQL: which columns meet, and how values of different types are compared."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sqlglot import exp

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import NUMERIC, Column, Join, PathEdge
from core.sql.rewrites import Rewrite, as_sql

_SPELLING = 0.005
"""From this share of values lost by their spelling, texts are compared without regard to case."""


KEY = "joinery key"
"""What a table's key is called in the spelling that a join compares."""
_ALL = 9_223_372_036_854_775_807
"""Rows at most of a table with its keys: all. Without a bound SQLite takes the table for the one inside, rewrites each
key for each row of the other table, and 5,000 rows by 4,000 take a minute and a half, not a thirtieth of a second."""


def joined(
    built: exp.Select, edges: list[PathEdge], facts: Facts, how: str = "", whole: Collection[str] = ()
) -> exp.Select:
    """The SELECT with the edges' tables joined to it, in order; `how` "left": rows without a partner stay.

    Of a table in `whole` all columns are shown: nothing is added to them.
    """
    for e in edges:
        keyed = None if e.right_table in whole else _keyed(e, facts)
        right, on = keyed or (table(e.right_table, facts), _on(e, facts))
        built = built.join(right, on=on, join_type=how, copy=False)
    return built


def _keyed(e: PathEdge, facts: Facts) -> tuple[exp.Expr, exp.Expr] | None:
    """The edge's table with its key rewritten as the join says, and what it must equal; None where it rewrites none."""
    join = next((j for j in facts.schema.joins if j.id == e.join_id), None)
    if join is None or len(e.left) != 1 or not any(join.rewrite):
        return None
    here, there = Col(e.left_table, e.left[0]), Col(e.right_table, e.right[0])
    inner = as_met(there, here, exp.Column(this=name(there.name)), facts)
    rows = exp.select(exp.Star(), exp.alias_(inner, name(KEY))).from_(exp.Table(this=name(facts.source(there.table))))
    left = as_met(here, there, exp.Column(this=name(here.name), table=name(here.table)), facts)
    key = exp.Column(this=name(KEY), table=name(there.table))
    return rows.limit(_ALL).subquery(name(there.table)), exp.EQ(this=left, expression=_any_case(key))


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
    loose = join is not None and _loose(join)
    pairs = []
    for a, b in zip(e.left, e.right, strict=True):
        places = Col(e.left_table, a), Col(e.right_table, b)
        left, right = facts.column(places[0]), facts.column(places[1])
        cells: list[exp.Expr] = [exp.Column(this=name(c.name), table=name(c.table)) for c in places]
        if join is not None and any(join.rewrite):
            pairs.append(same(places[0], places[1], cells[0], cells[1], facts))
            continue
        numbers = [c is not None and c.type in NUMERIC for c in (left, right)]
        shown: list[exp.Expr] = list(cells)
        if left and right and numbers[0] != numbers[1]:
            n = numbers.index(True)
            shown[n] = _as_text(cells[n], (left, right)[n])
        elif loose and not any(numbers):
            shown[1] = exp.Collate(this=cells[1], expression=exp.Var(this="NOCASE"))
        pairs.append(exp.EQ(this=shown[0], expression=shown[1]))
    return exp.and_(*pairs)


def loosely(join: Join) -> bool:
    """Its keys agree only when case is left aside, or rewritten."""
    return any(join.rewrite) or _loose(join)


def same(one: Col, other: Col, left: exp.Expr, right: exp.Expr, facts: Facts) -> exp.EQ:
    """`left = right`, which are cells of the columns `one` and `other`, rewritten as their join says."""
    if rewritten(one, other, facts):
        return exp.EQ(this=as_met(one, other, left, facts), expression=_any_case(as_met(other, one, right, facts)))
    return exp.EQ(this=left, expression=right)


def within(one: Col, other: Col, cell: exp.Expr, facts: Facts) -> exp.Expr:
    """A cell of `one` as it is looked up among those of `other` that `as_met` gives, in any case where their join
    goes by texts that agree only so."""
    if rewritten(one, other, facts):
        return _any_case(as_met(one, other, cell, facts))
    columns = [facts.column(c) for c in (one, other)]
    texts = all(c is not None and c.type not in NUMERIC for c in columns)
    return _any_case(cell) if texts and any(_loose(j) for j in _between(one, other, facts)) else cell


def as_met(one: Col, other: Col, cell: exp.Expr, facts: Facts) -> exp.Expr:
    """A cell of column `one` as the join with `other` rewrites it, as text; as it is where the join rewrites none."""
    rewrites = rewritten(one, other, facts)
    if rewrites is None:
        return cell
    column = facts.column(one)
    if column is not None and column.type in NUMERIC:
        cell = _as_text(cell, column)
    return as_sql(rewrites[0], cell)


def rewritten(one: Col, other: Col, facts: Facts) -> tuple[Rewrite, Rewrite] | None:
    """How the join of two columns rewrites them; None where no join does."""
    for join in _between(one, other, facts):
        if any(join.rewrite):
            met = zip(join.child, join.parent, strict=True)
            here = one.table == join.child_table and (one.name, other.name) in met
            return join.rewrite if here else (join.rewrite[1], join.rewrite[0])
    return None


def _between(one: Col, other: Col, facts: Facts) -> Iterator[Join]:
    """The joins by these two columns, or by them and others."""
    for join in facts.schema.joins:
        met = {((join.child_table, a), (join.parent_table, b)) for a, b in zip(join.child, join.parent, strict=True)}
        ends = (one.table, one.name), (other.table, other.name)
        if join.state != "rejected" and (ends in met or ends[::-1] in met):
            yield join


def _loose(join: Join) -> bool:
    """Whether its texts agree only when case is left aside."""
    written = join.evidence.as_written
    return written is not None and written < join.evidence.containment - _SPELLING


def _any_case(cell: exp.Expr) -> exp.Expr:
    return exp.Collate(this=exp.paren(cell), expression=exp.Var(this="NOCASE"))


def _as_text(cell: exp.Expr, column: Column) -> exp.Expr:
    """A whole number as its digits, without the `.0` of one that is stored as a real; fractions stay numbers."""
    if column.type == "integer":
        return exp.cast(cell, "TEXT")
    ends = (column.profile.minimum, column.profile.maximum)
    whole = all(isinstance(v, int | float) and float(v).is_integer() for v in ends)
    return exp.cast(exp.cast(cell, "BIGINT"), "TEXT") if whole else cell
