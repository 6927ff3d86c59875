"""`without orders`, `not from Oslo`, `except Oslo and Lima`, `rooms never booked`: what there is not."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Things
from core.ask.translators.rules.chart.schema import apart
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Item, Operator, Related

_NOT: dict[Operator, Operator] = {
    "=": "!=", "!=": "=", ">": "<=", "<": ">=", ">=": "<", "<=": ">", "like": "not like", "not like": "like",
}  # fmt: skip

_LISTED = frozenset(("and", ",", "or", "nor"))


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
    """`products never ordered`, where the verb resembles a column of what was done; `drivers never late`, where that
    column says how late they were, or whether."""
    column = columns.columns[0]
    done: tuple[Filter, ...] = ()
    if facts.measure(column) and not facts.year(column):
        done = (Filter(Item(column), ">", (0.0,)),)
    elif truths := facts.flag(column):
        done = (Filter(Item(column), "=", (truths[0],)),)
    return lacking(things, Things(column.table, done), facts)


def listed(one: Predicate, two: Predicate, facts: Facts) -> Predicate | None:
    """`Leith and Dunbar` as what is left out: none of the values."""
    cells = [f for f in (*one.where, *two.where) if isinstance(f, Filter) and f.operator == "="]
    if len(one.where) != 1 or len(two.where) != 1 or len(cells) != 2 or one.having or cells[0].item != cells[1].item:
        return None
    values = (*cells[0].values, *cells[1].values)
    return Predicate((Filter(cells[0].item, "=", values),), (), one.tables) if len(set(values)) > 1 else None


def _turned(c: Condition) -> Condition | None:
    if isinstance(c, Filter) and c.operator in _NOT:
        return Filter(c.item, _NOT[c.operator], c.values)
    return None


RULES = (
    Rule("not", "not", "predicate", "predicate", turned),
    Rule("none of these", "none", "predicate", "predicate", turned, 0.1),
    Rule("but", "cmp:!=", "predicate", "predicate", turned),
    Rule("values left out", "predicate", "predicate", "values", listed, between=_LISTED),
    *(Rule(f"{cue} values", cue, "values", "predicate", turned) for cue in ("not", "none", "cmp:!=")),
    Rule("all but", "but", "predicate", "predicate", turned, 0.3, near=True),
    Rule("none", "none", "things", "lacking", lambda cue, things, facts: things),
    Rule("never done", "none", "column", "lacking done", lambda cue, columns, facts: columns, 0.2, near=True),
    Rule("things without", "things", "lacking", "things", lacking),
    Rule("things never", "things", "lacking done", "things", lacking_done),
)
