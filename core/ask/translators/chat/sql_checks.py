"""What is odd about a valid query: joins that nobody found, rows paired at random, rows counted more than once.

Each finding is worth asking a model again once; if it insists, people are told beside the answer. Nothing is found
rather than something wrong: where a query's form is not understood, it passes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.scope import Scope, traverse_scope

from core.ask.state import JoinTree, SchemaView
from core.ask.translators.chat.sql_sources import (
    Place,
    Unique,
    figures,
    held_equal,
    holds_one,
    on_path,
    one_of_query,
    own_columns,
    pairs,
    trace,
    unmeasured,
)
from core.errors import QueryError
from core.match.on_the_spot import Spot, tried
from core.sql.guard import parse
from core.sql.names import key

TESTED = "tested_join"
"""A join that was not known, whose values fit."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`doubt`: worth asking again; else only worth saying."""

    code: str
    message: str
    doubt: bool = True


def findings(
    sql: str, dialect: str, schema: SchemaView, tree: JoinTree, unique: Unique = unmeasured
) -> tuple[Finding, ...]:
    """What is odd about the query, in its own order; `schema` is the whole one, rejected joins too. `unique` is asked
    of columns that are held together."""
    try:
        scopes = traverse_scope(parse(sql, dialect))
    except (QueryError, SqlglotError):
        return ()
    found: dict[str, Finding] = {}
    for scope in scopes:
        if isinstance(scope.expression, exp.Select):
            look = _Look(scope, schema, unique)
            for finding in (*look.joins(tree), *look.crossing(), *look.repeats()):
                found.setdefault(finding.message, finding)
    return tuple(found.values())


def joins_on_trial(sql: str, dialect: str, schema: SchemaView) -> tuple[Spot, ...]:
    """The pairs of columns that the query joins, which were not known to join and whose values fit."""
    try:
        scopes = traverse_scope(parse(sql, dialect))
    except (QueryError, SqlglotError):
        return ()
    found: dict[tuple[str, str], Spot] = {}
    for scope in scopes:
        if isinstance(scope.expression, exp.Select):
            for spot in _Look(scope, schema).fitting():
                found.setdefault((spot.child.id, spot.parent.id), spot)
    return tuple(found.values())


def text_filters(sql: str, dialect: str, schema: SchemaView) -> tuple[tuple[str, str, str], ...]:
    """(table, column, text) for every text that a column is compared with by =, IN or LIKE."""
    try:
        scopes = traverse_scope(parse(sql, dialect))
    except (QueryError, SqlglotError):
        return ()
    found: dict[tuple[str, str, str], None] = {}
    for scope in scopes:
        if isinstance(scope.expression, exp.Select):
            look = _Look(scope, schema)
            for node in look.own(exp.EQ, exp.In, exp.Like):
                sides = [node.this, *node.args.get("expressions", ()), node.args.get("expression")]
                columns = [c for s in sides if isinstance(s, exp.Expr) for c in s.find_all(exp.Column)]
                texts = [s.this for s in sides if isinstance(s, exp.Literal) and s.is_string]
                for place in (look.place(c) for c in columns[:1]):
                    if place is not None:
                        found |= {(*place, text.strip("%")): None for text in texts if text.strip("%")}
    return tuple(found)


@dataclass(slots=True)
class _Edge:
    """Columns of two sources that are held equal; `pairs` in the order (left, right)."""

    pairs: list[tuple[exp.Column, exp.Column]] = field(default_factory=list)


