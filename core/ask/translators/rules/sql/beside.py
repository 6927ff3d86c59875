"""The figures of several queries of one form beside each other, in one row for each group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query

_SAID = {"count": "count", "sum": "total", "avg": "average", "min": "lowest", "max": "highest", "own": "figure"}
_GROUPS = "groups"


def sides_of(query: Query) -> list[Query]:
    """The query and those beside it, each with its groups and figures alone."""
    return [
        replace(side, select=(*(Item(c) for c in side.group), *_figures(side)), beside=())
        for side in (query, *query.beside)
    ]


def side_by_side(query: Query, sides: Sequence[exp.Select], facts: Facts) -> exp.Select:
    """Every side is grouped before they are joined, so that none repeats the rows of another.

    `sides` are the statements for `sides_of(query)`. With `everywhere` only groups that all have, else all groups,
    where a count of nothing is 0.
    """
    keys = [f"key {n}" for n, _ in enumerate(query.group, 1)]
    built = exp.Select()
    shown: list[exp.Expr] = []
    for n, (side, inner) in enumerate(zip((query, *query.beside), sides, strict=True), 1):
        own = _figures(side)
        names = [*keys, *(f"figure {k}" for k, _ in enumerate(own, 1))]
        inner.set("expressions", [exp.alias_(e, a, quoted=True) for e, a in zip(inner.expressions, names, strict=True)])
        built = built.with_(_quoted(_side(n)), as_=inner, copy=False)
        for item, name in zip(own, names[len(keys) :], strict=True):
            cell: exp.Expr = _cell(name, _side(n))
            if item.aggregate == "count" and keys and not query.everywhere:
                cell = exp.func("COALESCE", cell, exp.Literal.number(0))
            shown.append(exp.alias_(cell, _label(item, facts), quoted=True))
    everyone = _GROUPS if keys and not query.everywhere else _side(1)
    if everyone == _GROUPS:
        parts = [exp.select(*map(_quoted, keys)).from_(_table(_side(n))) for n, _ in enumerate(sides, 1)]
        built = built.with_(_quoted(_GROUPS), as_=exp.union(*parts), copy=False)
    groups: list[exp.Expr] = []
    for key, column in zip(keys, query.group, strict=True):
        found = facts.column(column)
        if Item(column) in query.select:
            groups.append(exp.alias_(_cell(key, everyone), found.label if found else key, quoted=True))
    built = built.select(*groups, *shown, copy=False).from_(_table(everyone), copy=False)
    how = "cross" if not keys else "" if query.everywhere else "left"
    for n in range(1 if everyone == _GROUPS else 2, len(sides) + 1):
        same = [exp.EQ(this=_cell(k, everyone), expression=_cell(k, _side(n))) for k in keys]
        built = built.join(_table(_side(n)), on=exp.and_(*same) if keys else None, join_type=how, copy=False)
    return built


def _figures(query: Query) -> tuple[Item, ...]:
    return tuple(i for i in query.select if i.aggregate)


def _label(item: Item, facts: Facts) -> str:
    """`average Catch, landings 2021`."""
    column = facts.column(item.column) if item.column else None
    table = facts.tables[item.column.table if item.column else item.table].label
    return f"{_SAID[item.aggregate]} {column.plain_label + ', ' if column else ''}{table}"


def _side(number: int) -> str:
    return f"side {number}"


def _quoted(name: str) -> exp.Identifier:
    return exp.Identifier(this=name, quoted=True)


def _table(name: str) -> exp.Table:
    return exp.Table(this=_quoted(name))


def _cell(name: str, table: str) -> exp.Column:
    return exp.Column(this=_quoted(name), table=_quoted(table))
