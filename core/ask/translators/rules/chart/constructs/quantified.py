"""`cheaper than every product of 2024`, `a price above that of some lamps`: held against all others, or one."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.rules.chart.constructs.nested import compared
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Contrast, Cue, Predicate, Quantified, Things
from core.ask.translators.rules.chart.schema import within
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col, Condition, Filter, Item, Operator, Scalar

DECIDES = frozenset(("column against others", "against others", "of a column of others"))
CUES = {"of all others": ("all", "every", "any", "each of"), "of one of them": ("some", "at least one")}

_OPERATORS: tuple[Operator, ...] = (">", "<")


def _others(some: bool) -> Callable[[Cue, Things, Facts], Quantified | None]:
    """`every lamp`, `some products of 2024`."""

    def build(cue: Cue, things: Things, facts: Facts) -> Quantified | None:
        plain = bool(things.where) and within(things) and not (things.rank or things.having)
        return Quantified(things, some) if plain else None

    return build


def _than(operator: Operator) -> Callable[[Cue, Quantified, Facts], Quantified]:
    """`cheaper than every lamp`, `greater than that of all lamps`."""
    return lambda cue, others, facts: Quantified(others.things, others.some, operator, cue.quantity)


def _against(column: Col, operator: Operator, others: Quantified, facts: Facts) -> Predicate | None:
    """Above the highest of all others, or above the lowest, where one of them will do."""
    if column.table != others.things.table:
        return None
    function: Aggregate = "max" if (operator == ">") != others.some else "min"
    bound = Bound(operator, (Scalar(Item(column, function), others.things.where),))
    return compared(Columns((column,)), bound, facts)


def column_against(columns: Columns, others: Quantified, facts: Facts) -> Predicate | None:
    """`a price above that of every lamp`."""
    alone = len(columns.columns) == 1 and others.operator
    return _against(columns.columns[0], others.operator, others, facts) if alone and others.operator else None


def against(others: Quantified, none: None, facts: Facts) -> Predicate | None:
    """`cheaper than every lamp`: what is compared is known from the word."""
    column = facts.of_quantity(others.quantity, (others.things.table,)) if others.quantity else None
    return _against(column, others.operator, others, facts) if column and others.operator else None


def of_column(contrast: Contrast, others: Quantified, facts: Facts) -> Predicate | None:
    """`below the rating of every song`, `a higher rating than some song`."""
    if contrast.operator not in _OPERATORS or others.operator:
        return None
    return _against(contrast.column, contrast.operator, others, facts)


def column_of_column(columns: Columns, held: Predicate, facts: Facts) -> Predicate | None:
    """`a rating below the rating of every song`: said twice."""
    return held if [compared_column(c) for c in held.where] == list(columns.columns) else None


def compared_column(condition: Condition) -> Col | None:
    """The column that a condition compares."""
    return condition.item.column if isinstance(condition, Filter) else None


_OF = frozenset(("that", "those", "of", "than"))
RULES = (
    Rule("all others", "of all others", "things", "all of them", _others(some=False), near=True),
    Rule("one of the others", "of one of them", "things", "all of them", _others(some=True), near=True),
    *(Rule(f"{o} than others", f"cmp:{o}", "all of them", "than them", _than(o), near=True) for o in _OPERATORS),
    *(
        Rule(f"{o} than that of others", f"cmp:{o}", "all of them", "than them", _than(o), between=_OF)
        for o in _OPERATORS
    ),
    Rule("column against others", "column", "than them", "predicate", column_against),
    Rule("against others", "than them", "", "predicate", against),
    Rule("of a column of others", "contrast of", "all of them", "than theirs", of_column, between=_OF),
    Rule("column of others", "column", "than theirs", "predicate", column_of_column),
    Rule("theirs alone", "than theirs", "", "predicate", lambda held, none, facts: held),
)
