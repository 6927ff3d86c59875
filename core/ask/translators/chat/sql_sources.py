"""What a query's sources are made of: where a column comes from, how many rows are left when columns are held."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeAlias

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from core.ask.state import JoinTree
from core.model import Join, Table
from core.sql.names import key

Place: TypeAlias = tuple[str, str]
"""A table and a column, by name as in the schema."""


Unique: TypeAlias = Callable[[str, Collection[str]], bool]
"""Whether a table's columns (by name) together hold no combination twice, as the rows have it."""


def unmeasured(table: str, columns: Collection[str]) -> bool:
    """An `Unique` that asks nobody."""
    return False


def own_columns(node: exp.Expr) -> Iterator[exp.Column]:
    """The columns of an expression, not those of queries inside it."""
    for found in node.walk(prune=lambda n: n is not node and isinstance(n, exp.Query)):
        if isinstance(found, exp.Column):
            yield found


def figures(node: exp.Expr) -> Iterator[exp.Column]:
    """The columns whose values enter a figure: not those that only decide in a CASE."""
    if isinstance(node, exp.Column):
        yield node
    elif isinstance(node, exp.Case):
        for part in [i.args["true"] for i in node.args["ifs"]] + [node.args.get("default")]:
            if part is not None:
                yield from figures(part)
    elif isinstance(node, exp.If):
        for part in (node.args["true"], node.args.get("false")):
            if part is not None:
                yield from figures(part)
    elif not isinstance(node, exp.Query | exp.Predicate):
        for part in node.iter_expressions():
            yield from figures(part)


def trace(source: exp.Expr | Scope | None, name: str, tables: dict[str, Table]) -> Place | None:
    """The real column behind a source's column, through subqueries that only pass it on."""
    if isinstance(source, exp.Table):
        table = tables.get(key(source.name))
        column = next((c for c in table.columns if key(c.name) == key(name)), None) if table else None
        return (column.table, column.name) if column else None
    if isinstance(source, Scope) and isinstance(source.expression, exp.Select):
        for projected in source.expression.selects:
            inner = projected.unalias()
            if key(projected.alias_or_name) == key(name) and isinstance(inner, exp.Column):
                sources = {key(a): s for a, (_, s) in source.selected_sources.items()}
                if inner.table:
                    return trace(sources.get(key(inner.table)), inner.name, tables)
                if len(sources) == 1:
                    return trace(next(iter(sources.values())), inner.name, tables)
    return None


def holds_one(
    table: Table, columns: Collection[str], joins: Iterable[Join], unique_together: Unique = unmeasured
) -> bool:
    """Whether at most one row of a table is left when these columns (by key) are held."""
    if table.rows <= 1 or any(c.profile.unique and key(c.name) in columns for c in table.columns):
        return True
    for j in joins:
        e = j.evidence
        for name, side, unique in (
            (j.parent_table, j.parent, e.parent_unique),
            (j.child_table, j.child, e.child_unique),
        ):
            if name == table.name and unique and {key(c) for c in side} <= set(columns):
                return True
    held = [c.name for c in table.columns if key(c.name) in columns]
    return len(held) > 1 and unique_together(table.name, held)


def one_of_query(
    scope: Scope,
    columns: Collection[str],
    tables: dict[str, Table],
    joins: Iterable[Join],
    unique_together: Unique = unmeasured,
) -> bool:
    """The same for a subquery; yes where its form is not understood."""
    select = scope.expression
    if not isinstance(select, exp.Select):
        return True
    limit = select.args.get("limit")
    if limit is not None and limit.expression.name == "1":
        return True
    if (group := select.args.get("group")) is not None:
        keys = {g.sql() for g in group.expressions}
        shown = {key(p.alias_or_name) for p in select.selects if p.unalias().sql() in keys}
        return len(shown) < len(keys) or shown <= set(columns)
    if any(p.find(exp.AggFunc) and not p.find(exp.Window) for p in select.selects):
        return True
    if select.args.get("distinct"):
        return {key(p.alias_or_name) for p in select.selects} <= set(columns)
    if len(scope.selected_sources) != 1:
        return True
    places = [p for c in columns if (p := trace(scope, c, tables))]
    if not places:
        return False
    return holds_one(tables[key(places[0][0])], {key(c) for _, c in places}, joins, unique_together)


def pairs(join: Join, a: Place, b: Place) -> bool:
    """Whether a join holds these two columns equal."""
    ways = ((a, b), (b, a))
    return any(
        (child, parent) == ((join.child_table, c), (join.parent_table, p))
        for child, parent in ways
        for c, p in zip(join.child, join.parent, strict=True)
    )


def held_equal(joins: Iterable[Join], a: Place, b: Place) -> bool:
    """Whether joins hold two columns equal, directly or through others (union-find)."""
    above: dict[Place, Place] = {}

    def top(place: Place) -> Place:
        while (up := above.get(place, place)) != place:
            above[place] = place = above.get(up, up)
        return place

    for j in joins:
        for c, p in zip(j.child, j.parent, strict=True):
            above[top((j.child_table, c))] = top((j.parent_table, p))
    return top(a) == top(b)


def on_path(tree: JoinTree, joins: Iterable[Join]) -> bool:
    """Whether one of the joins is on the tree."""
    return bool({e.join_id for e in tree.edges} & {j.id for j in joins})
