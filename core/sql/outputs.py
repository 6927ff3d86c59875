"""What stands behind each column of a result: a column as it is, or a figure made from one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

_KEEPS_UNIT: tuple[type[exp.Expr], ...] = (
    *(exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Round, exp.Abs, exp.Median),
    *(exp.Paren, exp.Cast),
)
Source = exp.Select | str | None
"""A table by its name, or a query in the place of one; None of anything else."""
_PERCENT = re.compile("^percent( of the total)?$| as a percentage of ")


@dataclass(frozen=True, slots=True)
class Output:
    """One column of a result. `table` and `column` are empty when it comes from no single column."""

    table: str = ""
    column: str = ""
    figure: bool = False
    """It is calculated: a count, a sum, a share."""
    percent: bool = False
    """It is calculated, and its heading is one of those of percentages: 12.3 is 12.3 %."""


@lru_cache(maxsize=512)
def outputs(sql: str, dialect: str = "sqlite") -> tuple[Output, ...]:
    """The outputs of a query in order; empty where that cannot be told (a star, a query that cannot be read)."""
    try:
        query = sqlglot.parse_one(sql, dialect=dialect)
    except SqlglotError:
        return ()
    select = _select(query)
    if select is None or select.is_star:
        return ()
    within = {c.alias: inner for c in query.find_all(exp.CTE) if (inner := _select(c.this)) is not None}
    named = _named(select, within)
    found = [(e.alias_or_name, _output(e.unalias(), named, within)) for e in select.expressions]
    return tuple(replace(o, percent=True) if o.figure and _PERCENT.search(head) else o for head, o in found)


def _select(query: exp.Expr) -> exp.Select | None:
    """The query itself; of several set together the first."""
    while isinstance(query, exp.SetOperation | exp.Subquery):
        query = query.this
    return query if isinstance(query, exp.Select) else None


def _named(select: exp.Select, within: Mapping[str, exp.Select]) -> dict[str, Source]:
    """What a query reads from, by the names it has there."""
    named = [select.args["from_"].this] if select.args.get("from_") else []
    named += [join.this for join in select.args.get("joins") or ()]
    return {s.alias_or_name: within.get(s.name, s.name) if isinstance(s, exp.Table) else _select(s) for s in named}


def sources(sql: str, dialect: str = "sqlite") -> tuple[str, ...]:
    """The tables that a query reads, in its order; empty for one that cannot be read."""
    try:
        query = sqlglot.parse_one(sql, dialect=dialect)
    except SqlglotError:
        return ()
    own = {c.alias_or_name for c in query.find_all(exp.CTE)}
    return tuple(dict.fromkeys(t.name for t in query.find_all(exp.Table) if t.name not in own))


def _output(node: exp.Expr, sources: Mapping[str, Source], within: Mapping[str, exp.Select]) -> Output:
    figure = False
    while not isinstance(node, exp.Column):
        figure = True
        if isinstance(node, exp.Distinct) and len(node.expressions) == 1:
            node = node.expressions[0]
        elif isinstance(node, _KEEPS_UNIT):
            node = node.this
        else:
            alike = {_output(n, sources, within) for n in _alike(node)}
            return replace(alike.pop(), figure=True) if len(alike) == 1 else Output(figure=True)
    table = sources.get(node.table) if node.table else next(iter(sources.values())) if len(sources) == 1 else None
    if isinstance(table, exp.Select):  # of a query in this one: what stands there under that name
        own = next((e.unalias() for e in table.expressions if e.alias_or_name == node.name), None)
        rest = {name: s for name, s in within.items() if s is not table}
        inner = _output(own, _named(table, rest), rest) if own is not None else Output()
        return replace(inner, figure=figure or inner.figure)
    return Output(table or "", node.name, figure)


def _alike(node: exp.Expr) -> list[exp.Expr]:
    """What a sum, a difference or a choice is made of; if that is of one column, so is the whole."""
    if isinstance(node, exp.Add | exp.Sub):
        return [node.left, node.right]
    made: list[exp.Expr] = []
    if isinstance(node, exp.Coalesce):
        made = [node.this, *node.expressions]
    elif isinstance(node, exp.Case):
        made = [*(i.args["true"] for i in node.args["ifs"]), *filter(None, [node.args.get("default")])]
    return [n for n in made if not isinstance(n, exp.Literal | exp.Null)]
