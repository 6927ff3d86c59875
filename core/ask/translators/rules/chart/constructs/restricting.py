"""`customers from Oslo`, `with a total above 20`: what rows must meet."""

from __future__ import annotations

from core.ask.label_stems import KEY_STEMS
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Date, Number, Predicate, Things, Value
from core.ask.translators.rules.chart.schema import counted, restricted
from core.ask.translators.rules.chart.timing import timed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Scalar
from core.model import TEMPORAL


def cell(value: Value, none: None, facts: Facts) -> Predicate:
    return Predicate((Filter(Item(value.column), "=", (value.text,)),), (), (value.column.table,))


def own_cell(columns: Columns, value: Value, facts: Facts) -> Predicate | None:
    """`city Oslo`."""
    return cell(value, None, facts) if columns.columns == (value.column,) else None


def compared(columns: Columns, bound: Bound, facts: Facts) -> Predicate | None:
    """`a total above 20`, `placed after 2023`."""
    column = columns.columns[0]
    if len(columns.columns) > 1:
        return None
    found = facts.column(column)
    if found is None or ((found.type in TEMPORAL) != bound.dated and not facts.year(column)):
        return None
    if facts.year(column) and not bound.dated and any(isinstance(v, float) and 0 < v < _YEARS for v in bound.values):
        return None  # so many of something
    if found.type not in TEMPORAL and not facts.measure(column) and not facts.year(column):
        return None
    if found.type not in TEMPORAL and any(isinstance(v, str) and not v.isdecimal() for v in bound.values):
        return None  # a month, where only the year is known
    made = (
        timed(column, bound, facts) if found.type in TEMPORAL else Filter(Item(column), bound.operator, _plain(bound))
    )
    return Predicate((made,), (), (column.table,)) if made else None


def told_by_number(columns: Columns, bound: Bound, facts: Facts) -> Predicate | None:
    """`a shelf number above 20`: a number that names things, compared as one."""
    column = columns.columns[0]
    plain = len(columns.columns) == 1 and not bound.dated and facts.numeric(column) and facts.identifying(column)
    other = facts.refers(column) is not None and not facts.speaks(column, KEY_STEMS)  # so many of them
    if not plain or facts.year(column) or other:
        return None
    return Predicate((Filter(Item(column), bound.operator, _plain(bound)),), (), (column.table,))


def equal(columns: Columns, number: Number, facts: Facts) -> Predicate | None:
    """`year 2014`, `amount 3`."""
    column = columns.columns[0]
    fits = len(columns.columns) == 1 and facts.numeric(column) and not number.word
    return Predicate((Filter(Item(column), "=", (number.value,)),), (), (column.table,)) if fits else None


def other_number(cue: Cue, number: Number, facts: Facts) -> Bound:
    """`not 999`, `other than 999`."""
    return Bound("!=", (number.value,))


def differs(columns: Columns, numbers: Bound, facts: Facts) -> Predicate | None:
    """`where the total is not 999`."""
    column = columns.columns[0]
    fits = len(columns.columns) == 1 and facts.numeric(column) and not facts.identifying(column)
    return Predicate((Filter(Item(column), "!=", numbers.values),), (), (column.table,)) if fits else None


def several(one: Number, other: Number, facts: Facts) -> Bound | None:
    """`1 or 2`, `1, 2 or 3`."""
    return Bound("=", (one.value, other.value)) if one.value != other.value else None


def one_of(columns: Columns, numbers: Bound, facts: Facts) -> Predicate | None:
    """`rated 1 or 2`."""
    column = columns.columns[0]
    fits = len(columns.columns) == 1 and facts.numeric(column)
    return Predicate((Filter(Item(column), "=", numbers.values),), (), (column.table,)) if fits else None


def many(bound: Bound, things: Things, facts: Facts) -> Predicate | None:
    """`more than 3 orders`: so many rows of another table."""
    if bound.dated or things.rank or things.having or things.where:
        return None
    return Predicate((), (Filter(counted(things.table), bound.operator, bound.values),), (things.table,))


