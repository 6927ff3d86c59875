"""A query and its join tree as SQL, built as a syntax tree so that every name is quoted and every value a literal."""

from __future__ import annotations

from dataclasses import replace

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
    Order,
    Query,
    Related,
    Scalar,
    Term,
    Via,
    columns_of,
    condition_items,
    main_tables,
    tables_of,
)
from core.ask.trees import multiplies, walk
from core.model import NUMERIC, Column, PathEdge

_FUNCTIONS = {"count": exp.Count, "sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}
_SAID = {"count": "count", "sum": "total", "avg": "average", "min": "lowest", "max": "highest", "own": "figure"}
_PARTS = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d"}
_ARITHMETIC = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}
_COMPARE = {"=": exp.EQ, "!=": exp.NEQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE}

_SPELLING = 0.005
"""From this share of values lost by their spelling, texts are compared without regard to case."""


def render(query: Query, tree: JoinTree, facts: Facts, *, plain: bool = False, dialect: str = "sqlite") -> str:
    """One SELECT. Unless `plain`, tables that only restrict and would multiply rows become sub-queries (no fan-out)."""
    if not plain:
        query = without_fan_out(query, tree)
    return _Renderer(query, tree, facts).select().sql(dialect=dialect, pretty=True)


def without_fan_out(query: Query, tree: JoinTree) -> Query:
    """Move restrictions that would repeat rows of what is counted or listed into related rows."""
    base = _base(query)
    if not base or query.group or query.having or query.share:
        return query
    shown = {t for i in query.select if i.formula for t in tables_of(i)}
    shown |= {c.table for i in query.select for c in columns_of(i)} | {i.table for i in query.select if i.table}
    shown |= {o.item.column.table for o in query.order if o.item.column}
    others = [t for t in main_tables(query) if t not in shown and t != base]
    if shown - {base} or not others or not multiplies(walk(tree, base, others)):
        return query
    kept: list[Condition] = []
    moved: list[Condition] = []
    for condition in query.where:
        tables = {i.column.table for i in condition_items((condition,)) if i.column}
        (moved if tables and not tables <= {base} else kept).append(condition)
    across = [f for f in moved if isinstance(f, Filter) and any(isinstance(v, Col) for v in f.values)]
    if any(base in {i.column.table for i in condition_items((f,)) if i.column} for f in across):
        return query
    related = Related(base, tuple(others), tuple(moved))
    required = tuple(t for t in query.tables if t not in others)
    return replace(query, where=(*kept, related), tables=required or (base,))


def _base(query: Query) -> str:
    """The one table whose rows are counted, summed or listed; "" when there are several."""
    tables = {i.column.table if i.column else i.table for i in query.select}
    tables |= {c.table for i in query.select if i.formula for c in columns_of(i)}
    if query.everything:
        return query.tables[0] if query.tables else ""
    return tables.pop() if len(tables) == 1 else ""


