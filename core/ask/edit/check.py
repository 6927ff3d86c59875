"""Whether a query that a person changed fits the tables as they are now."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    AnyOf,
    Col,
    Condition,
    Filter,
    Formula,
    Item,
    Query,
    Scalar,
    Term,
    all_tables,
    inside,
    others_figures,
    own_columns,
)
from core.ask.trees import connect
from core.errors import BadEdit, UnknownName
from core.model import NUMERIC, TEMPORAL

_WHOLE, _RANGE = 1, 2
_NUMBERS = {"sum": "total", "avg": "average", "median": "median"}


def check(query: Query, facts: Facts) -> None:
    """Raises UnknownName for a table or column that is not there, BadEdit for what cannot be asked of them."""
    tables = all_tables(query)
    if not tables or not (query.select or query.everything):
        raise BadEdit("Nothing is shown.", "Choose a figure or a column to show.")
    for table in tables:
        if table not in facts.tables:
            raise UnknownName(table, get_close_matches(table, facts.tables, 3), "table")
    for column in every_column(query):
        _there(column, facts)
    for item in _items(query):
        _figure(item, facts)
    for condition in _conditions(query):
        _complete(condition)
    source = list(dict.fromkeys(facts.source(t) for t in tables))
    if connect(facts.base, source) is None:
        names = " and ".join(f"`{facts.base.table(t).label}`" for t in source)  # type: ignore[union-attr]
        raise BadEdit(f"No join connects {names}.", "Choose another column, or join them by hand.")


def every_column(query: Query) -> Iterator[Col]:
    """Every column that a query speaks of, at any depth."""
    yield from (*query.group, *query.each)
    for item in _items(query):
        yield from _of_term(item)
    for condition in _conditions(query):
        yield from _of_condition(condition)
    for side in query.beside:
        yield from every_column(side)


def _items(query: Query) -> list[Item]:
    return [*query.select, *(o.item for o in query.order), *(f.item for f in query.having)]


def _conditions(query: Query) -> tuple[Condition, ...]:
    return (*query.where, *query.having)


def _of_term(term: Term) -> Iterator[Col]:
    if isinstance(term, Formula):
        yield from _of_term(term.left)
        yield from _of_term(term.right)
    elif isinstance(term, Scalar):
        yield from term.same
        yield from _of_term(term.item)
        for condition in term.where:
            yield from _of_condition(condition)
    elif isinstance(term, Item):
        if term.formula:
            yield from _of_term(term.formula)
        elif term.column:
            yield term.column
        for condition in term.where:
            yield from _of_condition(condition)


def _of_condition(c: Condition) -> Iterator[Col]:
    yield from own_columns(c)
    if isinstance(c, Filter):
        yield from _of_term(c.item)
        for value in c.values:
            if isinstance(value, Scalar):
                yield from _of_term(value)
        return  # the conditions of scalars are among these
    for item in others_figures(c):
        yield from _of_term(item)
    for inner in inside(c):
        yield from _of_condition(inner)


def _there(column: Col, facts: Facts) -> None:
    table = facts.tables.get(column.of or column.table)
    if table is None:
        raise UnknownName(column.table, get_close_matches(column.table, facts.tables, 3), "table")
    found = table.column(column.name)
    if found is None:
        close = get_close_matches(column.name, [c.name for c in table.columns], 3)
        raise UnknownName(f"{column.table}.{column.name}", close, "column")
    years = column.part == "decade" and facts.year(column)
    if column.part and found.type not in TEMPORAL and not years:
        raise BadEdit(f"`{found.label}` holds no dates, so it has no {column.part}.", "Choose a column of dates.")
    if column.part in ("hour", "time") and found.type == "date":
        raise BadEdit(f"`{found.label}` holds days without a time.", "Choose a column of dates with times.")


def _figure(item: Item, facts: Facts) -> None:
    found = facts.column(item.column) if item.column and not item.formula else None
    if found is None or item.aggregate not in _NUMBERS:
        return
    if found.type not in NUMERIC:
        raise BadEdit(
            f"`{found.label}` holds no numbers, so it has no {_NUMBERS[item.aggregate]}.", "Choose a column of numbers."
        )


def _complete(c: Condition) -> None:
    """Raises BadEdit for a condition without the values it needs."""
    if isinstance(c, Filter):
        needed = 0 if c.operator in ("is null", "is not null") else _RANGE if c.operator == "between" else _WHOLE
        if len(c.values) < needed:
            raise BadEdit("A condition lacks its value.", "Choose a value, or take the condition away.")
    if isinstance(c, AnyOf) and not c.parts:
        raise BadEdit("“Any of” needs a condition.", "Add one, or take it away.")
    for inner in inside(c):
        _complete(inner)
