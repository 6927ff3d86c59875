"""Figures of tables that would repeat or leave out each other's rows: each is taken over its own rows, then set side
by side.

A fan trap ("total delivery fee per category", an order in several lines) counts each row once for each group; a chasm
trap ("total quantity and total payments per order") gives each table's figures a sub-query of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlglot import exp

from core.ask.state import JoinTree
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    Col,
    Condition,
    Filter,
    Formula,
    Item,
    Query,
    Term,
    all_tables,
    columns_of,
    condition_items,
    main_tables,
    tables_of,
)
from core.ask.translators.rules.sql.joins import name
from core.ask.translators.rules.sql.kept import own_conditions
from core.ask.trees import connect
from core.ask.walks import multiplies, walk
from core.model import TEMPORAL

_PLACE, _SIZE = "place", "rows in all"


def figures(query: Query) -> list[Item]:
    """Every figure that the query shows, orders by or bounds, once; of those that are reckoned of others the others."""
    items = [*query.select, *(o.item for o in query.order), *(f.item for f in query.having)]
    return list(dict.fromkeys(leaf for i in items if i.aggregate for leaf in _leaves(i)))


def _leaves(term: Term) -> Iterator[Item]:
    """The figures that a formula, or a figure made of one, is reckoned of; another figure itself."""
    if isinstance(term, Formula):
        yield from _leaves(term.left)
        yield from _leaves(term.right)
    elif isinstance(term, Item) and term.aggregate == "own" and term.formula is not None:
        yield from _leaves(term.formula)
    elif isinstance(term, Item):
        yield term


def parts(query: Query, tree: JoinTree, facts: Facts) -> list[tuple[str, list[Item]]]:
    """Figures by the table whose rows they go over, when taken together some would be wrong; else nothing.

    A median has a part of its own, and so has what is added up once for each row that refers to it.
    """
    shown = [i for i in query.select if not i.aggregate]
    if query.share or query.everything or any(i.column not in query.group for i in shown):
        return []
    out: dict[tuple[str, str], list[Item]] = {}
    for item in figures(query):
        once = item.table if item.column else ""
        tables = {once} if once else set(tables_of(item))
        if len(tables) != 1 or "" in tables or any(not isinstance(c, Filter) for c in item.where):
            return []
        own = item.column.name if (item.aggregate == "median" or once) and item.column else ""
        out.setdefault((tables.pop(), own), []).append(item)
    if any(o.item.column not in query.group for o in query.order if not o.item.aggregate):
        return []
    others = main_tables(query)
    several = len({t for t, _ in out}) > 1  # joined, rows of one without a partner in the other would be left out
    wrong = several or any(repeated(t, others, tree) and _spoilt(t, items, facts) for (t, _), items in out.items())
    if all(i.table for _, items in out.items() for i in items) and len(out) == 1 and not wrong:
        return []  # joined with what they refer to, rows stand once
    if any(own for _, own in out) or (wrong and (len(out) > 1 or query.group)):
        return [(t, items) for (t, _), items in out.items()]
    return []


def repeated(table: str, tables: Sequence[str], tree: JoinTree) -> bool:
    """Joined with the others, rows of the table stand more than once."""
    return multiplies(walk(tree, table, [t for t in tables if t != table]))


def _spoilt(table: str, items: Sequence[Item], facts: Facts) -> bool:
    """Repeated rows change one of the figures: a sum, a mean, or a count of rows without a key."""
    return any(
        i.aggregate in ("sum", "avg", "own")
        or (i.aggregate == "count" and not i.distinct and i.column is None and facts.key(table) is None)
        for i in items
    )


def alone(query: Query, table: str, items: Sequence[Item], facts: Facts) -> Query:
    """The query of one table's figures: its groups and conditions, nothing else. What is said of another figure's rows
    is not said of these, but for a time, which is that of each (visits and complaints per month in 2024)."""
    others = {t for i in figures(query) for t in tables_of(i)} - {table}
    group = tuple((_own_time(c, table, facts) if c.table in others else None) or c for c in query.group)
    where: list[Condition] = []
    for c in query.where:
        column = c.item.column if isinstance(c, Filter) and not c.item.formula and not c.item.aggregate else None
        if not isinstance(c, Filter) or column is None or column.table not in others:
            where.append(c)
        elif (own := _own_time(column, table, facts)) is not None:
            where.append(replace(c, item=Item(own)))
        elif column.table in facts.above(table):
            where.append(c)
    return replace(
        query,
        select=(*map(Item, group), *items), where=tuple(where), group=group, having=(), order=(), limit=None,
        tables=(table,), keep="",
    )  # fmt: skip


def _own_time(column: Col, table: str, facts: Facts) -> Col | None:
    """The day of a table's own rows in the place of that of others; None where one of the two is none."""
    when = facts.own_when(table, day=True)
    held = [facts.column(c) if c is not None else None for c in (column, when)]
    dated = all(h is not None and h.type in TEMPORAL for h in held)
    return replace(column, table=when.table, name=when.name) if when is not None and dated else None


