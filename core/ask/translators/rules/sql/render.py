"""A query and its join tree as SQL, built as a syntax tree so that every name is quoted and every value a literal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import prod

from sqlglot import exp

from core.ask.dates import MONTH_NAMES
from core.ask.state import JoinTree
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import (
    Col,
    Condition,
    Filter,
    Formula,
    Item,
    Order,
    Query,
    Scalar,
    Term,
    columns_of,
    condition_items,
    main_tables,
)
from core.ask.translators.rules.shares import parted, spans_compared
from core.ask.translators.rules.sql.beside import side_by_side, sides_of
from core.ask.translators.rules.sql.conditions import ConditionRenderer
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
from core.ask.translators.rules.sql.kept import kept_first, on_the_way, partner
from core.ask.translators.rules.sql.meanings import spelled_out
from core.ask.translators.rules.sql.spellings import united
from core.ask.walks import multiplies, walk

_FUNCTIONS = {"count": exp.Count, "sum": exp.Sum, "avg": exp.Avg, "median": exp.Avg, "min": exp.Min, "max": exp.Max}
_SAID = {
    "count": "count",
    "sum": "total",
    "avg": "average",
    "median": "median",
    "min": "lowest",
    "max": "highest",
    "own": "figure",
}
_PARTS = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d", "hour": "%H", "time": "%H:%M"}
_A_DAY = {"hours": 24, "minutes": 1440}
_ARITHMETIC = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}


def render(query: Query, tree: JoinTree, facts: Facts, *, plain: bool = False, dialect: str = "sqlite") -> str:
    """One SELECT. Unless `plain`, tables that only restrict and would multiply rows become sub-queries (no fan-out)."""
    if query.beside:
        sides = [united(_Renderer(side, tree, facts).select(named=False), facts) for side in sides_of(query)]
        return side_by_side(query, sides, facts).sql(dialect=dialect, pretty=True)
    if not plain:
        query = without_fan_out(query, tree)
    return united(_Renderer(query, tree, facts).select(), facts).sql(dialect=dialect, pretty=True)


def rows_of(query: Query, where: Sequence[Condition], tree: JoinTree, facts: Facts) -> exp.Select:
    """The rows that a query lists and that meet `where`, their cells without names."""
    renderer = _Renderer(query, tree, facts)
    built = renderer.plain(named=False)
    for condition in where:
        built = built.where(renderer.condition(condition), copy=False)
    return built


class _Renderer(ConditionRenderer):
    def __init__(self, query: Query, tree: JoinTree, facts: Facts) -> None:
        super().__init__(query, tree, facts)
        tables = kept_first(query, main_tables(query))
        start = tables[0]
        self.edges = walk(tree, start, tables[1:])
        self.start = start
        self.tables = list(dict.fromkeys([start, *(e.right_table for e in self.edges)]))
        self.halved = False
        """Whether only the rows in the middle are left: the mean is the median."""
        self.known: dict[Item, exp.Expr] = {}
        self.roles = dict.fromkeys(replace(c, name="", part="") for c in _columns(query) if c.through[0])
        self.tables += [self.alias(c) for c in self.roles]

    def select(self, *, named: bool = True) -> exp.Select:
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

    @staticmethod
    def alias(column: Col) -> str:
        """What the column's table is called in the FROM clause."""
        return f"{column.of or column.table} by {column.through[0]}" if column.through[0] else column.table

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
            built = built.order_by(
                exp.Ordered(this=self.item(order.item), desc=order.descending, nulls_first=self.nulls_first(order)),
                copy=False,
            )
        if q.distinct:
            built = built.distinct(copy=False)
        if q.limit is not None:
            built = built.limit(q.limit, copy=False)
        return built

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
        difference = order.item.formula is not None and order.item.formula.operator == "-"  # a side may lack
        return not order.descending and not difference and (found is None or found.profile.nulls == 0)

    def column(self, column: Col) -> exp.Expr:
        if Item(column) in self.known:
            return self.known[Item(column)].copy()
        table = name(self.alias(column)) if len(self.tables) > 1 else None
        built = exp.Column(this=name(column.name), table=table)
        if column.part == "weekday":
            return _named(built, "%w", [*lexicon().weekday_names[-1:], *lexicon().weekday_names[:-1]], 0)
        if column.part == "calendar month":
            return _named(built, "%m", MONTH_NAMES, 1)
        if column.part == "quarter":
            return _quarter(built)
        if column.part:
            return exp.TimeToStr(this=built, format=exp.Literal.string(_PARTS[column.part]))
        return built

    def item(self, item: Item) -> exp.Expr:
        if item in self.known:
            return self.known[item].copy()
        if item.aggregate == "median" and not self.halved and item.column:
            return self.looked_up(Query((item,), self.query.where, tables=(item.column.table,)))
        if item.formula and item.aggregate in ("", "own"):
            return self.term(item.formula)
        if item.formula:
            return _FUNCTIONS[item.aggregate](this=self.met(item, self.term(item.formula)))
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
        if term.operator in _A_DAY:
            days: exp.Expr = exp.Sub(this=_julian(left), expression=_julian(right))
            if _past_midnight(term, self.facts):
                next_day = exp.If(this=exp.LT(this=left.copy(), expression=right.copy()), true=exp.Literal.number(1))
                days = exp.Add(this=days, expression=exp.Case(ifs=[next_day], default=exp.Literal.number(0)))
            days = exp.Paren(this=days)
            spans = exp.Mul(this=days, expression=exp.Literal.number(_A_DAY[term.operator]))
            return exp.Round(this=spans, decimals=exp.Literal.number(4))
        if term.operator == "/":
            below = exp.Anonymous(this="NULLIF", expressions=[right, exp.Literal.number(0)])
            return exp.Paren(this=exp.Div(this=exp.cast(left, "REAL"), expression=below))
        return exp.Paren(this=_ARITHMETIC[term.operator](this=left, expression=right))

    def share(self) -> exp.Expr:
        """The part of all rows that meets the conditions, as the mean of 1 (or 100) and 0; rows of which two days
        are compared that are not both known are left out."""
        own = parted(self.query.where, self.query.among)[0]
        met = exp.and_(*(self.condition(c) for c in own))
        whole, none = exp.Literal.number(self.query.share), exp.Literal.number(0.0)
        cases = [exp.If(this=met, true=whole)]
        for compared in spans_compared(own):
            unknown = exp.Is(this=exp.paren(self.condition(compared)), expression=exp.Null())
            cases.append(exp.If(this=unknown, true=exp.Null()))
        mean = exp.Avg(this=exp.Case(ifs=cases, default=none))
        return exp.alias_(mean, "percent" if self.query.share > 1 else "share", quoted=True)

    def shown(self, item: Item) -> exp.Expr:
        """An item of the SELECT list, a figure under a name that people can read."""
        built = self.item(item)
        if item.column and item.column.part and not item.aggregate:
            return exp.alias_(built, item.column.part, quoted=True)
        if item.formula and item.formula.name:
            said = "" if item.aggregate in ("", "own") else f"{_SAID[item.aggregate]} "
            return exp.alias_(built, said + item.formula.name, quoted=True)
        if not item.aggregate and item.column and self.facts.coded(item.column) and not item.formula:
            coded = self.facts.column(item.column)
            plain = coded is None or item.column.part or coded.codes_spelled
            return built if plain or coded is None else spelled_out(built, coded)
        if not item.aggregate:
            return built
        found = self.facts.column(item.column) if item.column else None
        what = f" {found.plain_label if found else item.column.name}" if item.column else ""
        counts = {i.table for i in self.query.select if i.aggregate == "count" and i.column is None}
        if not what and len(counts) > 1 and item.table in self.facts.tables:  # of which table each is
            what = f" {self.facts.tables[item.table].label}"
        return exp.alias_(built, _SAID[item.aggregate] + what, quoted=True)

    def counted(self, item: Item) -> exp.Expr:
        """Rows, or things: a table's key is counted once each when the joins would repeat it."""
        if item.column is not None:
            target = self.met(item, self.column(item.column))
            if not item.distinct and self.repeats(item.column):
                return exp.Count(this=exp.Distinct(expressions=[target]))
            return exp.Count(this=exp.Distinct(expressions=[target]) if item.distinct else target)
        present = partner(self.query, item, self.edges, self.facts)
        if present is not None:
            target = self.met(item, self.column(present[0]))
            return exp.Count(this=exp.Distinct(expressions=[target]) if present[1] or item.distinct else target)
        others = [t for t in self.tables if t != item.table]
        if item.table in self.tables and others:
            inward = {c.table for c in self.query.group}
            between = {e.right_table for e in walk(self.tree, item.table, inward)} if inward else set()
            outward = [e for e in walk(self.tree, item.table, others) if e.right_table not in between]
            key = self.facts.key(item.table)
            if key and (
                item.distinct or multiplies(outward) or any(self.said_again(item.table, t, inward) for t in between)
            ):
                return exp.Count(this=exp.Distinct(expressions=[self.met(item, self.column(key))]))
        return exp.Count(this=self.met(item, exp.Literal.number(1)) if item.where else exp.Star())

    def said_again(self, table: str, between: str, groups: Collection[str]) -> bool:
        """Rows between that also tell of a third thing (who came, with which van, to which visit) say the first two
        several times: there are more of them than half of all the pairs that there could be."""
        parents = {
            j.parent_table: self.facts.column(Col(between, j.child[0]))
            for j in self.facts.schema.joins
            if j.child_table == between and not j.is_self and len(j.child) == 1
        }
        ends = [parents.get(table), *(parents[g] for g in groups if g in parents)]
        if len(parents) <= len(("group", "counted")) or None in ends or len(ends) < len(("group", "counted")):
            return False
        return 2 * self.facts.tables[between].rows > prod(c.profile.distinct for c in ends if c is not None)

    def repeats(self, column: Col) -> bool:
        """A column that has each value once, which the joins would count several times."""
        found = self.facts.column(column)
        outward = walk(self.tree, column.table, [t for t in self.tables if t != column.table])
        return found is not None and found.profile.unique and multiplies(outward)


