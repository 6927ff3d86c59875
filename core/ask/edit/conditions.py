"""Changes of a query's conditions. A condition is named by its way in: (2, 0) is the first inside the third.

Bounds on the figures of groups (`having`) stand behind the conditions of `where`, in one numbering.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeAlias, assert_never

from core.ask.dates import span, spelt_out
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Best,
    Col,
    Condition,
    Filter,
    Item,
    Operator,
    Query,
    Ranked,
    Related,
    Scalar,
    Via,
    inside,
)
from core.ask.translators.rules.shares import parted
from core.errors import BadEdit

Way: TypeAlias = tuple[int, ...]
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d)?)?)?)?")
_UNSETS: tuple[Operator, ...] = ("is null", "is not null")
_IN: tuple[Operator, ...] = ("like", "not like")
_MONTH = re.compile(r"\d{4}(-\d\d)?")
_ONE: tuple[Operator, ...] = ("<", "<=", ">", ">=")


def holding(c: Condition, inner: Sequence[Condition]) -> Condition:
    """The same condition with others in it."""
    if isinstance(c, Filter):
        if not any(isinstance(v, Scalar) for v in c.values):
            raise BadEdit("A comparison with a value holds no conditions.")
        held = (replace(v, where=tuple(inner)) if isinstance(v, Scalar) else v for v in c.values)
        return replace(c, values=tuple(held))
    if isinstance(c, Related):
        bounds = tuple(f for f in inner if isinstance(f, Filter) and f.item.aggregate)
        return replace(c, where=tuple(w for w in inner if w not in bounds), bounds=bounds)
    if isinstance(c, AnyOf):
        return replace(c, parts=tuple(inner))
    if isinstance(c, Among | Via | Ranked):
        return replace(c, where=tuple(inner))
    assert_never(c)


def condition_at(query: Query, way: Way) -> Condition:
    """Raises BadEdit when there is none."""
    conditions: Sequence[Condition] = (*query.where, *query.having)
    try:
        for step in way[:-1]:
            conditions = inside(conditions[step])
        return conditions[way[-1]]
    except IndexError as gone:
        raise BadEdit("This condition is no longer there.", "Look at the reading as it is now.") from gone


def put(query: Query, way: Way, condition: Condition) -> Query:
    """With another condition in the place of one."""
    condition_at(query, way)
    return _changed(query, way, lambda _: (condition,))


def taken_away(query: Query, way: Way) -> Query:
    """Without a condition; an “any of” that is left with one part becomes that part, with none it goes too."""
    condition_at(query, way)
    return _changed(query, way, lambda _: ())


def added(query: Query, condition: Condition, way: Way = ()) -> Query:
    """With one more condition, at the end of the query's own or of those in the one at `way`; a figure's is a bound."""
    if not way:
        if isinstance(condition, Filter) and condition.item.aggregate:
            return replace(query, having=(*query.having, condition))
        return replace(query, where=(*query.where, condition))
    holder = condition_at(query, way)
    return put(query, way, holding(holder, (*inside(holder), condition)))


def of_those_when(query: Query, condition: Condition, facts: Facts) -> Query:
    """A percentage taken of the rows of a time that was added to its conditions, and not of all."""
    column = condition.item.column if isinstance(condition, Filter) and not condition.item.formula else None
    if not query.share or column is None or column in query.among or not facts.dated(column):
        return query
    among = (*query.among, column)
    return replace(query, among=among) if parted(query.where, among)[1] else query


def any_of(query: Query, way: Way, other: Condition) -> Query:
    """The condition or another one."""
    found = condition_at(query, way)
    parts = found.parts if isinstance(found, AnyOf) else (found,)
    return put(query, way, AnyOf((*parts, other)))


def all_of(query: Query, way: Way) -> Query:
    """All parts of an “any of” in its place: each must hold."""
    found = condition_at(query, way)
    if not isinstance(found, AnyOf):
        raise BadEdit("Only of several conditions one may be enough.")
    return _changed(query, way, lambda _: found.parts)


def compared(f: Filter, operator: Operator, timed: bool = False) -> Filter:
    """The comparison with another operator; its values are kept as far as they fit. Of a month or a year that days
    were in, the first day or the last one is compared with; `timed`: what is compared has times too."""
    values = f.values
    if f.operator in _IN and operator not in _IN and all(isinstance(v, str) and _period(v) for v in values):
        return replace(f, operator=operator, values=_ends(operator, [_period(str(v)) for v in values], timed))
    if operator in _UNSETS:
        values = ()
    elif operator == "between":
        values = values[:2] if len(values) > 1 else (*values, *values)
    elif operator in _ONE:
        values = values[:1]
    if operator in ("like", "not like") and f.operator not in ("like", "not like"):
        values = tuple(contains(str(v)) if isinstance(v, str | float) else v for v in values)
    elif f.operator in ("like", "not like") and operator not in ("like", "not like"):
        values = tuple(bare(v) if isinstance(v, str) else v for v in values)
    return replace(f, operator=operator, values=values)


def of_figure(f: Filter, item: Item, facts: Facts) -> Filter:
    """The same bound on another figure; of the first or the last day none of a number."""
    days = [bool(i.column and facts.dated(i.column) and i.aggregate in ("min", "max")) for i in (f.item, item)]
    return replace(f, item=item, values=f.values if days[0] == days[1] else ())


def _period(pattern: str) -> str:
    """The month or the year of `2024-03%`; "" of any other pattern."""
    text = bare(pattern)
    return text if pattern == f"{text}%" and _MONTH.fullmatch(text) and span(text) else ""


def _ends(operator: Operator, periods: Sequence[str], timed: bool) -> tuple[str, ...]:
    """The days that a comparison needs of some months or years; none where it needs one day."""
    if not periods or operator in (*_UNSETS, "=", "!="):
        return ()
    first, last = min(periods), max(periods)
    if operator == "between":
        return first_day(first), last_day(last, timed)
    return (first_day(first) if operator in ("<", ">=") else last_day(last, timed),)


def first_day(period: str) -> str:
    """The first day of a year or a month (ISO)."""
    days = span(period)
    return days.first if days else period


def last_day(period: str, timed: bool = False) -> str:
    """The last day of a year or a month, its last second if times are compared (ISO)."""
    days = span(period)
    return days.last(timed) if days else period


def with_values(f: Filter, values: Sequence[str | float | Scalar | Col]) -> Filter:
    """The comparison with these values; as it was where they are the same. A day that is a figure of all days, as the
    latest one, is compared as it stands."""
    if tuple(values) == f.values:
        return f
    looked_up = any(isinstance(v, Scalar) for v in values)
    like: dict[Operator, Operator] = {"like": "=", "not like": "!="}
    return replace(f, operator=like.get(f.operator, f.operator) if looked_up else f.operator, values=tuple(values))


def related(table: str, other: str, negated: bool, *bounds: Filter) -> Related:
    """Rows of `table` that have, or have no, rows of `other`; with bounds, those whose figures meet them."""
    return Related(table, (other,), (), negated, bounds)


def best_of(group: Col, measure: Col, descending: bool) -> Best:
    """The rows with the most (or least) of a column among those alike in another."""
    return Best(group, measure, descending)


def contains(text: str, begins: bool = False, ends: bool = False) -> str:
    """A LIKE pattern for a part of a text; its own signs mean themselves."""
    plain = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"{'' if begins else '%'}{plain}{'' if ends else '%'}"


def how(pattern: str) -> str:
    """Which part of a text a LIKE pattern is: its beginning ("begins"), its end ("ends") or any ("part")."""
    begins, ends = not pattern.startswith("%"), not pattern.endswith("%") or pattern.endswith("\\%")
    return "part" if begins == ends else "begins" if begins else "ends"


def patterned(text: str, part: str) -> str:
    """The LIKE pattern of a text's beginning, end or any part, as `how` calls them."""
    return contains(text, begins=part == "begins", ends=part == "ends")


