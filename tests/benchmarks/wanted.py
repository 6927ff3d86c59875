"""What a person who knows the answer's SQL would touch in the editor: its tables, columns, figures and conditions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import sqlglot
from sqlglot import exp

from core.ask.dates import MONTH_NAMES
from core.ask.edit.conditions import contains, first_day, inside, last_day
from core.ask.edit.formulas import PERCENT, RATIO, ROW, calculated, combined
from core.ask.state import Role
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import (
    AnyOf,
    Best,
    Col,
    Condition,
    Filter,
    Item,
    Operator,
    Query,
    Related,
    Scalar,
    Via,
)
from core.ask.turns import in_role_tables
from core.errors import JoineryError
from core.model import NUMERIC, TEMPORAL
from tests.benchmarks.wanted_columns import Columns, bare

_AGGREGATES = {exp.Count: "count", exp.Sum: "sum", exp.Avg: "avg", exp.Min: "min", exp.Max: "max"}
_COMPARES = {
    exp.EQ: "=", exp.NEQ: "!=", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=", exp.Like: "like",
}  # fmt: skip
_SIGNS = {exp.Mul: "*", exp.Add: "+", exp.Sub: "-", exp.Div: "/"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_HUNDRED = 100
_WITHIN: dict[str, Operator] = {"=": "like", "!=": "not like"}
_DAY = re.compile(r"(\d\d)/(\d\d)/(\d{4})")
Part = tuple[object, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parts of one SQL query, of all its levels, in the words of the reading."""

    tables: tuple[str, ...]
    shown: tuple[Col, ...]
    figures: tuple[Item, ...]
    groups: tuple[Col, ...]
    conditions: tuple[Filter, ...]
    orders: tuple[Item, ...]
    limits: tuple[int, ...]
    columns: frozenset[Col]
    """All that it speaks of."""
    listed: tuple[Item, ...]
    """What is reckoned of two columns in each row."""
    among: tuple[Via, ...]
    """Columns that are looked up among the values of others."""
    nested: bool
    cases: bool
    """Figures are taken of some rows only."""
    parts: frozenset[Part]
    """As `parts_of` gives them for a reading: how many differ says how far the two are apart."""

    def of(self, table: str, role: str) -> Wanted:
        """The same said of a role of a table."""
        role_of = [Role("", "", table, table)], [Role("", "", table, role)]

        def said(items: Iterable[Item]) -> tuple[Item, ...]:
            return in_role_tables(Query(tuple(items)), *role_of).select

        def columns(found: Iterable[Col]) -> tuple[Col, ...]:
            return tuple(i.column for i in said(Item(c) for c in found) if i.column)

        met = in_role_tables(Query((), self.conditions), *role_of).where
        return replace(
            self,
            shown=columns(self.shown),
            figures=said(self.figures),
            groups=columns(self.groups),
            conditions=tuple(c for c in met if isinstance(c, Filter)),
            orders=said(self.orders),
            columns=frozenset(columns(self.columns)),
            among=(),
        )


