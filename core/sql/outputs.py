"""What stands behind each column of a result: a column as it is, or a figure made from one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

_KEEPS_UNIT: tuple[type[exp.Expr], ...] = (
    *(exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Round, exp.Abs, exp.Median),
    *(exp.Paren, exp.Cast),
)
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


def outputs(sql: str, dialect: str = "sqlite") -> tuple[Output, ...]:
    """The outputs of a query in order; empty where that cannot be told (a star, a query that cannot be read)."""
    try:
        query = sqlglot.parse_one(sql, dialect=dialect)
    except SqlglotError:
        return ()
    while isinstance(query, exp.SetOperation | exp.Subquery):
        query = query.this
    if not isinstance(query, exp.Select) or query.is_star:
        return ()
    named = [query.args["from_"].this] if query.args.get("from_") else []
    named += [join.this for join in query.args.get("joins") or ()]
    sources = {s.alias_or_name: s.name if isinstance(s, exp.Table) else "" for s in named}
    found = [(e.alias_or_name, _output(e.unalias(), sources)) for e in query.expressions]
    return tuple(replace(o, percent=True) if o.figure and _PERCENT.search(head) else o for head, o in found)


def sources(sql: str, dialect: str = "sqlite") -> tuple[str, ...]:
    """The tables that a query reads, in its order; empty for one that cannot be read."""
    try:
        query = sqlglot.parse_one(sql, dialect=dialect)
    except SqlglotError:
        return ()
    own = {c.alias_or_name for c in query.find_all(exp.CTE)}
    return tuple(dict.fromkeys(t.name for t in query.find_all(exp.Table) if t.name not in own))


def _output(node: exp.Expr, sources: dict[str, str]) -> Output:
    figure = False
    while not isinstance(node, exp.Column):
        figure = True
        if isinstance(node, exp.Distinct) and len(node.expressions) == 1:
            node = node.expressions[0]
        elif isinstance(node, _KEEPS_UNIT):
            node = node.this
        else:
            return Output(figure=True)
    table = sources.get(node.table, "") if node.table else next(iter(sources.values())) if len(sources) == 1 else ""
    return Output(table, node.name, figure)
