"""`without orders`, `not from Oslo`, `rooms never booked`: what there is not."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Things
from core.ask.translators.rules.chart.schema import apart
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Operator, Related

_NOT: dict[Operator, Operator] = {
    "=": "!=", "!=": "=", ">": "<=", "<": ">=", ">=": "<", "<=": ">", "like": "not like", "not like": "like",
}  # fmt: skip


def turned(cue: Cue, met: Predicate, facts: Facts) -> Predicate | None:
    """`not from Oslo`."""
    where = tuple(_turned(c) for c in met.where)
    if met.having or len(where) != 1 or where[0] is None:
        return None
    return Predicate((where[0],), (), met.tables)


def lacking(things: Things, lacked: Things, facts: Facts) -> Things | None:
    """`customers without orders (of 2024)`."""
    if things.table == lacked.table or lacked.rank or lacked.having or not apart(things.table, lacked.table, facts):
        return None
    none = Related(things.table, (lacked.table,), lacked.where, negated=True)
    return Things(things.table, (*things.where, none), things.having, things.rank)


def lacking_done(things: Things, columns: Columns, facts: Facts) -> Things | None:
    """`products never ordered`, where the verb resembles a column of what was done."""
    return lacking(things, Things(columns.columns[0].table), facts)


def _turned(c: Condition) -> Condition | None:
    if isinstance(c, Filter) and c.operator in _NOT:
        return Filter(c.item, _NOT[c.operator], c.values)
    return None


RULES = (
    Rule("not", "not", "predicate", "predicate", turned),
    Rule("none of these", "none", "predicate", "predicate", turned, 0.1),
    Rule("but", "cmp:!=", "predicate", "predicate", turned),
    Rule("none", "none", "things", "lacking", lambda cue, things, facts: things),
    Rule("never done", "none", "column", "lacking done", lambda cue, columns, facts: columns, 0.2, near=True),
    Rule("things without", "things", "lacking", "things", lacking),
    Rule("things never", "things", "lacking done", "things", lacking_done),
)