class _Renderer:
    def __init__(self, query: Query, tree: JoinTree, facts: Facts) -> None:
        self.query, self.tree, self.facts = query, tree, facts
        tables = main_tables(query)
        start = tables[0]
        self.edges = walk(tree, start, tables[1:])
        self.start = start
        self.tables = list(dict.fromkeys([start, *(e.right_table for e in self.edges)]))

    def select(self, *, named: bool = True) -> exp.Select:
        """The SELECT; `named` gives its figures readable names (a sub-query needs none)."""
        q = self.query
        if q.everything:
            shown: list[exp.Expr] = (
                [exp.Column(this=exp.Star(), table=_name(q.tables[0]))] if self.edges else [exp.Star()]
            )
        else:
            shown = [self.share()] if q.share else [self.shown(i) if named else self.item(i) for i in q.select]
        if q.select and all(i.formula and i.formula.closed for i in q.select):
            return exp.select(*shown)
        built = exp.select(*shown).from_(exp.Table(this=_name(self.start)))
        built = self.joined(built, self.edges)
        for condition in () if q.share else q.where:
            built = built.where(self.condition(condition), copy=False)
        if q.group:
            built = built.group_by(*(self.column(c) for c in q.group), copy=False)
        for bound in q.having:
            built = built.having(self.condition(bound), copy=False)
        for order in q.order:
            built = built.order_by(
                exp.Ordered(this=self.item(order.item), desc=order.descending, nulls_first=self.nulls_first(order)),
                copy=False,
            )
        if q.distinct:
            built = built.distinct(copy=False)
        if q.limit is not None:
            built = built.limit(q.limit, copy=False)
        return built

    def nulls_first(self, order: Order) -> bool:
        """Missing values come last; where there are none, the engine's own order is left as it is."""
        found = self.facts.column(order.item.column) if order.item.column else None
        return not order.descending and (found is None or found.profile.nulls == 0)

    def joined(self, built: exp.Select, edges: list[PathEdge]) -> exp.Select:
        for e in edges:
            built = built.join(exp.Table(this=_name(e.right_table)), on=_on(e, self.facts), copy=False)
        return built

    def column(self, column: Col) -> exp.Expr:
        table = _name(column.table) if len(self.tables) > 1 else None
        built = exp.Column(this=_name(column.name), table=table)
        if column.part:
            return exp.TimeToStr(this=built, format=exp.Literal.string(_PARTS[column.part]))
        return built

    def item(self, item: Item) -> exp.Expr:
        if item.formula and item.aggregate in ("", "own"):
            return self.term(item.formula)
        if item.formula:
            return _FUNCTIONS[item.aggregate](this=self.term(item.formula))
        if not item.aggregate:
            return self.column(item.column) if item.column else exp.Star()
        if item.aggregate == "count":
            return self.counted(item)
        assert item.column is not None
        return _FUNCTIONS[item.aggregate](this=self.met(item, self.column(item.column)))

    def met(self, item: Item, value: exp.Expr) -> exp.Expr:
        """A value where the item's own conditions hold, nothing elsewhere."""
        if not item.where:
            return value
        return exp.Case(ifs=[exp.If(this=exp.and_(*(self.condition(c) for c in item.where)), true=value)])

    def term(self, term: Term) -> exp.Expr:
        """A formula; what is divided becomes a fraction, and nothing is divided by zero."""
        if isinstance(term, Item):
            return self.item(term)
        if isinstance(term, float | Scalar):
            return self.value(term)
        left, right = self.term(term.left), self.term(term.right)
        if term.operator == "days":
            return exp.Sub(this=_julian(left), expression=_julian(right))
        if term.operator == "/":
            below = exp.Anonymous(this="NULLIF", expressions=[right, exp.Literal.number(0)])
            return exp.Paren(this=exp.Div(this=exp.cast(left, "REAL"), expression=below))
        return exp.Paren(this=_ARITHMETIC[term.operator](this=left, expression=right))

    def share(self) -> exp.Expr:
        """The part of all rows that meets the conditions, as the mean of 1 (or 100) and 0."""
        met = exp.and_(*(self.condition(c) for c in self.query.where))
        whole, none = exp.Literal.number(self.query.share), exp.Literal.number(0.0)
        mean = exp.Avg(this=exp.Case(ifs=[exp.If(this=met, true=whole)], default=none))
        return exp.alias_(mean, "percent" if self.query.share > 1 else "share", quoted=True)

    def shown(self, item: Item) -> exp.Expr:
        """An item of the SELECT list, a figure under a name that people can read."""
        built = self.item(item)
        if item.column and item.column.part and not item.aggregate:
            return exp.alias_(built, item.column.part, quoted=True)
        if item.formula and item.formula.name:
            said = "" if item.aggregate in ("", "own") else f"{_SAID[item.aggregate]} "
            return exp.alias_(built, said + item.formula.name, quoted=True)
        if not item.aggregate:
            return built
        found = self.facts.column(item.column) if item.column else None
        what = f" {found.label if found else item.column.name}" if item.column else ""
        return exp.alias_(built, _SAID[item.aggregate] + what, quoted=True)

    def counted(self, item: Item) -> exp.Expr:
        """Rows, or things: a table's key is counted once each when the joins would repeat it."""
        if item.column is not None:
            target = self.met(item, self.column(item.column))
            if not item.distinct and self.repeats(item.column):
                return exp.Count(this=exp.Distinct(expressions=[target]))
            return exp.Count(this=exp.Distinct(expressions=[target]) if item.distinct else target)
        others = [t for t in self.tables if t != item.table]
        if item.table in self.tables and others:
            inward = {c.table for c in self.query.group}
            between = {e.right_table for e in walk(self.tree, item.table, inward)} if inward else set()
            outward = [e for e in walk(self.tree, item.table, others) if e.right_table not in between]
            key = self.facts.key(item.table)
            if key and (item.distinct or multiplies(outward)):
                return exp.Count(this=exp.Distinct(expressions=[self.met(item, self.column(key))]))
        return exp.Count(this=self.met(item, exp.Literal.number(1)) if item.where else exp.Star())

    def repeats(self, column: Col) -> bool:
        """A column that has each value once, which the joins would count several times."""
        found = self.facts.column(column)
        outward = walk(self.tree, column.table, [t for t in self.tables if t != column.table])
        return found is not None and found.profile.unique and multiplies(outward)

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
            inner = _Renderer(Query((Item(condition.key),), condition.where), self.tree, self.facts)
            return exp.In(this=self.column(condition.column), query=exp.Subquery(this=inner.select(named=False)))
        return self.filter(condition)

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
        if len(f.values) > 1:
            within = exp.In(this=left, expressions=[self.value(v) for v in f.values])
            return within if f.operator == "=" else exp.Not(this=within)
        return _COMPARE[f.operator](this=left, expression=self.value(f.values[0]))

    def like(self, left: exp.Expr, pattern: str | float | Scalar | Col) -> exp.Expr:
        """`left LIKE pattern`; signs of LIKE that mean themselves come escaped by a backslash."""
        built = exp.Like(this=left, expression=self.value(pattern))
        if "\\" in str(pattern):
            return exp.Escape(this=built, expression=exp.Literal.string("\\"))
        return built

    def value(self, value: str | float | Scalar | Col) -> exp.Expr:
        if isinstance(value, Scalar):
            table = value.item.column.table if value.item.column else value.item.table
            inner = Query((value.item,), value.where, tables=(table,))
            return exp.Subquery(this=_Renderer(inner, self.tree, self.facts).select(named=False))
        if isinstance(value, Col):
            return self.column(value)
        if isinstance(value, float):
            return exp.Literal.number(int(value) if value.is_integer() else value)
        return exp.Literal.string(value)

    def related(self, r: Related) -> exp.Expr:
        """`E.a [NOT] IN (SELECT X.b FROM X …)` along the tree's first step from E towards the related tables.

        A join over several columns compares them together: `(E.a, E.b) IN (SELECT X.a, X.b …)`.
        """
        wanted = [*r.tables, *(i.column.table for i in condition_items(r.where) if i.column)]
        edges = walk(self.tree, r.table, [t for t in wanted if t != r.table])
        first, rest = edges[0], edges[1:]
        inner = _Renderer(
            Query((Item(Col(first.right_table, first.right[0])),), tables=(first.right_table,)), self.tree, self.facts
        )
        inner.tables = list(dict.fromkeys([first.right_table, *(e.right_table for e in rest)]))
        keys = [inner.column(Col(first.right_table, c)) for c in first.right]
        built = exp.select(*keys).from_(exp.Table(this=_name(first.right_table)))
        built = inner.joined(built, rest)
        for condition in r.where:
            built = built.where(inner.condition(condition), copy=False)
        if r.negated:
            for key in keys:
                built = built.where(exp.Not(this=exp.Is(this=key.copy(), expression=exp.Null())), copy=False)
        mine = [self.column(Col(r.table, c)) for c in first.left]
        left = mine[0] if len(mine) == 1 else exp.Tuple(expressions=mine)
        within = exp.In(this=left, query=exp.Subquery(this=built))
        return exp.Not(this=within) if r.negated else within

    def best(self, b: Best) -> exp.Expr:
        """`(group, measure) IN (SELECT group, MAX(measure) … GROUP BY group)`."""
        extreme = Item(b.measure, "max" if b.descending else "min")
        inner = _Renderer(Query((Item(b.group), extreme), b.where, (b.group,)), self.tree, self.facts)
        mine = exp.Tuple(expressions=[self.column(b.group), self.column(b.measure)])
        return exp.In(this=mine, query=exp.Subquery(this=inner.select(named=False)))

    def among(self, a: Among) -> exp.Expr:
        """`column [NOT] IN (SELECT column … WHERE …)`."""
        where = (*a.where, Filter(Item(a.column), "is not null")) if a.negated else a.where
        inner = _Renderer(Query((Item(a.column),), where), self.tree, self.facts).select(named=False)
        within = exp.In(this=self.column(a.column), query=exp.Subquery(this=inner))
        return exp.Not(this=within) if a.negated else within


