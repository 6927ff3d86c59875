"""The query of a “why”: the rows of both periods once, then added up by each column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from core.ask.cells import EMPTY
from core.ask.periods import Compared, Period
from core.ask.state import JoinTree
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Item, Query, Related, columns_of, condition_items
from core.ask.translators.rules.sql.fan_out import without_fan_out
from core.ask.translators.rules.sql.meanings import spelled_out
from core.ask.translators.rules.sql.render import rows_of
from core.ask.why.parts import Part

GROUP, CHANGE = "group", "change"
_ROWS, _SUMS = "compared rows", "sums"


def render(query: Query, when: Col, periods: Compared, parts: Sequence[Part], tree: JoinTree, facts: Facts) -> str:
    """One SELECT with a row for each group of each part: `group`, `change`, and the figure in the two periods.

    Rows come part by part, in the order of `parts`, in each the largest change first, and last those without
    a value. `query` has the figure, over all
    times.
    """
    rows = _rows(query, when, periods, parts, tree, facts)
    sums = [_sums(n, part) for n, part in enumerate(parts, 1)]
    together: exp.Query = sums[0]
    for one in sums[1:]:
        together = exp.union(together, one, distinct=False, copy=False)
    change = exp.Sub(this=_column("after"), expression=_column("before"))
    value = exp.func("COALESCE", _column("value"), exp.Literal.string(EMPTY))
    label = exp.DPipe(this=exp.DPipe(this=_column("of"), expression=exp.Literal.string(": ")), expression=value)
    found = exp.select(
        _as(label, GROUP),
        _as(change, CHANGE),
        _as(_column("before"), periods.earlier.short),
        _as(_column("after"), periods.later.short),
    ).from_(exp.Table(this=_name(_SUMS)))
    largest = exp.Ordered(this=exp.func("ABS", change.copy()), desc=True)
    unknown = _column("value").is_(exp.null())  # says nothing of the rows, however many have it
    found = found.order_by(_column("place"), unknown, largest, _column("value"))
    return found.with_(_name(_ROWS), rows).with_(_name(_SUMS), together).sql(dialect="sqlite", pretty=True)


def _rows(
    query: Query, when: Col, periods: Compared, parts: Sequence[Part], tree: JoinTree, facts: Facts
) -> exp.Select:
    """The rows of both periods: whether a row is of the later one, its figure, and the cell of each part."""
    item = query.select[0]
    about = item.column.table if item.column else item.table
    base = without_fan_out(query, tree)
    keep = about if not set(base.tables) - {about} else ""
    measured = None if item.column is None else Item(item.column, formula=item.formula)
    columns = (Item(when), *((measured,) if measured else ()), *(Item(p.column) for p in parts))
    tables = (about, *base.tables, *_tables(base.where), *(c.column.table for c in columns if c.column))
    listed = Query(columns, tables=tuple(dict.fromkeys(tables)), keep=keep)
    rows = rows_of(listed, base.where, tree, facts)
    day, *cells = rows.expressions
    figure: exp.Expr = cells.pop(0) if measured else exp.Literal.number(1)
    if measured and item.aggregate == "count":
        figure = exp.Case(ifs=[exp.If(this=figure.is_(exp.null()).not_(), true=exp.Literal.number(1))])
    later = exp.Case(ifs=[exp.If(this=_within(day, periods.later), true=exp.Literal.number(1))])
    later.set("default", exp.Literal.number(0))
    shown = [_as(later, "later"), _as(figure, "figure")]
    for cell, part in zip(cells, parts, strict=True):
        column = facts.column(part.column)
        coded = column is not None and column.codes and not part.column.part
        shown.append(_as(spelled_out(cell, column).this if coded and column else cell, part.label))
    rows.set("expressions", shown)
    return rows.where(exp.or_(*(_within(day, p) for p in (periods.earlier, periods.later))), copy=False)


def _sums(place: int, part: Part) -> exp.Select:
    """The figure in both periods for each group of a part."""
    value = exp.cast(_column(part.label), "TEXT")
    sides = []
    for later, name in ((0, "before"), (1, "after")):
        this = exp.EQ(this=_column("later"), expression=exp.Literal.number(later))
        counted = exp.Case(ifs=[exp.If(this=this, true=_column("figure"))])
        sides.append(_as(exp.func("COALESCE", exp.Sum(this=counted), exp.Literal.number(0)), name))
    first = (_as(exp.Literal.number(place), "place"), _as(exp.Literal.string(part.label), "of"), _as(value, "value"))
    return exp.select(*first, *sides).from_(exp.Table(this=_name(_ROWS))).group_by(_column(part.label))


def _within(day: exp.Expr, period: Period) -> exp.Expr:
    if period.year:
        return exp.EQ(this=day.copy(), expression=exp.Literal.number(period.year))
    first, beyond = (exp.Literal.string(d) for d in (period.days.first, period.days.beyond))
    return exp.and_(exp.GTE(this=day.copy(), expression=first), exp.LT(this=day.copy(), expression=beyond))


def _tables(conditions: Iterable[Condition]) -> Iterator[str]:
    """Tables that conditions need in the FROM clause."""
    for c in conditions:
        if isinstance(c, Related):
            yield c.table
        for item in condition_items((c,)):
            yield from (col.table for col in columns_of(item))


def _as(cell: exp.Expr, name: str) -> exp.Alias:
    return exp.Alias(this=cell, alias=_name(name))


def _name(name: str) -> exp.Identifier:
    return exp.Identifier(this=name, quoted=True)


def _column(name: str) -> exp.Column:
    return exp.Column(this=_name(name))
