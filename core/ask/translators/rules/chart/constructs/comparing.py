"""`more than 3`, `after 2014`, `between 2 and 5`, `5 or more`: bounds."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Cue, Date, Number
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Operator

OPERATORS: tuple[Operator, ...] = (">", "<", ">=", "<=")
_AND = frozenset(("and", "to"))


def than(operator: Operator) -> Callable[[Cue, Number, Facts], Bound]:
    return lambda cue, number, facts: Bound(operator, (number.value,))


def _behind(operator: Operator) -> Callable[[Number, Cue, Facts], Bound]:
    return lambda number, cue, facts: Bound(operator, (number.value,))


def _time(operator: Operator) -> Callable[[Cue, Date, Facts], Bound]:
    return lambda cue, date, facts: Bound(operator, (date.text,), dated=True)


def _day(operator: Operator) -> Callable[[Cue, Date, Facts], Bound | None]:
    """`≥ 2024-05-01`: a month or a day; a year may be a number like others."""
    return lambda cue, date, facts: Bound(operator, (date.text,), dated=True) if "-" in date.text else None


def from_to(one: Number, other: Number, facts: Facts) -> Bound | None:
    return Bound("between", (one.value, other.value)) if one.value <= other.value else None


def dates(one: Date, other: Date, facts: Facts) -> Bound | None:
    return Bound("between", (one.text, other.text), dated=True) if one.text <= other.text else None


RULES = (
    *(Rule(f"{o} a number", f"cmp:{o}", "number", "bound", than(o), near=True) for o in OPERATORS),
    Rule("a number >=", "number", "after:>=", "bound", _behind(">="), near=True),
    Rule("a number <=", "number", "after:<=", "bound", _behind("<="), near=True),
    *(Rule(f"{o} a time", f"time:{o}", "date", "bound", _time(o), near=True) for o in OPERATORS),
    *(Rule(f"{o} a day", f"cmp:{o}", "date", "bound", _day(o), near=True) for o in OPERATORS),
    Rule("two numbers", "number", "number", "range", from_to, between=_AND),
    Rule("two times", "date", "date", "range", dates, between=_AND),
    Rule("between", "between", "range", "bound", lambda cue, bound, facts: bound, near=True),
)  # fmt: skip