def own_tree(query: Query, tree: JoinTree, facts: Facts) -> JoinTree:
    """The joins of one table's figures: the shorter way between its own tables, where other figures made it longer
    (loans to branches by the items that were lent, and not by the branch that lent them)."""
    first, *others = all_tables(query)
    walked = walk(tree, first, others)
    if not others or facts.roles or any(e.role for e in walked):
        return tree
    found = connect(facts.base, (first, *others))
    return found if found is not None and len(found.edges) < len(walked) else tree


def kept_groups(query: Query) -> Query:
    """Each group of a table that is kept once, also those without rows in the tables of the figures."""
    return Query(tuple(Item(c) for c in query.group), own_conditions(query), distinct=True)


def once(query: Query, table: str, facts: Facts) -> tuple[Query, list[Col]] | None:
    """Rows of `table` that stand once in each group, and their columns; None when no key tells them apart."""
    key = facts.key(table)
    if key is None:
        return None
    measured = [c for i in figures(query) for c in columns_of(i)]
    measured += [c for i in figures(query) for met in condition_items(i.where) for c in columns_of(met)]
    columns = list(dict.fromkeys([*query.group, key, *measured]))
    shown, tables = tuple(Item(c) for c in columns), (table, *query.tables)
    return Query(shown, query.where, distinct=True, tables=tables, keep=query.keep), columns


def names(columns: Sequence[Col]) -> dict[Col, exp.Identifier]:
    """A name for each column that no other one has."""
    said = [f"{c.name} {c.part}".strip() for c in columns]
    return {c: name(s if said.count(s) == 1 else f"{c.table} {s}") for c, s in zip(columns, said, strict=True)}


def median_of(query: Query) -> Col | None:
    """The one column whose median is the query's only figure."""
    shown = figures(query)
    return shown[0].column if len(shown) == 1 and shown[0].aggregate == "median" else None


def placed(groups: Sequence[exp.Expr], value: exp.Expr) -> list[exp.Expr]:
    """Each row's place by its value within its group, and the size of the group."""
    split = [g.copy() for g in groups]
    order = exp.Order(expressions=[exp.Ordered(this=value)])
    place = exp.Window(this=exp.RowNumber(), partition_by=split, order=order)
    size = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[g.copy() for g in groups])
    return [exp.alias_(place, name(_PLACE)), exp.alias_(size, name(_SIZE))]


def in_the_middle() -> exp.Expr:
    """Of an odd number of rows the one in the middle, else the two."""
    twice = exp.Mul(this=exp.Literal.number(2), expression=exp.Column(this=name(_PLACE)))
    size = exp.Column(this=name(_SIZE))
    return exp.Between(this=twice, low=size, high=exp.Add(this=size.copy(), expression=exp.Literal.number(2)))
