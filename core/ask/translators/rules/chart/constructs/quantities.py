"""`older than 35`, `cheaper than 10`, `40 or older`, `earn more than the average`: bounds that bring their quantity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.ages import age, labelled, older
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Number, Predicate, Shown, Sized, Things
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col, Filter, Item, Operator, Scalar
from core.ask.translators.rules.spans import lasting

_OPERATORS: tuple[Operator, ...] = (">", "<", ">=", "<=")
_MEANS: tuple[Aggregate, ...] = ("avg", "median")
_ENDS: tuple[tuple[Operator, Aggregate], ...] = (("<", "max"), (">", "min"))
_AGED = ("older", "younger")
_OLDEST = 120
_NOT: dict[Operator, Operator] = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}
CUES = {
    "aged": ("years old", "year old", "years of age", "old"),
    "age of": ("the age of", "age of"),
    "years": ("years", "yrs", "years old", "years of age"),
}


def _than(operator: Operator) -> Callable[[Cue, Number, Facts], Sized | None]:
    """`older than 35`."""

    def build(cue: Cue, number: Number, facts: Facts) -> Sized | None:
        return Sized(Bound(operator, (number.value,)), cue.quantity) if cue.quantity else None

    return build


def lived(bound: Bound, none: None, facts: Facts) -> Sized | None:
    """`under 18`, `between 30 and 50`, of those that are born."""
    numbers = [v for v in bound.values if isinstance(v, float)]
    return Sized(bound, "birth") if not bound.dated and numbers and max(numbers) <= _OLDEST else None


def _of_age(operator: Operator) -> Callable[[Cue, Number, Facts], Sized]:
    """`over the age of 40`."""
    return lambda cue, number, facts: Sized(Bound(operator, (number.value,)), "age")


def _mean_age(operator: Operator) -> Callable[[Cue, Cue, Facts], Sized | None]:
    """`older than the average age`."""

    def build(cue: Cue, figure: Cue, facts: Facts) -> Sized | None:
        return Sized(Bound(operator, ()), "age", function="avg") if figure.text == "avg" else None

    return build


def turned(cue: Cue, sized: Sized, facts: Facts) -> Sized | None:
    """`no older than 30`."""
    operator = _NOT.get(sized.bound.operator)
    return replace(sized, bound=Bound(operator, sized.bound.values)) if operator else None


def _beyond(operator: Operator) -> Callable[[Number, Cue, Facts], Sized | None]:
    """`40 or older`."""

    def build(number: Number, cue: Cue, facts: Facts) -> Sized | None:
        return Sized(Bound(operator, (number.value,)), "age") if cue.text.split()[-1] in _AGED else None

    return build


def _figure(operator: Operator, function: Aggregate) -> Callable[[Cue, Cue, Facts], Sized]:
    """`earn more than the average`: of the quantity that is spoken of."""
    return lambda cue, mean, facts: Sized(Bound(operator, ()), cue.quantity, function=function)


def _extreme(operator: Operator, function: Aggregate) -> Callable[[Cue, Cue, Facts], Sized | None]:
    """`below the highest`."""
    return lambda cue, end, facts: None if end.quantity else Sized(Bound(operator, ()), cue.quantity, function=function)


def years(sized: Sized, cue: Cue, facts: Facts) -> Sized | None:
    """`older than 9 years`."""
    return sized if sized.quantity in ("age", "birth") else None


def aged(bound: Bound, cue: Cue, facts: Facts) -> Sized | None:
    """`at least 9 years old`."""
    return None if bound.dated else Sized(bound, "age")


def ages(cue: Cue, bound: Bound, facts: Facts) -> Sized | None:
    """`aged 40 or more`."""
    return aged(bound, cue, facts) if cue.quantity == "age" and cue.text == "aged" else None


def of_things(things: Things, sized: Sized, facts: Facts) -> Things | None:
    """`drivers older than 35`: by their own column of the quantity, or the time that they last."""
    column = facts.of_quantity(sized.quantity, (things.table,)) if sized.quantity else _only(things.table, facts)
    if column is not None and (column.table != things.table or not _held(column, sized, facts)):
        column = None
    if column is not None and facts.dated(column) and not labelled(column, facts):
        return None
    item = Item(column) if column else lasting(things.table, facts) if sized.quantity == "length" else None
    if item is None:
        return None
    if sized.quantity == "birth" and not facts.dated(item.column or Col("", "")):
        return None
    met = compared(item, sized, facts)
    return restricted(things, Predicate(met, (), (things.table,)), facts) if met else None


def of_shown(shown: Shown, sized: Sized, facts: Facts) -> Shown | None:
    """`driver numbers who are older than 35`: of the things that the columns are of."""
    own = not shown.said and all(c.table == shown.things.table for c in shown.columns)
    things = of_things(shown.things, sized, facts) if own else None
    return replace(shown, things=things) if things is not None else None


def since(things: Things, sized: Sized, facts: Facts) -> Things | None:
    """`bikes older than 5 years`: by the one day that they have, if they are no people."""
    column = facts.of_quantity("age", (things.table,)) if sized.quantity == "age" else None
    if column is None or column.table != things.table or facts.persons(things.table):
        return None
    if not facts.dated(column) or labelled(column, facts):
        return None
    met = compared(Item(column), sized, facts)
    return restricted(things, Predicate(met, (), (things.table,)), facts) if met else None


def of_column(columns: Columns, sized: Sized, facts: Facts) -> Predicate | None:
    """`whose salary is above the average`: the figure is of the column that is said."""
    column = columns.columns[0]
    if len(columns.columns) > 1 or not sized.function or not facts.measure(column) or facts.year(column):
        return None
    met = compared(Item(column), sized, facts)
    return Predicate(met, (), (column.table,)) if met else None


def compared(item: Item, sized: Sized, facts: Facts) -> tuple[Filter, ...]:
    """The condition on an item; none where it cannot be said."""
    if sized.function:
        if item.column is not None and not item.formula and facts.dated(item.column):
            item = replace(item, formula=age(item.column, facts))
        if item.formula and sized.function == "median":
            return ()
        figure = Scalar(replace(item, aggregate=sized.function))
        return (Filter(item, sized.bound.operator, (figure,)),)
    numbers = tuple(float(v) for v in sized.bound.values if isinstance(v, int | float))
    if not numbers or len(numbers) < len(sized.bound.values):
        return ()
    if item.column is None or not facts.dated(item.column) or item.formula:
        return (Filter(item, sized.bound.operator, numbers),)
    pairs: tuple[tuple[Operator, float], ...] = ((sized.bound.operator, numbers[0]),)
    if sized.bound.operator == "between":
        pairs = ((">=", numbers[0]), ("<=", numbers[-1]))
    made = [older(item.column, operator, number, facts) for operator, number in pairs]
    return tuple(m for m in made if m is not None) if None not in made else ()


def _held(column: Col, sized: Sized, facts: Facts) -> bool:
    """The column holds the quantity: a figure, or of an age what is older or younger today."""
    if facts.dated(column):
        return sized.quantity in ("age", "birth")
    return facts.measure(column)


def _only(table: str, facts: Facts) -> Col | None:
    """The one figure of a table, where nothing else says which is meant."""
    columns = [Col(table, c.name) for c in facts.tables[table].columns]
    found = [c for c in columns if facts.measure(c) and not facts.year(c)]
    return found[0] if len(found) == 1 else None


RULES = (
    *(Rule(f"{o} of a quantity", f"cmp:{o}", "number", "sized", _than(o), near=True) for o in _OPERATORS[:2]),
    Rule("a bound of a life", "bound", "", "sized", lived, 0.3),
    Rule("age of a number", "age of", "number", "so old", lambda cue, number, facts: number, near=True),
    *(Rule(f"{o} the age of", f"cmp:{o}", "so old", "sized", _of_age(o), near=True) for o in _OPERATORS),
    *(Rule(f"{o} the mean age", f"cmp:{o}", "age figure", "sized", _mean_age(o), near=True) for o in _OPERATORS[:2]),
    *(Rule(f"{cue} of a quantity", cue, "sized", "sized", turned, near=True) for cue in ("not", "none")),
    Rule("of an age between", "ask", "range", "sized", ages, near=True),
    *(Rule(f"a number and {o}", "number", f"after:{o}", "sized", _beyond(o), near=True) for o in _OPERATORS[2:]),
    *(Rule(f"{o} the {f}", f"cmp:{o}", f"agg:{f}", "sized", _figure(o, f), 0.05, near=True)
      for o in _OPERATORS[:2] for f in _MEANS),
    *(Rule(f"{o} the {f} of all", f"cmp:{o}", f"sup:{f}", "sized", _extreme(o, f), 0.05, near=True)
      for o, f in _ENDS),
    Rule("years of a quantity", "sized", "years", "sized", years, near=True),
    Rule("years old", "bound", "aged", "sized", aged, near=True),
    Rule("of an age", "ask", "bound", "sized", ages, near=True),
    Rule("things of a quantity", "things", "sized", "things", of_things),
    Rule("columns of a quantity", "shown", "sized", "shown", of_shown, 0.05),
    Rule("things since so long", "things", "sized", "things", since, 0.4),
    Rule("column against its mean", "column", "sized", "predicate", of_column),
)  # fmt: skip
