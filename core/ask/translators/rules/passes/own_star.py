"""`which force recorded the most thefts in 2023/24`: the force and the year of the figures that are added up.

Several tables of figures share their look-ups and their times. A column of another one of them, that the figures of a
star do not need, only multiplies their rows: what it holds is said of the star's own column for it, or of the look-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    AnyOf,
    Col,
    Condition,
    Filter,
    Item,
    Query,
    Related,
    all_tables,
)
from core.ask.translators.rules.stars import figure_of_rows, flat, looked_up


def of_own_star(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query over one star alone, where what it says of other tables of figures can be said of it."""
    star = _star(query, facts)
    if not star or query.beside or query.everything or query.keep:
        return query
    within = {star, *facts.above(star)}
    try:
        where = tuple(_condition(c, star, within, facts) for c in flat(query.where))
        group = tuple(dict.fromkeys(g for c in query.group for g in _grouped(c, within, facts)))
        select = tuple(dict.fromkeys(_shown(i, within, facts) for i in query.select))
        order = tuple(replace(o, item=_shown(o.item, within, facts)) for o in query.order)
    except LookupError:
        return query
    told = sorted(dict.fromkeys(where), key=_place)
    tables = (star, *(t for t in query.tables if t in within and t not in facts.above(star) and t != star))
    return replace(query, select=select, where=tuple(told), group=group, order=order, tables=tables)


def _star(query: Query, facts: Facts) -> str:
    """The table of the one figure that is added up; "" where it is none of a star."""
    figures = {i for i in (*query.select, *(o.item for o in query.order), *(f.item for f in query.having)) if _sum(i)}
    if len(figures) != 1:
        return ""
    column = next(iter(figures)).column
    star = column.table if column is not None and figure_of_rows(facts, column.table) == column else ""
    others = set(all_tables(query)) - {star}
    return star if star and others and facts.above(star) else ""


def _sum(item: Item) -> bool:
    return item.aggregate == "sum" and item.column is not None and item.formula is None


def _condition(c: Condition, star: str, within: set[str], facts: Facts) -> Condition:
    """The same condition of the star's own columns. LookupError: it has none for it."""
    if isinstance(c, AnyOf):
        return replace(c, parts=tuple(_condition(p, star, within, facts) for p in c.parts))
    if isinstance(c, Related) or not isinstance(c, Filter) or c.item.formula or c.item.column is None:
        raise LookupError(c)
    column = c.item.column
    if column.table in within:
        return c
    if c.item != Item(column) or not c.values or not all(isinstance(v, str | float) for v in c.values):
        raise LookupError(c)
    texts = {_text(v) for v in c.values}
    found = [
        Col(star, own.name)
        for own in facts.tables[star].columns
        if texts <= {_text(v) for v, _ in own.profile.common}
        and not looked_up(facts, Col(star, own.name))
        and facts.year(Col(star, own.name)) == facts.year(column)
    ]
    if len(found) != 1 or figure_of_rows(facts, column.table) is None:
        raise LookupError(c)
    return replace(c, item=Item(found[0]))


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip().casefold()


def _grouped(column: Col, within: set[str], facts: Facts) -> tuple[Col, ...]:
    """What groups by a key of another table of figures: the key in the look-up, and the name."""
    if column.table in within:
        return (column,)
    named = looked_up(facts, column)
    if named not in within:
        raise LookupError(column)
    key, names = facts.key(named), facts.display(named)
    return ((key,) if key else ()) + tuple(n for n in names if n != key)


def _shown(item: Item, within: set[str], facts: Facts) -> Item:
    column = item.column
    if column is None and item.formula is None and item.table in within:
        return item
    if column is None or item.formula is not None or item.where:
        raise LookupError(item)
    if column.table in within:
        return item
    named = looked_up(facts, column)
    names = facts.display(named) if named in within else ()
    if item.aggregate or len(names) != 1:
        raise LookupError(item)
    return Item(names[0])


def _place(condition: Condition) -> tuple[str, str]:
    column = condition.item.column if isinstance(condition, Filter) else None
    return (column.table, column.name) if column else ("", "")