def _named(date: exp.Expr, form: str, names: Sequence[str], first: int) -> exp.Expr:
    """The name of a date's day of the week, or of its month; `form` numbers these from `first` on."""
    number = exp.TimeToStr(this=date, format=exp.Literal.string(form))
    width = len(str(first + len(names) - 1))
    numbers = (exp.Literal.string(f"{n:0{width}}") for n in range(first, first + len(names)))
    ifs = [exp.If(this=n, true=exp.Literal.string(name)) for n, name in zip(numbers, names, strict=True)]
    return exp.Case(this=number, ifs=ifs)


def _quarter(date: exp.Expr) -> exp.Expr:
    """`2024-Q1`: the year and the quarter of a date, as text that sorts."""
    year, month = (exp.TimeToStr(this=date.copy(), format=exp.Literal.string(form)) for form in ("%Y", "%m"))
    ends = (("03", "-Q1"), ("06", "-Q2"), ("09", "-Q3"))
    ifs = [
        exp.If(this=exp.LTE(this=month.copy(), expression=exp.Literal.string(last)), true=exp.Literal.string(said))
        for last, said in ends
    ]
    return exp.Paren(this=exp.DPipe(this=year, expression=exp.Case(ifs=ifs, default=exp.Literal.string("-Q4"))))


def _past_midnight(term: Formula, facts: Facts) -> bool:
    """The times of day at which some rows end come before any at which one begins: `22:00` to `06:00`."""
    sides = [side.column for side in (term.left, term.right) if isinstance(side, Item) and side.column]
    ends = [facts.column(column) for column in sides]
    if len(ends) != len(("left", "right")) or any(c is None or c.type != "time" for c in ends):
        return False
    ended, begun = (str(c.profile.minimum or "") if c else "" for c in ends)
    return ended < begun


def _julian(date: exp.Expr) -> exp.Expr:
    """A date as a number of days."""
    return exp.Anonymous(this="JULIANDAY", expressions=[date])


def _columns(query: Query) -> list[Col]:
    """Every column of this level of a query."""
    items = [*query.select, *(o.item for o in query.order), *(f.item for f in query.having)]
    items += condition_items((*query.where, *query.having))
    return [*(c for i in items for c in columns_of(i)), *query.group]
