"""`products within 10 of the average price`, `a price within 5 percent of the median`: not far from a figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.constructs.nested import compared
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Figure, Number, Predicate, Sized, Things
from core.ask.translators.rules.chart.schema import meant, within
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Formula, Item, Scalar, figure

DECIDES = frozenset(("margin of a figure", "margin of avg", "margin of median"))
CUES = {"not far": ("within", "no further than"), "hundredths": ("percent", "per cent", "%")}


def margin(cue: Cue, number: Number, facts: Facts) -> Sized:
    """`within 10`, `within 5%`."""
    return Sized(Bound("between", (-number.value, number.value)), unit="percent" if number.percent else "")


def in_percent(sized: Sized, cue: Cue, facts: Facts) -> Sized:
    """`within 10 percent`."""
    return replace(sized, unit="percent")


def around(sized: Sized, middle: Figure, facts: Facts) -> Bound | None:
    """`within 10 of the average price`: nested.py says what is compared."""
    item = middle.items[0]
    things = meant(middle.things, facts) if len(middle.items) == 1 and not middle.group else None
    if things is None or not within(things) or item.column is None or item.formula or item.aggregate in ("", "count"):
        return None
    return Bound(
        "between", tuple(Scalar(figure(_off(item, by, sized.unit)), things.where) for by in sized.bound.values)
    )


def _off(item: Item, by: object, unit: str) -> Formula:
    """So far from a figure."""
    assert isinstance(by, float)
    return Formula("*", item, 1 + by / 100) if unit else Formula("+" if by > 0 else "-", item, abs(by))


def _of(function: Aggregate) -> Callable[[Sized, Cue, Facts], Sized]:
    """`within 10 of the average`: of what, is said before it."""
    return lambda sized, cue, facts: replace(sized, function=function)


def around_its_own(columns: Columns, sized: Sized, facts: Facts) -> Predicate | None:
    """`a price within 10 of the average`."""
    column = columns.columns[0]
    bound = around(sized, Figure((Item(column, sized.function),), Things(column.table)), facts)
    return compared(columns, bound, facts) if bound is not None else None


_AROUND = frozenset(("of", "from", "around"))
_MEANS: tuple[Aggregate, ...] = ("avg", "median")
RULES = (
    Rule("margin", "not far", "number", "margin", margin, near=True),
    Rule("margin in percent", "margin", "hundredths", "margin", in_percent, near=True),
    Rule("margin of a figure", "margin", "figure", "figure bound", around, between=_AROUND),
    *(Rule(f"margin of {f}", "margin", f"agg:{f}", "margin of one", _of(f), between=_AROUND) for f in _MEANS),
    Rule("column around its figure", "column", "margin of one", "predicate", around_its_own),
)