def wanted(sql: str, facts: Facts) -> Wanted:
    """The parts of a query in SQLite's dialect; names that are not in the tables are left out."""
    tree = sqlglot.parse_one(sql, read="sqlite")
    named = {t.casefold(): t for t in facts.tables}
    aliases = {
        (n.alias or n.name).casefold(): named[n.name.casefold()]
        for n in tree.find_all(exp.Table) if n.name.casefold() in named
    }  # fmt: skip
    tables = tuple(dict.fromkeys(aliases.values()))

    place = Columns(aliases, tables, facts).place

    def figure(node: exp.Expr) -> Item | None:
        aggregate = _AGGREGATES.get(type(node))  # type: ignore[arg-type]
        if aggregate is None:
            return None
        inner, different = node.this, isinstance(node.this, exp.Distinct)
        met = _where(inner)
        if met is not None:  # of the rows that meet a condition
            inner = met
            held = next((c for c in map(place, node.find_all(exp.Column)) if c), None)
            if place(inner) is None:
                return Item(None, "count", table=held.table if held else tables[0])
        column = place(inner.expressions[0] if different else inner)
        if column is None or (aggregate == "count" and not different):
            return Item(None, "count", table=column.table if column else tables[0]) if aggregate == "count" else None
        return Item(column, aggregate, distinct=different)  # type: ignore[arg-type]

    def item(node: exp.Expr) -> Item | None:
        found = place(node)
        return Item(found) if found else figure(node)

    top = tree.find(exp.Select)
    named_so = {n.alias: n.this for n in (top.expressions if top else ()) if isinstance(n, exp.Alias)}

    def meant(node: exp.Expr) -> exp.Expr:
        """What is shown by a name, or at a place: `ORDER BY 2`."""
        place = int(node.name) if isinstance(node, exp.Literal) and node.is_int and top is not None else 0
        if top is not None and 0 < place <= len(top.expressions):
            return top.expressions[place - 1].unalias()
        return named_so.get(node.name, node)

    figures = _each(figure(n) for kind in _AGGREGATES for n in tree.find_all(kind))
    figures += _each(i for n in tree.walk() if (i := _reckoned(n, place, facts)))
    figures += _each(_of_figures(n, figure) for n in tree.find_all(exp.Div, exp.Sub, exp.Add, exp.Mul))
    shown = _each(place(c) for n in (top.expressions if top else ()) for c in _put_together(n.unalias(), place))
    groups = _each(place(meant(n)) for g in tree.find_all(exp.Group) for n in g.expressions)
    orders = _each(item(meant(o.this)) for o in tree.find_all(exp.Ordered))
    limits = _each(int(n.expression.this) for n in tree.find_all(exp.Limit) if n.expression.is_int)
    conditions = _each(c for n in tree.walk() for c in _compared(n, item, facts))
    ways = [(o.this, bool(o.args.get("desc"))) for o in tree.find_all(exp.Ordered)]
    parts: list[Part] = [*(("shown", c) for c in shown), *(("condition", *_said(c)) for c in conditions)]
    if top is not None:
        told = (bare(n.unalias()) for n in top.expressions)
        parts += [("figure", *_figured(f)) for n in told if (f := figure(n) or _reckoned(n, place, facts))]
        of_some = [n for n in top.find_all(exp.Sum, exp.Avg) if n.find_ancestor(exp.Select) is top and _where(n.this)]
        shared = [n for n in of_some if isinstance(n, exp.Avg) or n.find_ancestor(exp.Div)]
        parts += [("figure", *_figured(f)) for n in shared if (f := figure(n))] + [("share",) for _ in shared[:1]]
    parts += [("order", *_figured(i), down) for n, down in ways if (i := item(meant(n)))]
    parts += [*(("table", t) for t in tables), *(("first", n) for n in limits)]
    parts += [("different",)] if top is not None and top.args.get("distinct") else []
    nested = len(list(tree.find_all(exp.Select))) > 1
    cases = any(_where(n.this) is not None for n in tree.find_all(exp.Sum, exp.Avg, exp.Count))
    columns = frozenset(_each(place(n) for n in tree.find_all(exp.Column)))
    among = _each(_among(n, place) for n in tree.find_all(exp.In, exp.Except))
    reckoned = (_reckoned(n.unalias(), place, facts, ROW) for n in (top.expressions if top is not None else ()))
    more = (columns, _each(reckoned), among, nested, cases, frozenset(parts))
    return Wanted(tables, shown, figures, groups, conditions, orders, limits, *more)


def _among(node: exp.Expr, place: Callable[[object], Col | None]) -> Via | None:
    """`a NOT IN (SELECT b …)`, `SELECT a … EXCEPT SELECT b …`: a column and another one among whose values it is."""
    if isinstance(node, exp.Except):
        left, right = node.left, node.right
        own = place(left.expressions[0].unalias()) if isinstance(left, exp.Select) else None
        no = True
    else:
        right = node.args["query"].this if node.args.get("query") else None
        own, no = place(node.this), isinstance(node.parent, exp.Not)
    if not isinstance(right, exp.Select) or own is None or len(right.expressions) != 1:
        return None
    other = place(right.expressions[0].unalias())
    return Via(own, other, (), no) if other is not None and other != own else None


def missing_joins(sql: str, facts: Facts) -> list[tuple[str, str, str, str]]:
    """The joins of two tables in a query that the schema has none of, by any columns: the ends of each."""
    tree = sqlglot.parse_one(sql, read="sqlite")
    named = {t.casefold(): t for t in facts.tables}
    aliases = {(n.alias or n.name).casefold(): named.get(n.name.casefold(), "") for n in tree.find_all(exp.Table)}
    joined = {frozenset((j.child_table, j.parent_table)) for j in facts.base.joins}
    out: dict[frozenset[str], tuple[str, str, str, str]] = {}
    for node in tree.find_all(exp.EQ):
        if not (isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Column)):
            continue
        ends = []
        for c in (node.this, node.expression):
            table = aliases.get(c.table.casefold(), "")
            held = facts.tables[table].columns if table else ()
            ends += [(table, k.name) for k in held if k.name.casefold() == c.name.casefold()]
        tables = frozenset(t for t, _ in ends)
        if len(ends) == 2 and len(tables) == 2 and tables not in joined:
            out.setdefault(tables, (*ends[0], *ends[1]))
    return list(out.values())


def _where(node: object) -> exp.Expr | None:
    """What is reckoned of the rows that meet a condition alone: a column, or their number; None of all rows."""
    node = bare(node) if isinstance(node, exp.Expr) else node
    if isinstance(node, exp.Case):
        return bare(node.args["ifs"][0].args["true"])
    return node if isinstance(node, exp.Predicate | exp.Connector) else None


