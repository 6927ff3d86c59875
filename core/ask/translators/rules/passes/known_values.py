"""Numbers that stand for nothing known, as a dictionary says or the values themselves.

No average goes over them, no "under 25" holds them, and where the first few groups are asked for they are none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import ge, gt, le, lt
from types import MappingProxyType

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Operator, Query, columns_of
from core.model import NUMERIC, Column
from core.text.unknown import nothing_known, unknown
from core.text.words import words

STAND_INS = frozenset((-1, -9, -99, -999, -9999))
"""Numbers below zero that people write for what is not known."""
_COUNTING = frozenset(("n", "no", "nr", "nb", "num", "number", "count"))
"""First words of headers of counts."""
_FEW = 3
"""Different values of signs: -1, 0 and 1."""
_OFTENER = 2
_MEASURING = ("avg", "sum", "min", "max", "median")
_COMPARED: Mapping[Operator, Callable[[float, float], bool]] = MappingProxyType({"<": lt, "<=": le, ">": gt, ">=": ge})
_RECKONED = frozenset("+-*/")


def known_only(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query without the numbers that stand for nothing known, where they would count as numbers, and without the
    group of what is not known where the first few are asked for.

    A condition that asks for what is not known asks for those numbers too.
    """
    return _without_unknown_group(_without_unknown(query, facts), facts, tokens)


def _without_unknown(query: Query, facts: Facts) -> Query:
    where = tuple(_asked(c, facts) for c in query.where)
    query = replace(query, where=where) if where != query.where else query
    kept = [c for c in left_out(query, facts) if c not in where]
    select = query.select
    if _alone(query) is None:  # what one figure leaves out the others may count
        select = tuple(_over_known(i, facts) if _measures(i) and not i.formula else i for i in select)
    if not kept and select == query.select:
        return query
    known = dict(zip(query.select, select, strict=True))
    order = tuple(replace(o, item=known.get(o.item, o.item)) for o in query.order)
    return replace(query, select=select, where=(*where, *kept), order=order)


def left_out(query: Query, facts: Facts) -> Iterator[Filter]:
    """The conditions that leave out the numbers that stand for nothing known: of the one figure, of what is compared so
    that such a number would do, of what the first few are found by."""
    compared = [c for c in query.where if isinstance(c, Filter) and not c.item.aggregate and not c.item.formula]
    let_in = [c.item.column for c in compared if c.item.column and _lets_in(c, facts)]
    sorted_by = [o.item for o in query.order if query.limit and o.item.aggregate in ("", *_MEASURING)]
    columns: dict[Col, None] = dict.fromkeys((*let_in, *(i.column for i in sorted_by if i.column and not i.formula)))
    if (figure := _alone(query)) is not None:
        columns |= dict.fromkeys(columns_of(figure))
    denied = {c.item.column for c in compared if c.operator == "!="}  # of codes “refused” is one
    for column in columns:
        code = column in denied or facts.identifying(column)
        left = _known(column, facts) if facts.measure(column) or not code else None
        if left is not None:
            yield left


def _measures(item: Item) -> bool:
    """A figure that is reckoned of numbers: of a column, or of several by the four rules."""
    of_numbers = item.formula.operator in _RECKONED if item.formula else item.column is not None
    return item.aggregate in _MEASURING and of_numbers


def _alone(query: Query) -> Item | None:
    """The figure that is reckoned of numbers, where it is the only one."""
    figures = [i for i in query.select if i.aggregate]
    return figures[0] if len(figures) == 1 and _measures(figures[0]) else None


def _lets_in(compared: Filter, facts: Facts) -> bool:
    """A number that stands for nothing known would do."""
    numbers = tuple(unknown_numbers(compared.item.column, facts)) if compared.item.column else ()
    bounds = [float(v) for v in compared.values if isinstance(v, int | float)]
    if compared.operator == "!=":
        return not set(numbers) <= set(bounds)
    if compared.operator != "between" and compared.operator not in _COMPARED:
        return False
    if not bounds:
        return bool(numbers)
    if compared.operator == "between":
        return any(bounds[0] <= n <= bounds[-1] for n in numbers)
    return any(_COMPARED[compared.operator](n, bounds[0]) for n in numbers)


def _without_unknown_group(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The first few groups without the one whose code means that nothing is known, unless the question speaks of it."""
    ranked = query.limit and query.order and query.order[0].item.aggregate
    if not ranked or any(unknown(t.lower) for t in tokens):
        return query
    spoken = {c.item.column for c in query.where if isinstance(c, Filter) and c.operator != "is not null"}
    kept = [f for c in query.group if c not in spoken and not c.part and (f := _told_group(c, facts))]
    return replace(query, where=(*query.where, *kept)) if kept else query


def _told_group(column: Col, facts: Facts) -> Filter | None:
    found = facts.column(column)
    if found is None:
        return None
    none = tuple(value for value, meaning in found.codes if nothing_known(meaning, found.label))
    return Filter(Item(column), "!=", none) if none else None


def _over_known(item: Item, facts: Facts) -> Item:
    left = _known(item.column, facts) if item.column else None
    return replace(item, where=(*item.where, left)) if left else item


def _asked(condition: Condition, facts: Facts) -> Condition:
    """`whose age is not known`: empty, or a number that says so."""
    if not isinstance(condition, Filter) or condition.operator not in ("is null", "is not null"):
        return condition
    column = condition.item.column
    numbers = tuple(unknown_numbers(column, facts)) if column and not condition.item.aggregate else ()
    if column is None or not numbers:
        return condition
    if condition.operator == "is not null":
        return Filter(Item(column), "!=", numbers)
    return AnyOf((condition, Filter(Item(column), "=", numbers)))


def _known(column: Col, facts: Facts) -> Filter | None:
    numbers = tuple(unknown_numbers(column, facts))
    return Filter(Item(column), "!=", numbers) if numbers else None


def unknown_numbers(column: Col, facts: Facts) -> Iterator[float]:
    """The numbers of a measure that stand for nothing known."""
    found = facts.column(column)
    if found is None or not facts.numeric(column):
        return
    told = [float(value) for value, meaning in found.codes if unknown(meaning)]
    alone = stand_in(found) if all(unknown(meaning) for _, meaning in found.codes) else None
    yield from told or ([] if alone is None else [alone])


def stand_in(column: Column) -> float | None:
    """The number that measures nothing, though no document says so: -1, -9, -99… alone lies below zero, and often; -1
    oftener than zero itself. Of what counts (`N_EXCEED`) no value is below zero."""
    low, common = column.profile.minimum, column.profile.common
    if column.type not in NUMERIC or low not in STAND_INS or column.profile.distinct <= _FEW:
        return None
    often = {float(v): many for v, many in common if is_number(v)}
    if any(v < 0 and v != low for v in often):
        return None
    counts = bool(set(words(column.label)[:1]) & _COUNTING)
    many = often.get(float(low), 0)
    least = _OFTENER * often.get(0.0, 0) if low == -1 else 1
    whole = column.type == "integer" or low != -1
    return float(low) if whole and (counts or (many > 1 and many > least)) else None


def is_number(text: str) -> bool:
    """Whether a text is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True