def written_date(text: str, whole: bool) -> str | None:
    """A date as it is compared, of one that a person wrote: ISO, `31 March 2024` or `today`; None where it is none.

    With `whole` a month or a year stays as it is, to be the beginning of dates; else its first day is meant.
    """
    text = date.today().isoformat() if text.strip().casefold() == "today" else spelt_out(text.strip())
    if not _DATE.fullmatch(text):
        return None
    return text if whole else text + "-01" * ((len("2024-03-31") - len(text)) // len("-01"))


def bare(pattern: str) -> str:
    """The text of a LIKE pattern."""
    return pattern.strip("%").replace("\\%", "%").replace("\\_", "_").replace("\\\\", "\\")


def _changed(query: Query, way: Way, change: Callable[[Condition], tuple[Condition, ...]]) -> Query:
    if way[0] < len(query.where):
        return replace(query, where=_within(query.where, way, change))
    bounds = _within(query.having, (way[0] - len(query.where), *way[1:]), change)
    having = tuple(f for f in bounds if isinstance(f, Filter) and f.item.aggregate)
    return replace(query, where=(*query.where, *(c for c in bounds if c not in having)), having=having)


def _within(
    conditions: tuple[Condition, ...], way: Way, change: Callable[[Condition], tuple[Condition, ...]]
) -> tuple[Condition, ...]:
    at, rest = way[0], way[1:]
    old = conditions[at]
    new: tuple[Condition, ...]
    if not rest:
        new = change(old)
    else:
        inner = _within(inside(old), rest, change)
        new = inner if isinstance(old, AnyOf) and len(inner) < 2 else (holding(old, inner),)
    return (*conditions[:at], *new, *conditions[at + 1 :])