def _on(e: PathEdge, facts: Facts) -> exp.Expr:
    """All pairs equal, as discovery counted them.

    A number meets a text as text: SQLite would take `007` for 7, and is slow to look a text up among numbers. Texts
    that agree only when case is left aside are compared so.
    """
    join = next((j for j in facts.schema.joins if j.id == e.join_id), None)
    written = join.evidence.as_written if join else None
    loose = join is not None and written is not None and written < join.evidence.containment - _SPELLING
    pairs = []
    for a, b in zip(e.left, e.right, strict=True):
        left, right = facts.column(Col(e.left_table, a)), facts.column(Col(e.right_table, b))
        cells = [exp.Column(this=_name(n), table=_name(t)) for n, t in ((a, e.left_table), (b, e.right_table))]
        numbers = [c is not None and c.type in NUMERIC for c in (left, right)]
        shown: list[exp.Expr] = list(cells)
        if left and right and numbers[0] != numbers[1]:
            n = numbers.index(True)
            shown[n] = _as_text(cells[n], (left, right)[n])
        elif loose and not any(numbers):
            shown[1] = exp.Collate(this=cells[1], expression=exp.Var(this="NOCASE"))
        pairs.append(exp.EQ(this=shown[0], expression=shown[1]))
    return exp.and_(*pairs)


def _as_text(cell: exp.Expr, column: Column) -> exp.Expr:
    """A whole number as its digits, without the `.0` of one that is stored as a real; fractions stay numbers."""
    if column.type == "integer":
        return exp.cast(cell, "TEXT")
    ends = (column.profile.minimum, column.profile.maximum)
    whole = all(isinstance(v, int | float) and float(v).is_integer() for v in ends)
    return exp.cast(exp.cast(cell, "BIGINT"), "TEXT") if whole else cell


def _julian(date: exp.Expr) -> exp.Expr:
    """A date as a number of days."""
    return exp.Anonymous(this="JULIANDAY", expressions=[date])


def _name(name: str) -> exp.Identifier:
    return exp.Identifier(this=name, quoted=True)
