"""A query and its join tree as SQL, built as a syntax tree so that every name is quoted and every value a literal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from core.ask.dates import MONTH_NAMES
from core.ask.state import JoinTree
from core.ask.translators.rules.columns import in_calendar
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import (
    Col,
    Condition,
    Filter,
    Item,
    Order,
    Query,
    columns_of,
    condition_items,
    main_tables,
)
from core.ask.translators.rules.shares import parted
from core.ask.translators.rules.sql.beside import side_by_side, sides_of
from core.ask.translators.rules.sql.each import first_by_place, hidden_items
from core.ask.translators.rules.sql.expressions import ExpressionRenderer
from core.ask.translators.rules.sql.fan_out import groups_without_fan_out, without_fan_out
from core.ask.translators.rules.sql.grains import (
    alone,
    in_the_middle,
    kept_groups,
    median_of,
    names,
    once,
    own_tree,
    parts,
    placed,
)
from core.ask.translators.rules.sql.joins import joined, loosely, name, same, table
from core.ask.translators.rules.sql.kept import kept_first, on_the_way
from core.ask.translators.rules.sql.spellings import united
from core.ask.walks import walk


def render(query: Query, tree: JoinTree, facts: Facts, *, plain: bool = False, dialect: str = "sqlite") -> str:
    """One SELECT. Unless `plain`, tables that only restrict and would multiply rows become sub-queries (no fan-out)."""
    if query.beside:
        sides = [united(_Renderer(side, tree, facts).select(named=False), facts) for side in sides_of(query)]
        return side_by_side(query, sides, facts).sql(dialect=dialect, pretty=True, copy=False)
    if not plain:
        query = without_fan_out(query, tree)
    return united(_Renderer(query, tree, facts).select(), facts).sql(dialect=dialect, pretty=True, copy=False)


def rows_of(query: Query, where: Sequence[Condition], tree: JoinTree, facts: Facts) -> exp.Select:
    """The rows that a query lists and that meet `where`, their cells without names."""
    renderer = _Renderer(query, tree, facts)
    built = renderer.plain(named=False)
    for condition in where:
        built = built.where(renderer.condition(condition), copy=False)
    return built


class _Renderer(ExpressionRenderer):
    """Renders one SELECT: what it shows, from where, and what comes first."""

    def __init__(self, query: Query, tree: JoinTree, facts: Facts) -> None:
        super().__init__(query, tree, facts)
        tables = kept_first(query, main_tables(query))
        start = tables[0]
        self.edges = walk(tree, start, tables[1:])
        self.start = start
        self.tables = list(dict.fromkeys([start, *(e.right_table for e in self.edges)]))
        self.roles = dict.fromkeys(replace(c, name="", part="") for c in _columns(query) if c.through[0])
        self.tables += [self.alias(c) for c in self.roles]

    def select(self, *, named: bool = True) -> exp.Select:
        if self.query.by_place:
            hidden = hidden_items(self.query)
            rows = replace(self.query, select=(*self.query.select, *hidden), order=(), limit=None, offset=0, each=())
            return first_by_place(self.query, self.inner(rows).select())
        grains = parts(self.query, self.tree, self.facts)
        if len(grains) > 1:
            return self.beside(grains)
        if grains and (median := median_of(self.query)):
            return self.middle(median)
        counted = once(self.query, grains[0][0], self.facts) if grains else None
        if counted is not None:
            return self.counted_once(*counted)
        apart = groups_without_fan_out(self.query, grains[0][0], self.tree) if grains else self.query
        return self.plain(named) if apart == self.query else _Renderer(apart, self.tree, self.facts).plain(named)

    def plain(self, named: bool) -> exp.Select:
        """The SELECT over the joined tables as they are."""
        q = self.query
        if q.everything:
            shown: list[exp.Expr] = (
                [exp.Column(this=exp.Star(), table=name(q.tables[0]))] if self.edges else [exp.Star()]
            )
        else:
            shown = [self.share()] if q.share else [self.shown(i) if named else self.item(i) for i in q.select]
        if q.select and all(i.formula and i.formula.closed for i in q.select):
            return exp.select(*shown)
        built = exp.select(*shown).from_(table(self.start, self.facts))
        within, own = on_the_way(q, self.edges)
        whole = q.tables[:1] if q.everything else ()
        built = self.with_roles(joined(built, self.edges, self.facts, "left" if q.keep else "", whole))
        for n, conditions in within.items():
            on = built.args["joins"][n]
            on.set("on", exp.and_(on.args["on"], *(self.condition(c) for c in conditions)))
        for condition in parted(q.where, q.among)[1] if q.share else own:
            built = built.where(self.condition(condition), copy=False)
        return self.finished(self.grouped(built))

    def with_roles(self, built: exp.Select) -> exp.Select:
        """With the rows that rows of the same table refer to, where there are any."""
        for role in self.roles:
            child, key = Col(role.table, role.through[0]), replace(role, name=role.through[1])
            on = same(child, Col(role.of or role.table, key.name), self.column(child), self.column(key), self.facts)
            other = exp.alias_(exp.Table(this=name(role.of or role.table)), name(self.alias(role)), table=True)
            built = built.join(other, on=on, join_type="left", copy=False)
        return built

    def grouped(self, built: exp.Select) -> exp.Select:
        """With the groups and the bounds on their figures."""
        if self.query.group:
            built = built.group_by(*(self.column(self.as_referred(c)) for c in self.query.group), copy=False)
        for bound in self.query.having:
            built = built.having(self.condition(bound), copy=False)
        return built

    def as_referred(self, column: Col) -> Col:
        """For a group by a key that is not shown and that its rows write in several ways (`D`, `d`), the key of the one
        row they all refer to."""
        if self.query.keep or Item(column) in self.query.select or column.part or column.through[0]:
            return column
        for join in self.facts.schema.joins:
            child = (join.child_table, *join.child) == (column.table, column.name)
            used = child and any(join.id == e.join_id for e in self.edges)
            if used and join.parent_table in self.tables and join.evidence.parent_unique and loosely(join):
                return Col(join.parent_table, join.parent[0])
        return column

    def finished(self, built: exp.Select) -> exp.Select:
        """With the order, each row once where asked, and the number of rows."""
        q = self.query
        for order in q.order:
            by = self.sorted_by(order.item)
            ordered = exp.Ordered(this=by, desc=order.descending, nulls_first=self.nulls_first(order))
            built = built.order_by(ordered, copy=False)
        if q.distinct:
            built = built.distinct(copy=False)
        if q.limit is not None:
            built = built.limit(q.limit, copy=False)
        if q.limit is not None and q.offset:
            built = built.offset(q.offset, copy=False)
        return built

    def sorted_by(self, item: Item) -> exp.Expr:
        """What is ordered by: months and days of the week by name as they follow on each other."""
        plain = item.aggregate == "" and item.formula is None and not self.query.distinct
        places = self._places(item.column) if item.column is not None and plain else {}
        if not places:
            return self.item(item)
        ifs = [
            exp.If(this=exp.Literal.string(v), true=exp.Literal.number(n))
            for v, n in sorted(places.items(), key=lambda p: p[1])
        ]
        return exp.Case(this=self.item(item), ifs=ifs)

    def _places(self, column: Col) -> dict[str, int]:
        """The place of each name of a day or a month among its like; empty for a column that holds no such names."""
        made = {"weekday": lexicon().weekday_names, "calendar month": MONTH_NAMES}.get(column.part)
        if made is not None:
            return {name: n for n, name in enumerate(made, 1)}
        held = self.facts.column(column) if not column.part else None
        return in_calendar(held) if held is not None else {}

    def counted_once(self, rows: Query, columns: list[Col]) -> exp.Select:
        """Figures over rows that stand once in each group."""
        within = self.inner(rows).select(named=False)
        labels = names(columns)
        within.set("expressions", [exp.alias_(e, labels[c]) for e, c in zip(within.expressions, columns, strict=True)])
        self.known = {Item(c): exp.Column(this=labels[c]) for c in columns}
        self.tables = [rows.tables[0]]
        built = exp.select(*(self.shown(i) for i in self.query.select)).from_(within.subquery(name("rows")))
        return self.finished(self.grouped(built))

    def middle(self, measure: Col) -> exp.Select:
        """The median: the mean of the one or two values in the middle of each group."""
        q, columns = self.query, [*self.query.group, measure]
        labels = names(columns)
        present = Filter(Item(measure), "is not null")
        within = self.inner(Query(tuple(Item(c) for c in columns), (*q.where, present), tables=q.tables))
        rows = within.select(named=False)
        shown = [exp.alias_(e, labels[c]) for e, c in zip(rows.expressions, columns, strict=True)]
        groups = [within.column(c) for c in q.group]
        rows.set("expressions", [*shown, *placed(groups, within.column(measure))])
        self.known = {Item(c): exp.Column(this=labels[c]) for c in columns}
        self.tables, self.halved = [measure.table], True
        built = exp.select(*(self.shown(i) for i in q.select)).from_(rows.subquery(name("rows")))
        built = built.where(in_the_middle(), copy=False)
        return self.finished(self.grouped(built))

    def beside(self, grains: list[tuple[str, list[Item]]]) -> exp.Select:
        """Figures of several tables, each from a query of its own, side by side for each group."""
        q = self.query
        if not q.group:
            for table, items in grains:
                self.known |= {i: exp.Subquery(this=self.alone(table, [i])) for i in items}
            return exp.select(*(self.shown(i) for i in q.select))
        labels = names(q.group)
        self.known = {Item(c): exp.Column(this=labels[c], table=name("groups")) for c in q.group}
        built, filled = exp.select(), []
        for number, (table, items) in enumerate(grains, 1):
            part, alias = self.alone(table, items), name(f"part {number}")
            said = [*labels.values(), *(name(f"figure {n}") for n in range(1, len(items) + 1))]
            bare = [e.this if isinstance(e, exp.Alias) else e for e in part.expressions]
            part.set("expressions", [exp.alias_(e, s) for e, s in zip(bare, said, strict=True)])
            built = built.with_(alias, as_=part, copy=False)
            for item, label in zip(items, said[len(q.group) :], strict=True):
                figure: exp.Expr = exp.Column(this=label, table=alias)
                filled.append(exp.Not(this=exp.Is(this=figure.copy(), expression=exp.Null())))
                counts = item.aggregate == "count"
                self.known[item] = exp.func("COALESCE", figure, exp.Literal.number(0)) if counts else figure
        built = built.from_(self.all_groups(len(grains), labels).subquery(name("groups")), copy=False)
        for number in range(1, len(grains) + 1):
            alias = name(f"part {number}")
            same = [
                exp.NullSafeEQ(this=self.known[Item(c)].copy(), expression=exp.Column(this=labels[c], table=alias))
                for c in q.group
            ]
            how = "inner" if q.having else "left"
            built = built.join(exp.Table(this=alias), on=exp.and_(*same), join_type=how, copy=False)
        built = built.select(*(self.shown(i) for i in q.select), copy=False)
        if not q.keep:
            built = built.where(exp.or_(*filled), copy=False)
        for bound in q.having:
            built = built.where(self.condition(bound), copy=False)
        return self.finished(built)

    def all_groups(self, count: int, labels: Mapping[Col, exp.Identifier]) -> exp.Select | exp.SetOperation:
        """The groups of all parts, each once; of a table that is kept all of its own."""
        if self.query.keep:
            groups = self.inner(kept_groups(self.query)).select(named=False)
            named = zip(groups.expressions, self.query.group, strict=True)
            groups.set("expressions", [exp.alias_(e, labels[c]) for e, c in named])
            return groups
        columns = [exp.Column(this=label) for label in labels.values()]
        parts = [exp.Table(this=name(f"part {n}")) for n in range(1, count + 1)]
        sides = [exp.select(*(c.copy() for c in columns)).from_(part) for part in parts]
        return exp.union(*sides) if count > 1 else sides[0].distinct()

    def alone(self, table: str, items: Sequence[Item]) -> exp.Select:
        """Figures of one table, along its own joins."""
        query = alone(self.query, table, items, self.facts)
        tree = own_tree(query, self.tree, self.facts)
        return _Renderer(without_fan_out(query, tree), tree, self.facts).select(named=False)

    def nulls_first(self, order: Order) -> bool:
        """Missing values come last; where there are none, the engine's own order is left as it is."""
        found = self.facts.column(order.item.column) if order.item.column else None
        made = order.item.formula is not None and order.item.formula.operator in ("-", "/")  # a side may lack
        return not order.descending and not made and (found is None or found.profile.nulls == 0)


def _columns(query: Query) -> list[Col]:
    """Every column of this level of a query."""
    items = [*query.select, *(o.item for o in query.order), *(f.item for f in query.having)]
    items += condition_items((*query.where, *query.having))
    return [*(c for i in items for c in columns_of(i)), *query.group]
