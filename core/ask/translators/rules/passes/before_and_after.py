"""`the average score before and after`: both columns of a pair that differ in their time alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Query

_PAIRS = (frozenset(("before", "after")), frozenset(("pre", "post")))
_FIRST = frozenset(("before", "pre"))
_JOINED = frozenset(("and", "&", "versus", "vs", "against", "than", "to"))
_REACH = 4


def before_and_after(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """With the other column of each pair that a figure is taken of, the earlier one first; what the column must meet
    each meets by itself."""
    if not _both_times(tokens) or query.beside or query.share:
        return query
    figures = [
        i for i in query.select if i.aggregate and i.column and i.formula is None and i.column not in query.group
    ]
    columns = {i.column for i in figures}
    paired = {c: o for c in columns if c is not None and (o := facts.sibling(c)) is not None and o not in columns}
    if not paired:
        return query
    select = tuple(item for i in query.select for item in _paired(i, paired, query.where, facts))
    where = tuple(w for w in query.where if not (i := _own(w)) or i not in paired)
    return replace(query, select=select, where=where)


def _paired(item: Item, paired: dict[Col, Col], where: Sequence[Condition], facts: Facts) -> tuple[Item, ...]:
    column = item.column
    if column is None or not item.aggregate or column not in paired:
        return (item,)
    met = tuple(w for w in where if isinstance(w, Filter) and _own(w) == column)
    one, other = (
        replace(item, column=c, where=(*item.where, *(replace(w, item=replace(w.item, column=c)) for w in met)))
        for c in (column, paired[column])
    )
    return (one, other) if _FIRST & set(facts.spelt(column)) else (other, one)


def _own(condition: Condition) -> Col | None:
    """The column that a condition compares with numbers."""
    plain = isinstance(condition, Filter) and condition.item.formula is None and not condition.item.aggregate
    return condition.item.column if isinstance(condition, Filter) and plain else None


def _both_times(tokens: Sequence[Token]) -> bool:
    """Both times are said, and joined."""
    for at, t in enumerate(tokens):
        pair = next((p for p in _PAIRS if t.lower in p), None)
        for end in range(at + 2, min(len(tokens), at + _REACH)) if pair else ():
            between = {k.lower for k in tokens[at + 1 : end]}
            if pair == frozenset((t.lower, tokens[end].lower)) and between & _JOINED:
                return True
    return False
