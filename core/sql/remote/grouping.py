"""DISTINCT and aggregates as other engines allow them: grouped by every column, or saying which value is meant."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from core.sql.remote.functions import in_code_order
from core.sql.remote.kinds import refused
from core.sql.remote.names import quoted


def distinct(made: exp.Select, keys: list[exp.Expr], groups: list[exp.Expr]) -> tuple[exp.Select, list[exp.Expr]]:
    """DISTINCT with an order that the engines allow: by what is shown, or by the least that a shown row stands for."""
    shown = [e.unalias() for e in made.expressions]
    if not any(k.this not in shown for k in keys):
        made.set("distinct", exp.Distinct())
        return made, keys
    if groups or any(_aggregates(e) for e in (*shown, *keys)):
        raw = [k.this.this if isinstance(k.this, exp.Collate) else k.this for k in keys]
        if any(r not in shown for r in raw):
            raise refused("DISTINCT over groups with an order by what is not shown")
        made.set("distinct", exp.Distinct())
        around = exp.Select(expressions=[exp.Star()]).from_(
            exp.Subquery(this=made, alias=exp.TableAlias(this=quoted("rows")))
        )
        if (clause := made.args.get("with_")) is not None:
            made.set("with_", None)
            around.set("with_", clause)
        outer = []
        for item, plain in zip(keys, raw, strict=True):
            copy = item.copy()
            name = exp.column(quoted(made.expressions[shown.index(plain)].alias_or_name), table=quoted("rows"))
            copy.set("this", in_code_order(name) if isinstance(item.this, exp.Collate) else name)
            outer.append(copy)
        return around, outer
    made.set("group", exp.Group(expressions=[s.copy() for s in shown if not isinstance(s, exp.Literal)]))
    again = []
    for item in keys:
        copy = item.copy()
        plain = item.this.this if isinstance(item.this, exp.Collate) else item.this
        copy.set("this", item.this.copy() if plain in shown else exp.Min(this=item.this.copy()))
        again.append(copy)
    return made, again


def _aggregates(node: exp.Expr) -> list[exp.AggFunc]:
    """The aggregates of an expression that are not within another query or a window."""
    found: list[exp.AggFunc] = []
    waiting = [node]
    while waiting:
        item = waiting.pop()
        if isinstance(item, exp.Query):
            continue
        if isinstance(item, exp.Window):
            waiting += _around(item)
            waiting += list(item.this.iter_expressions())
            continue
        if isinstance(item, exp.AggFunc):
            found.append(item)
        waiting.extend(item.iter_expressions())
    return found


def lone_columns(made: exp.Select, keys: list[exp.Expr], groups: list[exp.Expr]) -> None:
    """Write out which value is meant by a column beside aggregates that the rows are not grouped by.

    SQLite gives the row of the least or greatest value where there is one such aggregate, else any row of the group.
    """
    if made.args.get("group") is not None and not groups:
        return
    parts = [*made.expressions, *([made.args["having"]] if made.args.get("having") else []), *keys]
    found = [a for p in parts for a in _aggregates(p)]
    if not groups and not found:
        return
    extremes = {type(a): a for a in found if isinstance(a, exp.Min | exp.Max)}
    alone = next(iter(extremes.values())) if len(extremes) == 1 and len({a.sql() for a in found}) == 1 else None
    own = {alias_of(s) for s in _own_sources(made)}
    named = [e if isinstance(e, exp.Alias) else exp.alias_(e, e.alias_or_name, quoted=True) for e in made.expressions]
    made.set("expressions", named)
    for part in (*named, *([made.args["having"]] if made.args.get("having") else []), *keys):
        _mend(part, groups, alone, own)


def _around(window: exp.Expr) -> list[exp.Expr]:
    """What a window is parted and ordered by."""
    order = window.args.get("order")
    return [*window.args.get("partition_by", []), *([order] if order is not None else [])]


def alias_of(source: exp.Expr) -> str:
    return source.alias or source.name


def _own_sources(made: exp.Select) -> list[exp.Expr]:
    clause = made.args.get("from_")
    return [clause.this, *(j.this for j in made.args.get("joins") or ())] if clause is not None else []


def _mend(node: exp.Expr, groups: Sequence[exp.Expr], alone: exp.AggFunc | None, own: set[str]) -> None:
    for child in list(node.iter_expressions()):
        if child in groups or isinstance(child, exp.AggFunc | exp.Filter):
            continue
        if isinstance(child, exp.Window):
            for part in (*_around(child), child.this):
                _mend(part, groups, alone, own)
            continue
        if isinstance(child, exp.Column):
            if child.table in own:
                child.replace(_any_value(child, alone))
            continue
        if isinstance(child, exp.Query):
            _mend_within(child, groups, alone, own)
            continue
        _mend(child, groups, alone, own)


def _mend_within(query: exp.Expr, groups: Sequence[exp.Expr], alone: exp.AggFunc | None, own: set[str]) -> None:
    """A query beside aggregates that looks at a column of the row outside: only what is grouped by can be seen."""
    inner = {alias_of(s) for s in query.find_all(exp.Table, exp.Subquery)}
    for column in list(query.find_all(exp.Column)):
        if column.table in own - inner and column not in groups:
            raise refused("A query beside an aggregate that looks at a single row")


def _any_value(column: exp.Expr, alone: exp.AggFunc | None) -> exp.Expr:
    if alone is None:
        return exp.AnyValue(this=column.copy())
    what = alone.this.copy()
    ordered = exp.Ordered(this=what, desc=isinstance(alone, exp.Max), nulls_first=False)
    rows = exp.ArrayAgg(this=exp.Order(this=column.copy(), expressions=[ordered]))
    return exp.Bracket(this=exp.paren(rows), expressions=[exp.Literal.number(1)], offset=1)
