"""A comparison with a year, a month or a day as a condition of a column of days or of years."""

from __future__ import annotations

from core.ask.dates import span
from core.ask.translators.rules.chart.meanings import Bound
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Operator

_DAY = len("2024-05-03")


def timed(column: Col, bound: Bound, facts: Facts) -> Condition | None:
    """A comparison of days with a year, a month, a day or a moment of one."""
    if facts.year(column):
        whole = [str(v)[:4] for v in bound.values]
        return (
            Filter(Item(column), bound.operator, tuple(float(v) for v in whole))
            if all(map(str.isdigit, whole))
            else None
        )
    if all(_moment(str(v)) for v in bound.values):
        return Filter(Item(column), bound.operator, tuple(str(v).replace("T", " ") for v in bound.values))
    first, last = span(str(bound.values[0])), span(str(bound.values[-1]))
    if first is None or last is None:
        return None
    parted = str(bound.values[0])[5:6] in ("q", "h")
    if bound.operator == "=" and not parted:
        return Filter(Item(column), "like", (f"{bound.values[0]}%",))
    if bound.operator in ("between", "="):
        found = facts.column(column)
        timed_too = found is not None and found.type == "datetime"
        return Filter(Item(column), "between", (first.first, last.last(timed_too)))
    ends: dict[Operator, tuple[Operator, str]] = {
        ">": (">=", first.beyond), ">=": (">=", first.first), "<": ("<", first.first), "<=": ("<", first.beyond)
    }  # fmt: skip
    made = ends.get(bound.operator)
    return Filter(Item(column), made[0], (made[1],)) if made else None


def _moment(text: str) -> bool:
    """`2024-05-03 08:15`: a day and a time of it."""
    return len(text) > _DAY and span(text[:_DAY]) is not None
