"""All parts of a query, however deep: what features and contradiction checks go through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.ask.translators.rules.query import (
    Col,
    Condition,
    Filter,
    Formula,
    Item,
    Query,
    Scalar,
    Term,
    Via,
    columns_of,
    inside,
    others_figures,
    own_columns,
)


def conditions_in(query: Query) -> Iterator[Condition]:
    """Every condition, those inside others and inside figures too, but for `having`."""
    for q in (query, *query.beside):
        yield from _conditions(q.where)
        for item in _shown(q):
            yield from conditions_of(item)


def filters_in(query: Query) -> Iterator[Filter]:
    """Every comparison, of rows and of groups."""
    yield from (c for c in conditions_in(query) if isinstance(c, Filter))
    for q in (query, *query.beside):
        yield from q.having


def terms_in(query: Query) -> Iterator[Term]:
    """Every item, formula and scalar that is shown, ordered by or compared."""
    for q in (query, *query.beside):
        for item in _shown(q):
            yield from _terms(item)
    for f in filters_in(query):
        yield from _terms(f.item)
        for v in f.values:
            if isinstance(v, Scalar):
                yield from _terms(v)


def figures_in(query: Query) -> Iterator[Item]:
    """Every item that is reckoned over several rows."""
    yield from (t for t in terms_in(query) if isinstance(t, Item) and t.aggregate)


def columns_in(query: Query) -> Iterator[Col]:
    """Every column that the query speaks of, repeats included."""
    for term in terms_in(query):
        if isinstance(term, Item) and term.column:
            yield term.column
    for c in conditions_in(query):
        yield from own_columns(c)
        if not isinstance(c, Via):  # its key says nothing
            yield from (d for i in others_figures(c) for d in columns_of(i))
        if isinstance(c, Filter):
            yield from (alike for v in c.values if isinstance(v, Scalar) for alike in v.same)
    for q in (query, *query.beside):
        yield from (*q.group, *q.among, *q.each)


def formulas_in(query: Query) -> Iterator[Formula]:
    yield from (t for t in terms_in(query) if isinstance(t, Formula))


def _shown(q: Query) -> tuple[Item, ...]:
    return (*q.select, *(o.item for o in q.order), *(f.item for f in q.having))


def _terms(term: Term) -> Iterator[Term]:
    yield term
    if isinstance(term, Formula):
        yield from _terms(term.left)
        yield from _terms(term.right)
    elif isinstance(term, Scalar):
        yield from _terms(term.item)
    elif isinstance(term, Item) and term.formula:
        yield from _terms(term.formula)


def conditions_of(term: Term) -> Iterator[Condition]:
    """The conditions that belong to one figure alone."""
    for t in _terms(term):
        if isinstance(t, Item | Scalar):
            yield from _conditions(t.where)


def _conditions(conditions: Sequence[Condition]) -> Iterator[Condition]:
    for c in conditions:
        yield c
        if isinstance(c, Filter):
            for v in c.values:
                if isinstance(v, Scalar):
                    yield from conditions_of(v)
        else:
            yield from _conditions(inside(c))


def with_items(query: Query, meant: Callable[[Item], Item]) -> Query:
    """The query with what is shown, ordered by and bounded turned into what is meant, item by item."""
    return replace(
        query,
        select=tuple(map(meant, query.select)),
        order=tuple(replace(o, item=meant(o.item)) for o in query.order),
        having=tuple(replace(f, item=meant(f.item)) for f in query.having),
    )


def regrouped(query: Query, now: Col, by: Col) -> Query:
    """The same rows told apart by another column, which stands where the one that does so now is shown and sorted."""

    def turned(item: Item) -> Item:
        return replace(item, column=by) if item == Item(now) else item

    return replace(
        query,
        select=tuple(map(turned, query.select)),
        group=tuple(by if c == now else c for c in query.group),
        order=tuple(replace(o, item=turned(o.item)) for o in query.order),
    )