def many_values(bound: Bound, columns: Columns, facts: Facts) -> Predicate | None:
    """`more than one sponsor`, where rows of another table name them: so many different ones."""
    column = columns.columns[0]
    found = facts.column(column)
    names = found is not None and found.type == "text" and facts.flag(column) is None
    if len(columns.columns) > 1 or bound.dated or not names:
        return None
    item = Item(column, "count", distinct=True)
    return Predicate((), (Filter(item, bound.operator, bound.values),), (column.table,))


def so_many(number: Number, things: Things, facts: Facts) -> Predicate | None:
    """`two orders`."""
    whole = number.value.is_integer() and number.value >= 1
    return many(Bound("=", (number.value,)), things, facts) if whole else None


def having(things: Things, met: Predicate, facts: Facts) -> Things | None:
    """`customers with two orders`."""
    return such(things, met, facts) if things.table not in met.tables else None


def when(things: Things, day: Date, facts: Facts) -> Things | None:
    """`orders in 2024`: by the date of the things."""
    column = facts.when((things.table,), day=len(day.text) > len("2024"))
    found = timed(column, Bound("=", (day.text,), True), facts) if column else None
    return restricted(things, Predicate((found,), (), (things.table,)), facts) if found else None


def when_bound(things: Things, bound: Bound, facts: Facts) -> Things | None:
    """`orders after 2023`."""
    days = any(len(str(v)) > len("2024") for v in bound.values)
    column = facts.when((things.table,), day=days) if bound.dated else None
    found = timed(column, bound, facts) if column else None
    return restricted(things, Predicate((found,), (), (things.table,)), facts) if found else None


def such(things: Things, met: Predicate, facts: Facts) -> Things | None:
    return restricted(things, met, facts) if things.table not in met.tables or not met.having else None


def _plain(bound: Bound) -> tuple[float | str | Scalar, ...]:
    return tuple(float(v) if isinstance(v, str) else v for v in bound.values)


_YEARS = 100.0
"""From what number on a year may be meant."""
_OR = frozenset(("or", ",", "and"))
_HAVE = frozenset("with have has had having".split())
WHEN = frozenset(("in", "during", "of", "from", "on"))
_DONE = frozenset(("was", "were", "is", "are", "been", "did"))
RULES = (
    Rule("cell", "value", "", "predicate", cell),
    Rule("cell of a column", "column", "value", "predicate", own_cell),
    Rule("cell before its column", "value", "column", "predicate", lambda v, c, k: own_cell(c, v, k)),
    Rule("column compared", "column", "bound", "predicate", compared),
    Rule("compared column", "bound", "column", "predicate", lambda b, c, k: compared(c, b, k), 0.05),
    Rule("column equals", "column", "number", "predicate", equal, 0.2),
    Rule("number of a column", "number", "column", "predicate", lambda n, c, k: equal(c, n, k), 0.3, near=True),
    *(Rule(f"{cue} a number", cue, "number", "other number", other_number, near=True)
      for cue in ("not", "none", "cmp:!=")),
    Rule("column differs", "column", "other number", "predicate", differs, 0.05),
    Rule("one number or another", "number", "number", "numbers", several, between=frozenset(("or",))),
    Rule("a number, or others", "number", "numbers", "numbers",
         lambda n, b, k: Bound("=", (n.value, *b.values)) if n.value not in b.values else None, between=_OR),
    Rule("column is one of", "column", "numbers", "predicate", one_of, 0.1),
    Rule("so many different", "number", "distinct", "number", lambda n, cue, facts: n, near=True),
    Rule("so many rows", "bound", "things", "predicate", many),
    Rule("so many values", "bound", "column", "predicate", many_values, 0.2, near=True),
    Rule("a number of rows", "number", "things", "so many", so_many, near=True),
    Rule("things that have so many", "things", "so many", "things", having, 0.05, between=_HAVE),
    Rule("things of a time", "things", "date", "things", when, 0.05, between=WHEN),
    Rule("things before or after", "things", "bound", "things", when_bound, 0.1),
    Rule("things that", "things", "predicate", "things", such),
    Rule("things done", "predicate", "things", "things", lambda p, t, k: such(t, p, k), between=_DONE),
    Rule("such things", "predicate", "things", "things", lambda p, t, k: such(t, p, k), 0.02, near=True),
    Rule("number compared", "column", "bound", "predicate", told_by_number, 0.15),
)  # fmt: skip
