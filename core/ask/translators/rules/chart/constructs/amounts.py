"""`16 docks or fewer`, `got between 90 and 95`, `earn more than the average`: amounts whose column is not said."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.rules.chart.constructs.comparing import OPERATORS, than
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Predicate, Things
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Operator


def or_more(operator: Operator) -> Callable[[Predicate, Cue, Facts], Predicate | None]:
    """`16 docks or fewer`."""

    def build(met: Predicate, cue: Cue, facts: Facts) -> Predicate | None:
        said = met.where[0] if len(met.where) == 1 and not met.having else None
        if not isinstance(said, Filter) or said.operator != "=" or not all(isinstance(v, float) for v in said.values):
            return None
        return Predicate((Filter(said.item, operator, said.values),), (), met.tables)

    return build


def _beyond_said(operator: Operator) -> Callable[[Cue, Predicate, Facts], Predicate | None]:
    """`under age 30`, `before season 5`."""
    return lambda cue, met, facts: or_more(operator)(met, cue, facts)


def reached(columns: Columns, bound: Bound, facts: Facts) -> Predicate | None:
    """`a level later than 5`: numbers that follow each other."""
    column = columns.columns[0]
    fits = len(columns.columns) == 1 and facts.numeric(column) and not facts.year(column)
    return Predicate((Filter(Item(column), bound.operator, bound.values),), (), (column.table,)) if fits else None


def beyond(things: Things, bound: Bound, facts: Facts) -> Things | None:
    """`pupils who got between 90 and 95`: by the one amount of the things, or else of what they did."""
    numbers = [v for v in bound.values if isinstance(v, float)]
    if bound.dated or len(numbers) != len(bound.values):
        return None
    for table in (things.table, facts.referring(things.table)):
        column = _only(table, facts)
        if column is not None and any(_lies_in(column, n, facts) for n in numbers):
            return restricted(
                things, Predicate((Filter(Item(column), bound.operator, bound.values),), (), (table,)), facts
            )
    return None


def _only(name: str, facts: Facts) -> Col | None:
    """The one amount that the rows of a table differ in."""
    table = facts.tables.get(name)
    columns = [Col(name, c.name) for c in (table.columns if table else ()) if c.profile.distinct > 1]
    found = [c for c in columns if facts.measure(c) and not facts.year(c)]
    return found[0] if len(found) == 1 else None


def _lies_in(column: Col, number: float, facts: Facts) -> bool:
    found = facts.column(column)
    low, high = (found.profile.minimum, found.profile.maximum) if found else (None, None)
    return not (isinstance(low, int | float) and isinstance(high, int | float)) or low <= number <= high


RULES = (
    Rule("so many or more", "predicate", "after:>=", "predicate", or_more(">="), near=True),
    Rule("so many or fewer", "predicate", "after:<=", "predicate", or_more("<="), near=True),
    *(Rule(f"{o} an amount said", f"cmp:{o}", "predicate", "predicate", _beyond_said(o), near=True)
      for o in OPERATORS),
    *(Rule(f"{o} a place said", f"time:{o}", "predicate", "predicate", _beyond_said(o), near=True)
      for o in OPERATORS),
    *(Rule(f"{o} a place", f"time:{o}", "number", "so far", than(o), near=True) for o in OPERATORS),
    Rule("column so far", "column", "so far", "predicate", reached, 0.1),
    Rule("things beyond an amount", "things", "bound", "things", beyond, 0.36),
)  # fmt: skip
