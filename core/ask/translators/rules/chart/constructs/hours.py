"""`visits after 18:00`, `shifts that start between 6 am and 2 pm`: times of the day, whatever the day."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Clock, Columns, Cue, Predicate, Things
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Operator

_OPERATORS: tuple[Operator, ...] = (">", "<", ">=", "<=")
_TO = frozenset(("and", "to", "till", "until"))


def _than(operator: Operator) -> Callable[[Cue, Clock, Facts], Bound]:
    return lambda cue, clock, facts: Bound(operator, (clock.text,))


def from_to(one: Clock, other: Clock, facts: Facts) -> Bound | None:
    """`9:00 to 12:00`; over midnight it would be two spans."""
    return Bound("between", (one.text, other.text)) if one.text <= other.text else None


def at_column(columns: Columns, hours: Bound, facts: Facts) -> Predicate | None:
    """`arrived after 18:00`."""
    column = columns.columns[0]
    found = facts.column(column)
    if len(columns.columns) > 1 or found is None or found.type not in ("time", "datetime"):
        return None
    return Predicate((Filter(Item(_time(column)), hours.operator, hours.values),), (), (column.table,))


def of_things(things: Things, hours: Bound, facts: Facts) -> Things | None:
    """`visits after 18:00`: by the one column of theirs that has times."""
    timed = [c for c in facts.tables[things.table].columns if c.type in ("time", "datetime")]
    met = at_column(Columns((Col(things.table, timed[0].name),)), hours, facts) if len(timed) == 1 else None
    return restricted(things, met, facts) if met else None


def _time(column: Col) -> Col:
    return Col(column.table, column.name, "time")


RULES = (
    *(Rule(f"{o} a clock", f"time:{o}", "clock", "hours", _than(o), near=True) for o in _OPERATORS),
    Rule("at a clock", "clock", "", "hours", lambda clock, none, facts: Bound("=", (clock.text,)), 0.2),
    Rule("two clocks", "clock", "clock", "clocks", from_to, between=_TO),
    Rule("between clocks", "between", "clocks", "hours", lambda cue, hours, facts: hours, near=True),
    Rule("from clock to clock", "clocks", "", "hours", lambda hours, none, facts: hours, 0.1),
    Rule("column at hours", "column", "hours", "predicate", at_column),
    Rule("things at hours", "things", "hours", "things", of_things),
)  # fmt: skip