def _put_together(node: exp.Expr, place: Callable[[object], Col | None]) -> list[exp.Expr]:
    """The columns of a text that is put together of several, as of first and last names; else the expression."""
    held = list(node.find_all(exp.Column)) if isinstance(node, exp.DPipe) and place(node) is None else []
    return [*held] if len(held) > 1 else [node]


def _of_figures(node: exp.Expr, read: Callable[[exp.Expr], Item | None]) -> Item | None:
    """Two figures put together, as the editor can: a count divided by another one."""
    whole = bare(node.this)
    if isinstance(node, exp.Div) and isinstance(whole, exp.Mul):  # 100.0 * sum(a) / sum(b)
        sides = [bare(n) for n in (whole.this, whole.expression)]
        part = next((n for n, other in (sides, sides[::-1]) if _literal(other) == _HUNDRED), None)
        one, other = (read(part), read(bare(node.expression))) if part is not None else (None, None)
        return combined(one, PERCENT, other, str) if one and other and one != other else None
    left, right = read(bare(node.this)), read(bare(node.expression))
    number = _literal(node.expression)
    if left and isinstance(number, float) and left.aggregate:
        return combined(left, _SIGNS[type(node)], number, str)  # type: ignore[index]
    return combined(left, _SIGNS[type(node)], right, str) if left and right else None  # type: ignore[index]


def _reckoned(node: exp.Expr, place: Callable[[object], Col | None], facts: Facts, row: str = "") -> Item | None:
    """What two columns are put together to, as the editor can: the total of a product, the average of days between.
    With `row` in each row."""

    way = row or _AGGREGATES.get(type(node), "")  # type: ignore[arg-type]
    inner = bare(node) if row else bare(node.this) if isinstance(node.this, exp.Expr) else node
    if isinstance(node, exp.Div) and all(isinstance(bare(n), exp.Sum) for n in (node.this, node.expression)):
        way, inner = RATIO, exp.Div(this=bare(node.this).this.copy(), expression=bare(node.expression).this.copy())
    sign = _SIGNS.get(type(inner))  # type: ignore[arg-type]
    if not way or sign is None:
        return None
    sides = [bare(inner.this), bare(inner.expression)]
    days = [n.find(exp.Column) if n.sql().upper().startswith("JULIANDAY") else None for n in sides]
    left, right = (place(d or n) for n, d in zip(sides, days, strict=True))
    if left is None or right is None:
        return None
    try:
        return calculated(way, right, "days", left, facts) if all(days) else calculated(way, left, sign, right, facts)
    except JoineryError:
        return None


def parts_of(query: Query) -> frozenset[Part]:
    """What a reading consists of, part by part."""
    parts: list[Part] = [("table", t) for t in query.tables]
    for i in query.select:
        parts.append(("figure", *_figured(i)) if i.aggregate else ("shown", i.column))
        parts += [("table", i.column.table)] if i.column else []
    for c in (*query.where, *query.having):
        parts += _of_condition(c)
    parts += [("order", *_figured(o.item), o.descending) for o in query.order]
    parts += [("first", query.limit)] if query.limit else []
    parts += [("different",)] if query.distinct else []
    parts += [("share",)] if query.share else []
    return frozenset(parts)


def _of_condition(c: Condition) -> Iterator[Part]:
    if isinstance(c, Filter):
        yield ("condition", *_said(c))
        for p in inside(c):
            yield from _of_condition(p)
        if c.item.column:
            yield ("table", c.item.column.table)
    elif isinstance(c, AnyOf):
        for p in c.parts:
            yield from _of_condition(p)
    elif isinstance(c, Related):
        for t in (c.table, *c.tables):
            yield ("table", t)
        for p in (*c.where, *c.bounds):
            yield from _of_condition(p)
    elif not isinstance(c, Best):
        for p in c.where:
            yield from _of_condition(p)


