"""Conditions as SQL: comparisons, and what is looked up in queries of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from sqlglot import exp

from core.ask.state import JoinTree
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Best,
    Col,
    Condition,
    Filter,
    Item,
    Leading,
    Order,
    Query,
    Related,
    Scalar,
    Via,
    condition_items,
    main_tables,
    tables_of,
)
from core.ask.translators.rules.sql.joins import as_met, joined, name, table, within
from core.ask.walks import walk
from core.errors import QueryFailed
from core.model import PathEdge

_COMPARE = {"=": exp.EQ, "!=": exp.NEQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE}


class ConditionRenderer(ABC):
    """Renders the conditions of one SELECT over `tables`."""

    def __init__(self, query: Query, tree: JoinTree, facts: Facts) -> None:
        self.query, self.tree, self.facts = query, tree, facts
        self.tables: list[str] = []

    @abstractmethod
    def select(self, *, named: bool = True) -> exp.Select:
        """The SELECT; `named` gives its figures readable names (a sub-query needs none)."""

    @abstractmethod
    def column(self, column: Col) -> exp.Expr:
        """A column or a part of its dates."""

    @abstractmethod
    def item(self, item: Item) -> exp.Expr:
        """A column, a figure, a formula."""

    def inner(self, query: Query) -> ConditionRenderer:
        """The renderer of a query inside this one."""
        return type(self)(query, self.tree, self.facts)

    def looked_up(self, query: Query) -> exp.Subquery:
        """A query of its own, in brackets."""
        return exp.Subquery(this=self.inner(query).select(named=False))

    def condition(self, condition: Condition) -> exp.Expr:
        if isinstance(condition, AnyOf):
            return exp.or_(*(self.condition(p) for p in condition.parts))
        if isinstance(condition, Related):
            return self.related(condition)
        if isinstance(condition, Among):
            return self.among(condition)
        if isinstance(condition, Best):
            return self.best(condition)
        if isinstance(condition, Via):
            return self.via(condition)
        if isinstance(condition, Leading):
            return self.leading(condition)
        if isinstance(condition, Filter):
            return self.filter(condition)
        assert_never(condition)

    def via(self, v: Via) -> exp.Expr:
        """`column [NOT] IN (SELECT key … WHERE …)`."""
        where = (*v.where, Filter(Item(v.key), "is not null")) if v.negated else v.where
        keys = self.looked_up(Query((Item(v.key),), where))
        select = keys.this
        select.set("expressions", [as_met(v.key, v.column, e, self.facts) for e in select.expressions])
        found = exp.In(this=within(v.column, v.key, self.column(v.column), self.facts), query=keys)
        return exp.Not(this=found) if v.negated else found

    def filter(self, f: Filter) -> exp.Expr:
        left = self.item(f.item)
        if f.operator in ("is null", "is not null"):
            null = exp.Is(this=left, expression=exp.Null())
            return null if f.operator == "is null" else exp.Not(this=null)
        if f.operator == "between":
            return exp.Between(this=left, low=self.value(f.values[0]), high=self.value(f.values[1]))
        if f.operator in ("like", "not like"):
            found = exp.or_(*(self.like(left.copy(), v) for v in f.values))
            return found if f.operator == "like" else exp.Not(this=exp.paren(found))
        if f.item.column and not f.item.aggregate and self.facts.mixed_case(f.item.column):
            return self._any_case(left, f)
        if len(f.values) > 1:
            listed = exp.In(this=left, expressions=[self.value(v) for v in f.values])
            return listed if f.operator == "=" else exp.Not(this=listed)
        return _COMPARE[f.operator](this=left, expression=self.value(f.values[0]))

    def _any_case(self, left: exp.Expr, f: Filter) -> exp.Expr:
        """A comparison of texts that are written now in capitals, now not (`Yes`, `yes`)."""
        if f.operator not in ("=", "!=") or not all(isinstance(v, str) for v in f.values):
            return _COMPARE[f.operator](this=left, expression=self.value(f.values[0]))
        texts = [exp.Literal.string(str(v).lower()) for v in f.values]
        lower = exp.Lower(this=left)
        if len(texts) == 1:
            return _COMPARE[f.operator](this=lower, expression=texts[0])
        listed = exp.In(this=lower, expressions=texts)
        return listed if f.operator == "=" else exp.Not(this=listed)

    def like(self, left: exp.Expr, pattern: str | float | Scalar | Col) -> exp.Expr:
        """`left LIKE pattern`; signs of LIKE that mean themselves come escaped by a backslash."""
        built = exp.Like(this=left, expression=self.value(pattern))
        if "\\" in str(pattern):
            return exp.Escape(this=built, expression=exp.Literal.string("\\"))
        return built

    def value(self, value: str | float | Scalar | Col) -> exp.Expr:
        if isinstance(value, Scalar) and value.same:
            return self.of_those_alike(value)
        if isinstance(value, Scalar):
            table = value.item.column.table if value.item.column else value.item.table
            return self.looked_up(Query((value.item,), value.where, tables=(table or main_tables(self.query)[0],)))
        if isinstance(value, Col):
            return self.column(value)
        if isinstance(value, float):
            return exp.Literal.number(int(value) if value.is_integer() else value)
        return exp.Literal.string(value)

    def of_those_alike(self, s: Scalar) -> exp.Subquery:
        """`(SELECT f FROM (SELECT g, AVG(x) AS f FROM T GROUP BY g) AS alike WHERE alike.g = T.g)`: of each row's own
        group. The groups are reckoned once, and not for every row anew."""
        own = s.same[0].table
        groups = self.looked_up(Query((*map(Item, s.same), s.item), s.where, s.same, tables=(own,)))
        shown, there, found = groups.this.expressions, name(f"{own} alike"), name("figure")
        labels = [*(name(c.name) for c in s.same), found]
        groups.this.set("expressions", [exp.alias_(e, label) for e, label in zip(shown, labels, strict=True)])
        alike = exp.alias_(groups, there, table=True)
        built = exp.select(exp.Column(this=found.copy(), table=there.copy())).from_(alike)
        for c in s.same:
            ends = [exp.Column(this=name(c.name), table=t) for t in (there.copy(), name(own))]
            built = built.where(exp.EQ(this=ends[0], expression=ends[1]), copy=False)
        return exp.Subquery(this=built)

    def related(self, r: Related) -> exp.Expr:
        """`E.a [NOT] IN (SELECT X.b FROM X …)` along the tree's first step from E towards the related tables.

        A join over several columns compares them together: `(E.a, E.b) IN (SELECT X.a, X.b …)`. Bounds on figures
        group the rows found by what they are joined by. Tables that lie in several ways from E are looked for one way
        at a time: together SQLite would look through both for each row of E. Raises QueryFailed where no join leads
        there.
        """
        wanted = [*r.tables, *(i.column.table for i in condition_items(r.where) if i.column)]
        wanted += [t for f in r.bounds for t in tables_of(f.item)]
        edges = walk(self.tree, r.table, [t for t in wanted if t != r.table])
        if len(ways := ways_from(r, edges)) > 1:
            asked = [self.related(way) for way in ways]
            return exp.paren(exp.or_(*asked)) if r.negated else exp.and_(*asked)
        if not edges:
            raise QueryFailed(
                f"No join leads from {r.table} to {' and '.join(r.tables)} here.", "Ask about each by itself."
            )
        first, rest = edges[0], edges[1:]
        inner = self.inner(Query((Item(Col(first.right_table, first.right[0])),), tables=(first.right_table,)))
        inner.tables = list(dict.fromkeys([first.right_table, *(e.right_table for e in rest)]))
        ends = [(Col(r.table, a), Col(first.right_table, b)) for a, b in zip(first.left, first.right, strict=True)]
        keys = [as_met(theirs, own, inner.column(theirs), self.facts) for own, theirs in ends]
        built = exp.select(*keys).from_(table(first.right_table, self.facts))
        built = joined(built, rest, self.facts)
        for condition in r.where:
            built = built.where(inner.condition(condition), copy=False)
        if r.negated:
            for key in keys:
                built = built.where(exp.Not(this=exp.Is(this=key.copy(), expression=exp.Null())), copy=False)
        if r.bounds:
            built = built.group_by(*(key.copy() for key in keys), copy=False)
        for bound in r.bounds:
            built = built.having(inner.condition(bound), copy=False)
        mine = [within(own, theirs, self.column(own), self.facts) for own, theirs in ends]
        left = mine[0] if len(mine) == 1 else exp.Tuple(expressions=mine)
        found = exp.In(this=left, query=exp.Subquery(this=built))
        return self._lacking(found, [own for own, _ in ends]) if r.negated else found

    def _lacking(self, found: exp.Expr, keys: Sequence[Col]) -> exp.Expr:
        """Not among those found, or without a key by which it could be: `NULL NOT IN (…)` is unknown, and no row."""
        empty = [k for k in keys if (c := self.facts.column(k)) is not None and c.profile.nulls]
        nulls = [exp.Is(this=self.column(k), expression=exp.Null()) for k in empty]
        return exp.paren(exp.or_(*nulls, exp.Not(this=found))) if nulls else exp.Not(this=found)

    def best(self, b: Best) -> exp.Expr:
        """`(group, measure) IN (SELECT group, MAX(measure) … GROUP BY group)`."""
        extreme = Item(b.measure, "max" if b.descending else "min")
        inner = Query((Item(b.group), extreme), b.where, (b.group,))
        mine = exp.Tuple(expressions=[self.column(b.group), self.column(b.measure)])
        return exp.In(this=mine, query=self.looked_up(inner))

    def leading(self, c: Leading) -> exp.Expr:
        """`key IN (SELECT key … GROUP BY key ORDER BY measure LIMIT n)`."""
        group = (c.key,) if c.measure.aggregate else ()
        order = (Order(c.measure, c.descending),)
        inner = Query((Item(c.key),), c.where, group, (), order, c.limit, tables=(c.key.table,), percent=c.percent)
        return exp.In(this=self.column(c.key), query=self.looked_up(inner))

    def among(self, a: Among) -> exp.Expr:
        """`column [NOT] IN (SELECT column … WHERE …)`."""
        where = (*a.where, Filter(Item(a.column), "is not null")) if a.negated else a.where
        found = exp.In(this=self.column(a.column), query=self.looked_up(Query((Item(a.column),), where)))
        return exp.Not(this=found) if a.negated else found


def ways_from(r: Related, edges: Sequence[PathEdge]) -> list[Related]:
    """What is asked of related rows, one for each way that leads from their table; one in all where it cannot be asked
    apart, because it bounds a figure or compares rows of two ways."""
    ways: list[set[str]] = []
    for e in edges:
        if e.left_table == r.table:
            ways.append({e.right_table})
        else:
            next(w for w in ways if e.left_table in w).add(e.right_table)
    if r.bounds or len(ways) < 2:
        return [r]
    asked: list[list[Condition]] = [[] for _ in ways]
    for condition in r.where:
        named = {i.column.table for i in condition_items((condition,)) if i.column}
        named |= {condition.table} if isinstance(condition, Related) else set()
        place = next((n for n, way in enumerate(ways) if named and named <= way), None)
        if place is None:
            return [r]
        asked[place].append(condition)
    return [
        replace(r, tables=tuple(e.right_table for e in edges if e.right_table in way), where=tuple(where))
        for way, where in zip(ways, asked, strict=True)
    ]