class _Look:
    """One SELECT: its sources by alias, and what holds them together."""

    def __init__(self, scope: Scope, schema: SchemaView, unique: Unique = unmeasured) -> None:
        self._scope = scope
        self._asked = unique
        self._schema = schema
        self._tables = {key(t.name): t for t in schema.tables}
        self._sources: dict[str, exp.Expr | Scope] = {
            key(alias): source for alias, (_, source) in scope.selected_sources.items()
        }
        self._edges: dict[tuple[str, str], _Edge] = {}
        self._linked: set[tuple[str, str]] = set()
        self._fixed: dict[str, set[str]] = {alias: set() for alias in self._sources}
        self._collect()

    def own(self, *kinds: type[exp.Expr]) -> Iterator[exp.Expr]:
        """This SELECT's own nodes of these kinds, not those of queries inside it."""
        top = self._scope.expression
        for node in top.walk(prune=lambda n: n is not top and isinstance(n, exp.Query)):
            if isinstance(node, kinds):
                yield node

    def place(self, column: exp.Column) -> Place | None:
        """The real column that a name stands for, through subqueries that only pass it on."""
        alias = self._alias(column)
        return trace(self._sources.get(alias), column.name, self._tables) if alias else None

    def joins(self, tree: JoinTree) -> Iterator[Finding]:
        """Joins that a person rejected, that nobody found and the values do not bear out, or that leave the path.

        What was not found, or was passed over by the program, is tested on the spot: if the values fit a unique key it
        is used, and said.
        """
        usable = [j for j in self._schema.joins if j.state != "rejected"]
        for edge in self._edges.values():
            for left, right in edge.pairs:
                a, b = self.place(left), self.place(right)
                if a is None or b is None or a == b:
                    continue
                pair = f"{a[0]}.{a[1]} = {b[0]}.{b[1]}"
                known = [j for j in self._schema.joins if pairs(j, a, b)]
                if not any(j.state != "rejected" for j in known) and not held_equal(usable, a, b):
                    if any(j.reviewed for j in known):
                        yield Finding("rejected_join", f"The SQL joins {pair}, a join that was rejected.")
                    else:
                        yield self._tested(a, b, pair)
                elif known and a[0] != b[0] and not on_path(tree, known):
                    yield Finding("off_path", f"The SQL joins {pair}, which is not on the path shown.", doubt=False)

    def fitting(self) -> Iterator[Spot]:
        """The pairs held equal that are no join and whose values fit a unique key."""
        usable = [j for j in self._schema.joins if j.state != "rejected"]
        for edge in self._edges.values():
            for left, right in edge.pairs:
                a, b = self.place(left), self.place(right)
                if a is None or b is None or a == b or held_equal(usable, a, b):
                    continue
                if any(j.reviewed for j in self._schema.joins if pairs(j, a, b)):
                    continue
                one, other = self._schema.column(*a), self._schema.column(*b)
                if one is not None and other is not None and (spot := tried(one, other)).fits:
                    yield spot

    def _tested(self, a: Place, b: Place, pair: str) -> Finding:
        left, right = self._schema.column(*a), self._schema.column(*b)
        if left is None or right is None:
            return Finding("unknown_join", f"The SQL joins {pair}, which is not a join that was found.")
        spot = tried(left, right)
        if spot.fits:
            return Finding(
                TESTED,
                f"The SQL joins {pair}, which was not known to join: {spot.finding} a unique key. It waits for review.",
                doubt=False,
            )
        return Finding("unknown_join", f"The SQL joins {pair}, which is not a join that was found: {spot.finding}.")

    def crossing(self) -> Iterator[Finding]:
        """Sources that no condition connects: every row of one meets every row of the other."""
        several = [a for a in self._sources if not self._one(a, ())]
        if len(several) < 2:
            return
        reached, queue = {several[0]}, [several[0]]
        while queue:
            at = queue.pop()
            for a, b in self._linked:
                for here, there in ((a, b), (b, a)):
                    if here == at and there not in reached:
                        reached.add(there)
                        queue.append(there)
        for alias in several:
            if alias not in reached:
                both = f"{self._source_text(several[0])} with every row of {self._source_text(alias)}"
                yield Finding("cross_join", f"No condition connects them: the SQL pairs every row of {both}.")
                return

    def repeats(self) -> Iterator[Finding]:
        """Sums, averages and counts over rows that a join repeats."""
        for call in self.own(exp.Sum, exp.Avg, exp.Count):
            if isinstance(call.this, exp.Distinct):
                continue
            counted = [c for c in figures(call.this) if self._alias(c)]
            if isinstance(call, exp.Count) and not all(self._unique(c) for c in counted):
                continue
            start = {self._alias(c) for c in counted}
            if start and (by := self._repeated_by(start)):
                what = " and ".join(sorted(self._source_text(a) for a in start))
                yield Finding(
                    "fan_out",
                    f"{call.sql()} counts rows of {what} more than once: each may meet several rows of "
                    f"{self._source_text(by)}.",
                )

    # what holds the sources together

    def _collect(self) -> None:
        for node in self.own(exp.EQ, exp.Binary, exp.Between, exp.In):
            aliases = sorted({a for c in own_columns(node) if (a := self._alias(c))})
            if isinstance(node, exp.And | exp.Or | exp.Connector):
                continue
            self._linked.update((a, b) for a, b in pairwise(aliases))
            if not isinstance(node, exp.EQ) or node.find_ancestor(exp.Or, exp.Not, exp.Case):
                continue
            left, right = node.left, node.right
            if isinstance(left, exp.Column) and isinstance(right, exp.Column):
                self._equal(left, right)
            elif (both := self._rewritten(left, right)) is not None:
                self._equal(*both)
            elif isinstance(left, exp.Column) and isinstance(right, exp.Literal) and (alias := self._alias(left)):
                self._fixed[alias].add(key(left.name))
        self._using()
        if (group := self._scope.expression.args.get("group")) is not None:
            for column in group.expressions:
                if isinstance(column, exp.Column) and (alias := self._alias(column)):
                    self._fixed[alias].add(key(column.name))

    def _rewritten(self, left: exp.Expr, right: exp.Expr) -> tuple[exp.Column, exp.Column] | None:
        """The columns of two sides of which one is an expression, where a join is known to rewrite its values."""
        sides = [{(c.table, c.name): c for c in side.find_all(exp.Column)} for side in (left, right)]
        if any(len(side) != 1 for side in sides):
            return None
        one, other = (next(iter(side.values())) for side in sides)
        a, b = self.place(one), self.place(other)
        if a is None or b is None or a == b:
            return None
        return (one, other) if any(any(j.rewrite) and pairs(j, a, b) for j in self._schema.joins) else None

    def _using(self) -> None:
        select = self._scope.expression
        before = [key(select.args["from_"].this.alias_or_name)] if select.args.get("from_") else []
        for join in select.args.get("joins") or ():
            alias = key(join.this.alias_or_name)
            for name in join.args.get("using") or ():
                other = next((a for a in before if self._has(a, name.name)), None)
                if other is not None:
                    sides = (exp.column(name.name, table=other), exp.column(name.name, table=alias))
                    self._equal(*sides)
                    self._linked.add((other, alias))
            if join.args.get("method"):
                self._linked.update((other, alias) for other in before)
            before.append(alias)

    def _equal(self, left: exp.Column, right: exp.Column) -> None:
        a, b = self._alias(left), self._alias(right)
        if a and b and a != b:
            if a > b:
                a, b, left, right = b, a, right, left
            self._edges.setdefault((a, b), _Edge()).pairs.append((left, right))

    def _repeated_by(self, start: Collection[str]) -> str | None:
        """The source of which several rows may meet one combination of the rows of `start`."""
        seen, queue = set(start), list(start)
        while queue:
            at = queue.pop()
            for (a, b), edge in self._edges.items():
                if at not in (a, b):
                    continue
                there = b if at == a else a
                if there in seen:
                    continue
                held = [pair[1 if there == b else 0].name for pair in edge.pairs]
                if not self._one(there, held) and not self._shared_out(there, seen):
                    return there
                seen.add(there)
                queue.append(there)
        return None

    def _shared_out(self, bridge: str, before: Collection[str]) -> bool:
        """Whether the rows are shared out over the other side of a mere bridge: sums per author along (author, paper).

        Each pair is taken to stand in the bridge once.
        """
        source = self._sources[bridge]
        table = self._tables.get(key(source.name)) if isinstance(source, exp.Table) else None
        joined = {
            key(c)
            for j in self._schema.joins
            for name, columns in ((j.child_table, j.child), (j.parent_table, j.parent))
            if table is not None and name == table.name and j.state != "rejected"
            for c in columns
        }
        if table is None or len(table.columns) - len(joined) > 1:
            return False
        others = [({a, b} - {bridge}).pop() for a, b in self._edges if bridge in (a, b)]
        return any(self._one(other, ()) for other in others if other not in before)

    def _one(self, alias: str, held: Iterable[str]) -> bool:
        """Whether at most one row is left of a source when these of its columns are held."""
        columns = {key(c) for c in held} | self._fixed[alias]
        source = self._sources[alias]
        if isinstance(source, Scope):
            return one_of_query(source, columns, self._tables, self._schema.joins, self._asked)
        table = self._tables.get(key(source.name))
        return table is None or holds_one(table, columns, self._schema.joins, self._asked)

    def _unique(self, column: exp.Column) -> bool:
        place = self.place(column)
        found = self._schema.column(*place) if place else None
        return found is not None and found.profile.unique

    def _alias(self, column: exp.Column) -> str:
        """The alias of the source that a column is of; empty for one of an outer query, or if it is unclear."""
        if column.table:
            return key(column.table) if key(column.table) in self._sources else ""
        holders = [a for a in self._sources if self._has(a, column.name)]
        return holders[0] if len(holders) == 1 else ""

    def _has(self, alias: str, name: str) -> bool:
        source = self._sources.get(alias)
        if isinstance(source, Scope):
            return key(name) in {key(s) for s in getattr(source.expression, "named_selects", ())}
        table = self._tables.get(key(source.name)) if source is not None else None
        return table is not None and any(key(c.name) == key(name) for c in table.columns)

    def _source_text(self, alias: str) -> str:
        source = self._sources[alias]
        return source.name if isinstance(source, exp.Table) else f"the subquery {alias}"
