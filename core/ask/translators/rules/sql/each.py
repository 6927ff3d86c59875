"""The first few of each group, or the first tenth of all: rows by their place, RANK() of a query whose rows they are.

`the two newest vans of each depot`; `the title lent most at each branch` ranks the rows of a query with groups;
`the top 10 % of branches by loans` sets the place against COUNT(*) of all of them.
"""

from __future__ import annotations

from sqlglot import exp

from core.ask.translators.rules.query import Col, Item, Query
from core.ask.translators.rules.sql.joins import name

_PLACE = "place"
_NUMBER = "number of rows"


def hidden_items(query: Query) -> list[Item]:
    """What the rows are ranked within and by, and is not shown."""
    needed = [*(Item(c) for c in query.each), query.order[0].item]
    return [i for i in dict.fromkeys(needed) if i not in query.select]


def told_apart(query: Query) -> list[Col]:
    """The columns shown that say which group a row is of: those of the groups, or what its things are called."""
    tables = {c.table for c in query.each}
    shown = [i.column for i in query.select if i.column and not i.aggregate and not i.formula]
    own = [c for c in shown if c in query.each]
    return own or [c for c in shown if c.table in tables and Item(c) != query.order[0].item]


def first_by_place(query: Query, rows: exp.Select) -> exp.Select:
    """The SELECT; `rows` shows what the query does and behind it its hidden items."""
    items = [*query.select, *hidden_items(query)]
    labels = _labelled(rows, items)
    first = query.order[0]
    within = [_column(labels[Item(c)]) for c in query.each]
    by = exp.Ordered(this=_column(labels[first.item]), desc=first.descending, nulls_first=not first.descending)
    rank = exp.Window(this=exp.Rank(), partition_by=within, order=exp.Order(expressions=[by]))
    number = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[w.copy() for w in within])
    shown = [_column(labels[i]) for i in query.select]
    kept = list(dict.fromkeys((*(labels[i] for i in query.select), *(labels[Item(c)] for c in told_apart(query)))))
    placed = exp.select(*map(_column, kept), exp.alias_(rank, name(_PLACE))).from_(rows.subquery(name("rows")))
    if query.percent:
        placed = placed.select(exp.alias_(number, name(_NUMBER)), copy=False)
    if first.item.aggregate != "count":
        known = exp.Not(this=exp.Is(this=_column(labels[first.item]), expression=exp.Null()))
        placed = placed.where(known, copy=False)
    place, low = exp.Column(this=name(_PLACE)), query.offset + 1
    last = exp.Literal.number(query.offset + (query.limit or 1))
    met: exp.Expr = exp.LTE(this=place, expression=last)
    if query.percent:  # 10 % of 25 rows are the first three
        before = exp.paren(exp.Sub(this=place.copy(), expression=exp.Literal.number(1)))
        of = exp.Mul(this=last, expression=exp.Column(this=name(_NUMBER)))
        met = exp.LT(this=exp.Mul(this=before, expression=exp.Literal.number(100)), expression=of)
    elif query.offset:
        met = exp.Between(this=place, low=exp.Literal.number(low), high=last)
    built = exp.select(*shown).from_(placed.subquery(name("ranked"))).where(met, copy=False)
    sides = [_column(labels[Item(c)]) for c in told_apart(query)]
    return built.order_by(*sides, place.copy(), copy=False)


def _labelled(rows: exp.Select, items: list[Item]) -> dict[Item, exp.Identifier]:
    """A heading for each of the columns that no other one has."""
    found: dict[Item, exp.Identifier] = {}
    taken: set[str] = set()
    shown = []
    for item, built in zip(items, rows.expressions, strict=True):
        said = built.alias if isinstance(built, exp.Alias) else (item.column.name if item.column else built.name)
        table = item.column.table if item.column else item.table
        said = said if said.casefold() not in taken else f"{table} {said}"
        taken.add(said.casefold())
        found[item] = name(said)
        shown.append(exp.alias_(built.this if isinstance(built, exp.Alias) else built, found[item]))
    rows.set("expressions", shown)
    return found


def _column(label: exp.Identifier) -> exp.Expr:
    return exp.Column(this=label.copy())
