"""What the first rows of an order rest on: the figure that they are ordered by, and which rows tie with the last one.

“The five stations with the most trips” gives five names. A person wants to see the trips beside them, and whether a
sixth has as many. That is asked for in a query of its own: the answer's query and rows stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sqlglot
from sqlglot import exp

from core.errors import QueryError
from core.model import Beside, Rows, Value

_MOST_PLACES = 100
_MOST_SHARING = 20
_PLACE = "place"


@dataclass(frozen=True, slots=True)
class TopRows:
    """Of a query with ORDER BY and LIMIT whose rows fill the limit or stay below it."""

    beside: Beside | None = None
    """The figure for each row, where the query does not show it, and the rows that share the last place."""
    sharing: tuple[tuple[Value, ...], ...] = ()
    """Rows left out that have the same figure as the last row shown: those passed over, and twenty more at most."""
    more: bool = False
    """There are still more of them."""
    unknown: bool = False
    """The figure of the very first row is not known: nothing was ranked."""


NONE = TopRows()


def top_rows(sql: str, dialect: str, rows: Rows, probe: Callable[[str], Rows]) -> TopRows:
    """`probe` runs a query with small limits. Nothing is told of a query that cannot be taken apart."""
    query = sqlglot.parse_one(sql, dialect=dialect)
    limit, offset = _limit(query), _offset(query)
    if limit is None or not isinstance(query, exp.Select) or not rows.rows or len(rows.rows) > limit:
        return NONE
    measure, shown = _measure(query)
    if measure is None:
        return NONE
    wider = query.select(exp.alias_(measure.copy(), "place", quoted=True)).limit(offset + limit + _MOST_SHARING)
    wider.set("offset", None)
    try:
        seen = probe(wider.sql(dialect=dialect)).rows
    except QueryError:
        return NONE
    n, before = len(rows.rows), seen[:offset]
    seen = seen[offset:]
    if len(seen) < n or tuple(r[:-1] for r in seen[:n]) != rows.rows:
        return NONE
    last = seen[n - 1][-1]
    after = seen[n:] if n == limit else ()
    more = len(after) == _MOST_SHARING and all(r[-1] == last for r in after)
    sharing = tuple(r[:-1] for r in (*before, *after) if r[-1] == last)
    label = _label(measure)
    both = query.select(exp.alias_(measure.copy(), label, quoted=True)).sql(dialect=dialect, pretty=True)
    beside = None if shown else Beside(label, tuple(r[-1] for r in seen[:n]), both)
    ranked = None if offset or more or not sharing else _ranked(query, measure, "" if shown else label, n)
    if ranked is not None:
        values = beside.values if beside is not None else ()
        beside = Beside(label, values, ranked.sql(dialect=dialect, pretty=True), sharing)
    return TopRows(beside, sharing, more, seen[0][-1] is None)


def _ranked(query: exp.Select, measure: exp.Expr, label: str, places: int) -> exp.Select | None:
    """The query with its figure as `label` ("": it shows it) and with all rows of its first places, however many share
    them. None where its columns have no names of their own."""
    heads = [e.alias_or_name for e in query.expressions] + ([label] if label else [])
    if query.is_star or not all(heads) or len({h.casefold() for h in (*heads, _PLACE)}) <= len(heads):
        return None
    inner = query.copy()
    if label:
        inner = inner.select(exp.alias_(measure.copy(), label, quoted=True), copy=False)
    first = query.args["order"].expressions[0].copy()
    first.set("this", measure.copy())
    place = exp.Window(this=exp.Anonymous(this="RANK"), order=exp.Order(expressions=[first]))
    inner = inner.select(exp.alias_(place, _PLACE, quoted=True), copy=False)
    for part in ("order", "limit", "offset"):
        inner.set(part, None)
    at = exp.column(_PLACE, quoted=True)
    shown = [exp.column(h, quoted=True) for h in heads]
    whole = exp.select(*shown).from_(inner.subquery("ranked", copy=False))
    return whole.where(exp.LTE(this=at, expression=exp.Literal.number(places))).order_by(at.copy())


def _limit(query: exp.Expr) -> int | None:
    """How many rows an ordered query of plain rows asks for."""
    if not isinstance(query, exp.Select) or query.args.get("order") is None:
        return None
    if query.args.get("distinct"):
        return None
    limit = query.args.get("limit")
    most = limit.expression if limit is not None else None
    if not isinstance(most, exp.Literal) or most.is_string or not 0 < int(most.name) <= _MOST_PLACES:
        return None
    return int(most.name)


def _offset(query: exp.Expr) -> int:
    """How many rows it passes over first."""
    offset = query.args.get("offset")
    first = offset.expression if offset is not None else None
    return int(first.name) if isinstance(first, exp.Literal) and not first.is_string else 0


def _measure(query: exp.Select) -> tuple[exp.Expr | None, bool]:
    """What the query is ordered by first, and whether it is among what it shows."""
    first = query.args["order"].expressions[0].this
    bare = [e.unalias() for e in query.expressions]
    aliases = {e.alias: e.this for e in query.expressions if isinstance(e, exp.Alias)}
    if isinstance(first, exp.Literal):
        at = int(first.name) - 1 if first.name.isdigit() else -1
        return (bare[at], True) if 0 <= at < len(bare) else (None, False)
    if isinstance(first, exp.Column) and not first.table and first.name in aliases:
        return aliases[first.name], True
    return first, query.is_star or first in bare


def _label(measure: exp.Expr) -> str:
    """A heading for the figure."""
    if isinstance(measure, exp.Column):
        return measure.name
    if isinstance(measure, exp.Count):
        return "count"
    functions: dict[type[exp.Expr], str] = {exp.Sum: "total", exp.Avg: "average", exp.Min: "lowest", exp.Max: "highest"}
    named = functions.get(type(measure))
    inner = measure.this if named else None
    if named and isinstance(inner, exp.Column):
        return inner.name if inner.name.casefold() == named else f"{named} {inner.name}"
    return named or "figure"
