"""`the number of men and women`: a condition that names every value of its column leaves nothing out, so that what is
meant is a figure for each of them. So it is where each is asked for by itself: `how many were allowed, how many not`,
`paid by card and by cash`, `for each year, women and men`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Order, Query

_LEADS = frozenset("on by in at for from of with to".split())
_NEAR = 5
"""Tokens from one of those that are told apart to the other."""
_EACH = frozenset(("each", "every", "per"))
_TOGETHER = frozenset(("altogether", "together", "combined", "total", "either", "or", "both"))


def for_every_value(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A lone figure over all values that are named becomes one for each."""
    apart = asked_apart(tokens)
    one = _counted_once(query) if apart else query
    figures = [i for i in one.select if i.aggregate]
    lone = len(figures) == 1 and len(one.select) == (2 if one.group else 1) and not one.limit and not one.keep
    if not lone or one.share or one.having or _together(tokens, apart):
        return query
    every = next(((c, col) for c in one.where if (col := _every(c, facts, apart)) is not None), None)
    if every is None or every[1] in one.group:
        return query
    condition, column = every
    one = _of_all(one, column, facts) if apart and not _EACH & {t.lower for t in tokens} else one
    rest = tuple(c for c in one.where if c is not condition or apart)
    groups = tuple(i for i in one.select if not i.aggregate)
    order = (*map(Order, groups), Order(figures[0], descending=True))
    return replace(one, select=(*groups, Item(column), *figures), where=rest, group=(*one.group, column), order=order)


def _together(tokens: Sequence[Token], apart: bool) -> bool:
    """One figure is asked for all of them; the total by card and by cash is two totals."""
    said = {t.lower for t in tokens} & _TOGETHER
    in_total = bool(places_of([t.lower for t in tokens], ("in", "total")))
    return bool(said - {"total"} if apart and not in_total else said)


def _of_all(query: Query, column: Col, facts: Facts) -> Query:
    """`visits by women and by men`: of all of them, and not of each by herself."""
    if (
        not query.group
        or any(c.table != column.table for c in query.group)
        or facts.key(column.table) not in query.group
    ):
        return query
    return replace(query, select=tuple(i for i in query.select if i.aggregate), group=(), order=())


def _counted_once(query: Query) -> Query:
    """Of several counts of the rows of one table, each of all of them, one."""
    items = query.select
    tables = {i.column.table if i.column else i.table for i in items}
    plain = all(i.aggregate == "count" and not i.distinct and not i.where for i in items)
    if len(tables) != 1 or not plain or query.group:
        return query
    return replace(query, select=(next((i for i in items if i.column is None), items[0]),))


def asked_apart(tokens: Sequence[Token]) -> bool:
    """`how many` is asked twice, `by card and by cash` is said with the same word before both, or what is told apart
    stands behind it all: `in each year, women and men`."""
    lowers = [t.lower for t in tokens if t.text not in ".?!"]
    if sum(len(places_of(lowers, said)) for said in (("how", "many"), ("number", "of"))) > 1:
        return True
    for i in (i for i, w in enumerate(lowers) if w == "and" and i and lowers[i + 1 : i + 2]):
        again = lowers[i + 1] in _LEADS and lowers[i + 2 : i + 3] in (["those"], ["ones"])  # “…, and of those who …”
        if again or (lowers[i + 1] in _LEADS and lowers[i + 1] in lowers[max(0, i - _NEAR) : i]):
            return True
    pauses = [i for i, w in enumerate(lowers) if w in (",", ":")]
    behind = lowers[pauses[-1] + 1 :] if pauses else []
    return "and" in behind[1:-1] and len(behind) <= _NEAR


def _every(c: Condition, facts: Facts, apart: bool) -> Col | None:
    """The column of which a condition names each value, two at least; where they are asked for `apart`, several."""
    parts = c.parts if isinstance(c, AnyOf) else (c,)
    equal = [f for f in parts if isinstance(f, Filter) and f.operator == "=" and f.item == Item(f.item.column)]
    columns = {f.item.column for f in equal}
    named = {v for f in equal for v in f.values}
    column = columns.pop() if len(columns) == 1 and len(equal) == len(parts) else None
    found = facts.column(column) if column is not None else None
    if found is None or column is None or facts.year(column):  # "in 2021, 2022 and 2023" is a span of time
        return None
    return column if len(named) > 1 and (apart or len(named) == found.profile.distinct) else None