def _compared(node: exp.Expr, read: Callable[[exp.Expr], Item | None], facts: Facts) -> Iterator[Filter]:
    """The comparison that a node of the SQL is, if it is one of a column or a figure with values."""

    def literal(n: exp.Expr) -> str | float | None:
        return None if read(n) else _literal(n)

    if isinstance(node, exp.Between):
        left, values = read(node.this), [literal(node.args["low"]), literal(node.args["high"])]
        if left and None not in values:
            yield _told(Filter(left, "between", tuple(v for v in values if v is not None)), facts)
        elif left:
            ends: tuple[Operator, ...] = (">=", "<=")
            yield from (Filter(left, o, (_fitting(v, left, facts),)) for o, v in zip(ends, values, strict=True) if v)
    elif isinstance(node, exp.In) and node.expressions:
        left, values = read(node.this), [literal(n) for n in node.expressions]
        if left and None not in values:
            operator: Operator = "!=" if isinstance(node.parent, exp.Not) else "="
            yield _told(Filter(left, operator, tuple(v for v in values if v is not None)), facts)
    elif isinstance(node, exp.Is) and (left := read(node.this)):
        yield Filter(left, "is not null" if isinstance(node.parent, exp.Not) else "is null")
    elif operator_ := _COMPARES.get(type(node)):  # type: ignore[arg-type]
        one, other = node.this, node.expression
        if literal(one) is not None:
            one, other, operator_ = other, one, _TURNED.get(operator_, operator_)
        one, other = (n.this if isinstance(n, exp.Lower | exp.Upper) else n for n in (one, other))
        if isinstance(one, exp.DPipe) and len(held := list(one.find_all(exp.Column))) == 1:  # '|'||genres||'|'
            one, other = held[0], exp.Literal.string(str(literal(other)).replace("|", ""))
        if isinstance(one, exp.Sub) and literal(other) == 0:  # rate - price > 0
            one, other = one.this, one.expression
        left, value = read(one), literal(other)
        if operator_ == "like" and isinstance(value, str) and "%" not in value and "_" not in value:
            operator_ = "="
        said = f"not {operator_}" if operator_ == "like" and isinstance(node.parent, exp.Not) else operator_
        if left and value is not None:
            yield _told(Filter(left, said, (value,)), facts)  # type: ignore[arg-type]
        elif left and (inner := other.find(exp.Select)) is not None:
            for n in inner.expressions:
                reckoned = read(n.unalias())
                if reckoned and reckoned.aggregate and reckoned.column:
                    yield Filter(left, operator_, (Scalar(reckoned),))  # type: ignore[arg-type]
        elif left and not left.aggregate and (right := read(other)) and right.column and operator_ != "=":
            yield Filter(left, operator_, (right.column,))  # type: ignore[arg-type]


def _told(f: Filter, facts: Facts) -> Filter:
    """A comparison as the editor makes it: of a part of days the days themselves, of others the values as they are
    held."""
    column, values = f.item.column, [str(v) for v in f.values if isinstance(v, str | float)]
    part = column.part if column is not None and not f.item.aggregate else ""
    if column is None or part not in ("year", "month", "calendar month", "weekday"):
        return replace(f, values=tuple(_fitting(v, f.item, facts) for v in f.values if isinstance(v, str | float)))
    if part in ("year", "month"):
        item, found = Item(replace(column, part="")), facts.column(column)
        values = [v.removesuffix(".0") for v in values]
        if f.operator in _WITHIN:
            return Filter(item, _WITHIN[f.operator], tuple(contains(v, begins=True) for v in values))
        timed = found is not None and found.type == "datetime"
        late = [f.operator in ("<=", ">") or (f.operator == "between" and n) for n, _ in enumerate(values)]
        days = (last_day(v, timed) if upper else first_day(v) for v, upper in zip(values, late, strict=True))
        return replace(f, item=item, values=tuple(days))
    names = MONTH_NAMES if part == "calendar month" else lexicon().weekday_names
    numbers = [int(float(v)) - 1 for v in values if v.replace(".", "", 1).isdecimal()]
    return replace(f, values=tuple(names[n % len(names)] for n in numbers) or f.values)


def _fitting(value: str | float, left: Item, facts: Facts) -> str | float:
    """A literal as the column holds it."""
    found = facts.column(left.column) if left.column and not left.aggregate else None
    if found is not None and isinstance(value, str) and found.type in NUMERIC:
        try:
            return float(value)
        except ValueError:
            return value
    if found is not None and isinstance(value, str) and found.type in TEMPORAL and (day := _DAY.fullmatch(value)):
        return "-".join(reversed(day.groups()))
    if found is not None and isinstance(value, float) and found.type == "text":
        return f"{value:g}"
    return value


def _literal(node: exp.Expr) -> str | float | None:
    if isinstance(node, exp.Neg):
        inner = _literal(node.this)
        return -inner if isinstance(inner, float) else None
    if isinstance(node, exp.Column) and not node.table and node.this.args.get("quoted"):
        return str(node.name)  # SQLite takes "text" for a text where no column is called so
    if isinstance(node, exp.Literal):
        return str(node.this) if node.is_string else float(node.this)
    return None


def _figured(i: Item) -> Part:
    return (i.aggregate, i.column, i.distinct)


def _said(f: Filter) -> Part:
    values = (replace(v, where=()) if isinstance(v, Scalar) else v for v in f.values)
    return (*_figured(f.item), f.operator, tuple(str(v).casefold() for v in values))


def _each(found: Iterable[T | None]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(f for f in found if f is not None))
