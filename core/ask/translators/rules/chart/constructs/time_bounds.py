"""`took more than 20 days to be delivered`, `delivered within 3 days of the order`: bounds on how long rows last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import (
    Bound,
    Columns,
    Cue,
    Figure,
    Number,
    Predicate,
    Shown,
    Sized,
    Things,
)
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Operator
from core.ask.translators.rules.spans import begun_by, day_of, in_unit, lasts
from core.ask.translators.rules.time_units import UNITS

_OPERATORS: tuple[Operator, ...] = (">", "<", ">=", "<=")
_SINCE = frozenset(("of", "from", "after"))
_FROM = frozenset(("from",))
_BETWEEN = frozenset(("between",))
_BE = frozenset(("be", "being", "was", "were", "until", "for"))
CUES = {
    "unit": tuple(UNITS),
    "took": (
        "take", "took", "takes", "taken", "taking", "last", "lasts", "lasted", "lasting", "went on for", "goes on for",
        "ran for", "stayed", "stay", "wait", "waits", "waited", "waiting",
    ),
    "within": ("within",),
    "and a half": ("and a half",),
    "half a": ("half a", "half an"),
}  # fmt: skip


def so_long(bound: Bound, unit: Cue, facts: Facts) -> Sized | None:
    """`more than 20 days`."""
    return None if bound.dated else Sized(bound, unit=UNITS[unit.text])


def at_least(number: Number, unit: Cue, facts: Facts) -> Sized:
    """`2 hours` ..."""
    return Sized(Bound("=", (number.value,)), unit=UNITS[unit.text])


def _beyond(operator: Operator) -> Callable[[Sized, Cue, Facts], Sized]:
    """... `or more`."""
    return lambda sized, cue, facts: replace(sized, bound=Bound(operator, sized.bound.values))


def until(sized: Sized, columns: Columns, facts: Facts) -> Sized | None:
    """`more than 20 days to be delivered`: from where rows begin to this day."""
    ended = day_of(columns.columns[0], facts)
    begun = begun_by(ended.table, facts) if ended else None
    return replace(sized, ends=(begun, ended)) if begun and ended and begun != ended and not sized.ends else None


def over(sized: Sized, raw: Figure, facts: Facts) -> Sized | None:
    """`more than 20 days from order to delivery`: between the two days that are said."""
    formula = raw.items[0].formula
    if sized.ends or formula is None or not isinstance(formula.left, Item) or not isinstance(formula.right, Item):
        return None
    begun, ended = formula.right.column, formula.left.column
    return replace(sized, ends=(begun, ended)) if begun and ended else None


def since(sized: Sized, columns: Columns, facts: Facts) -> Sized | None:
    """`more than 20 days after they were ordered`."""
    begun = day_of(columns.columns[0], facts)
    return replace(sized, ends=(begun,)) if begun and not sized.ends else None


def apart(columns: Columns, sized: Sized, facts: Facts) -> Predicate | None:
    """`delivered more than 20 days after they were ordered`."""
    ended = day_of(columns.columns[0], facts)
    begun = sized.ends[0]
    if ended is None or ended == begun or ended.table != begun.table:
        return None
    met = _met(ended.table, replace(sized, ends=(begun, ended)), facts)
    return Predicate((met,), (), (ended.table,)) if met else None


def lasted(things: Things, sized: Sized, facts: Facts) -> Things | None:
    """`orders that took more than 20 days`."""
    if any(c.table != things.table for c in sized.ends):
        return None
    met = _met(things.table, sized, facts)
    return restricted(things, Predicate((met,), (), (things.table,)), facts) if met else None


def _met(table: str, sized: Sized, facts: Facts) -> Filter | None:
    numbers = tuple(float(v) for v in sized.bound.values if isinstance(v, int | float))
    if not numbers or len(numbers) < len(sized.bound.values):
        return None
    return lasts(table, sized.bound.operator, numbers, sized.unit, sized.ends, facts)


def _one(operator: Operator) -> Callable[[Cue, Cue, Facts], Sized | None]:
    """`longer than an hour`."""

    def build(cue: Cue, unit: Cue, facts: Facts) -> Sized | None:
        return None if unit.text.endswith("s") else Sized(Bound(operator, (1.0,)), unit=UNITS[unit.text])

    return build


def _one_and(operator: Operator) -> Callable[[Cue, Cue, Facts], Sized | None]:
    """`a week or more`."""
    return lambda unit, cue, facts: _one(operator)(cue, unit, facts)


def done(columns: Columns, sized: Sized, facts: Facts) -> Predicate | None:
    """`delivered within 10 days`: of when rows begin."""
    whole = until(sized, columns, facts) if len(columns.columns) == 1 else None
    met = _met(whole.ends[0].table, whole, facts) if whole else None
    return Predicate((met,), (), (whole.ends[0].table,)) if whole and met else None


def half(cue: Cue, unit: Cue, facts: Facts) -> Sized:
    """`half an hour`."""
    return Sized(Bound("=", (0.5,)), unit=UNITS[unit.text])


def and_half(sized: Sized, cue: Cue, facts: Facts) -> Sized | None:
    """`an hour and a half`."""
    values = sized.bound.values
    plain = len(values) == 1 and isinstance(values[0], float)
    more = tuple(v + 0.5 for v in values if isinstance(v, float))
    return replace(sized, bound=Bound(sized.bound.operator, more)) if plain else None


def _than(operator: Operator) -> Callable[[Cue, Sized, Facts], Sized]:
    """`over half an hour`."""
    return lambda cue, time, facts: replace(time, bound=Bound(operator, time.bound.values))


def shown(what: Shown, sized: Sized, facts: Facts) -> Shown | None:
    """`customers who waited more than 20 days`, where a column holds the customers."""
    things = lasted(what.things, sized, facts)
    return replace(what, things=things) if things else None


def bounded(figure: Figure, sized: Sized, facts: Facts) -> Things | None:
    """`an average duration over 30 minutes`."""
    things, item = figure.things, in_unit(figure.items[0], sized.unit, facts)
    if item is None or not item.aggregate or sized.ends or len(figure.items) > 1 or figure.group:
        return None
    return None if things.having else replace(things, having=(Filter(item, sized.bound.operator, sized.bound.values),))


def at_most(cue: Cue, time: Sized, facts: Facts) -> Sized:
    """`within 3 days`."""
    return replace(time, bound=Bound("<=", time.bound.values))


RULES = (
    Rule("so long", "bound", "unit", "so long", so_long, near=True),
    *(Rule(f"{o} one", f"cmp:{o}", "unit", "so long", _one(o), near=True) for o in _OPERATORS),
    *(Rule(f"one and {o}", "unit", f"after:{o}", "so long", _one_and(o), near=True) for o in _OPERATORS[2:]),
    Rule("done so long", "column", "so long", "predicate", done),
    Rule("half a unit", "half a", "unit", "length", half, near=True),
    *(Rule(f"{o} a time", f"cmp:{o}", "length", "so long", _than(o), 0.01, near=True) for o in _OPERATORS),
    Rule("and a half", "so long", "and a half", "so long", and_half, near=True),
    Rule("shown that last so long", "shown", "so long", "shown", shown, 0.1),
    Rule("figure so long", "figure", "so long", "bounded", bounded),
    Rule("so much time", "number", "unit", "length", at_least, near=True),
    *(Rule(f"time and {o}", "length", f"after:{o}", "so long", _beyond(o), near=True) for o in _OPERATORS[2:]),
    Rule("within a time", "within", "length", "so long", at_most, near=True),
    Rule("took so long", "took", "so long", "so long", lambda cue, sized, facts: sized, near=True),
    Rule("so long until", "so long", "column", "so long", until, 0.05, between=_BE),
    Rule("so long from one end to another", "so long", "span", "so long", over, between=_FROM),
    Rule("so long between the ends", "so long", "both ends", "so long", over, between=_BETWEEN),
    Rule("so long after", "so long", "time:>", "so long after", lambda sized, cue, facts: sized, near=True),
    Rule("so long after a day", "so long after", "column", "so long since", since),
    Rule("so long from a day", "so long", "column", "so long since", since, 0.05, between=_SINCE),
    Rule("a day so long since", "column", "so long since", "predicate", apart),
    Rule("things that last so long", "things", "so long", "things", lasted, 0.05),
    Rule("lasted such", "took", "predicate", "predicate", lambda cue, met, facts: met, near=True),
    Rule("lasted of a quantity", "took", "sized", "sized", lambda cue, sized, facts: sized, near=True),
)  # fmt: skip
