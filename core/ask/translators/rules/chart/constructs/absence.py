"""`without orders`, `not from Oslo`, `except Oslo and Lima`, `rooms never booked`: what there is not."""

from __future__ import annotations

from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Shown, Text, Things
from core.ask.translators.rules.chart.schema import apart
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Operator, Related, compared_table
from core.model import TEMPORAL
from core.text.synonyms import synonyms

_NOT: dict[Operator, Operator] = {
    "=": "!=", "!=": "=", ">": "<=", "<": ">=", ">=": "<", "<=": ">", "like": "not like", "not like": "like",
}  # fmt: skip

_USED = frozenset(map(stem, ("used", "utilised", "utilized")))
_SHORTEST = 4
_NEVER = ("never",)
_JOINED = frozenset(map(stem, "signed enrolled registered booked joined attended entered".split()))
PLACES = frozenset(map(stem, "booking enrolment registration signup reservation attendance entry ticket".split()))
"""What those have who signed up for something."""
_BUT = frozenset(("but", "though", "yet"))
_BY = frozenset(("by", "in", "on", "for"))
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


def other_than(things: Things, others: Things, facts: Facts) -> Things | None:
    """`customers except those who have an order of 2024`: of the same table, those that do not meet what others do."""
    met = others.where[0] if len(others.where) == 1 and not (others.rank or others.having) else None
    if met is None or things.table != others.table or things.rank:
        return None
    if isinstance(met, Related):
        none: Condition | None = replace(met, negated=not met.negated) if not met.bounds else None
    else:
        none = _turned(met) if isinstance(met, Filter) and compared_table(met) == things.table else None
    return replace(things, where=(*things.where, none)) if none is not None else None


def shown_lacking(shown: Shown, lacked: Things, facts: Facts) -> Shown | None:
    """`product titles without orders`, with a column that tells the things apart or that they are called by."""
    table = shown.things.table
    own = all(c.table == table for c in shown.columns)
    names = (facts.key(table), *facts.display(table))
    tells = own and any(facts.telling(c) or c in names for c in shown.columns)
    things = lacking(shown.things, lacked, facts) if tells and lacked.table not in facts.owners(table) else None
    return replace(shown, things=things) if things else None


def lacking_done(things: Things, columns: Columns, facts: Facts) -> Things | None:
    """`products never ordered`, where the verb resembles a column of what was done; `drivers never late`, where that
    column says how late they were, or whether."""
    column = columns.columns[0]
    done: tuple[Filter, ...] = ()
    if facts.measure(column) and not facts.year(column) and not _below_zero(column, facts):
        done = (Filter(Item(column), ">", (0.0,)),)
    elif truths := facts.flag(column):
        done = (Filter(Item(column), "=", (truths[0],)),)
    return lacking(things, Things(column.table, done), facts)


def _below_zero(column: Col, facts: Facts) -> bool:
    """Some of its figures are negative: `no charge` of ions is none at all, and not none above 0."""
    held = facts.column(column)
    low = held.profile.minimum if held is not None else None
    return isinstance(low, int | float) and low < 0


def unreferred(things: Things, columns: Columns, facts: Facts) -> Things | None:
    """`staff who never had a shift`, where the column of another table says whose it is."""
    column = columns.columns[0]
    told = any(
        (j.child_table, j.child, j.parent_table) == (column.table, (column.name,), things.table) and not j.is_self
        for j in facts.schema.joins
    )
    return lacking(things, Things(column.table), facts) if told and len(columns.columns) == 1 else None


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


def empty(cue: Cue, columns: Columns, facts: Facts) -> Columns | None:
    """`no phone`: a column that has cells without a value."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    fits = len(columns.columns) == 1 and found is not None and found.profile.nulls and not facts.flag(column)
    return columns if fits and cue.text not in _NEVER else None


def not_yet(cue: Cue, columns: Columns, facts: Facts) -> Columns | None:
    """`have not retired`: no date yet."""
    found = facts.column(columns.columns[0])
    return empty(cue, columns, facts) if found is not None and found.type in TEMPORAL else None


def with_none(things: Things, columns: Columns, facts: Facts) -> Things | None:
    """`members who have no phone`: of their own columns."""
    column = columns.columns[0]
    if column.table != things.table:
        return None
    return Things(things.table, (*things.where, Filter(Item(column), "is null")), things.having, things.rank)


def untouched(things: Things, verb: Text, facts: Facts) -> Things | None:
    """`unused bikes`, `bikes never repaired`: those that no row of what is done refers to."""
    done = facts.referring(things.table) if verb.text in _USED else doings(things.table, verb.text, facts)
    return lacking(things, Things(done), facts) if done else None


def doings(table: str, verb: str, facts: Facts) -> str:
    """The table that refers to the things and is called after the verb, or by another word for it: `repairs`; the one
    of bookings, of what people sign up for."""
    said = {verb, *map(stem, synonyms().get(verb, ()))}
    below = dict.fromkeys(j.child_table for j in facts.schema.joins if j.parent_table == table and not j.is_self)
    labels = {t: set(stems(facts.tables[t].label)) for t in below if len(verb) >= _SHORTEST}
    if called := [t for t, label in labels.items() if said & label]:
        return called[0]
    places = [t for t, label in labels.items() if verb in _JOINED and PLACES & label]
    return places[0] if len(places) == 1 else ""


RULES = (
    Rule("not", "not", "predicate", "predicate", turned, 0.02),
    Rule("none of these", "none", "predicate", "predicate", turned, 0.1),
    Rule("but", "cmp:!=", "predicate", "predicate", turned),
    Rule("values left out", "predicate", "predicate", "values", listed, between=_LISTED),
    *(Rule(f"{cue} values", cue, "values", "predicate", turned, 0.02) for cue in ("not", "none", "cmp:!=")),
    Rule("all but", "but", "predicate", "predicate", turned, 0.3, near=True),
    Rule("none", "none", "things", "lacking", lambda cue, things, facts: things),
    Rule("never done", "none", "column", "lacking done", lambda cue, columns, facts: columns, 0.2, near=True),
    Rule("no value", "none", "column", "empty", empty),
    Rule("not yet", "not", "column", "empty", not_yet, near=True),
    Rule("things with no value", "things", "empty", "things", with_none),
    Rule("never so done", "none", "verb", "undone", lambda cue, verb, facts: verb),
    Rule("not so done", "not", "verb", "undone", lambda cue, verb, facts: verb),
    Rule("undone things", "undone", "things", "things", lambda v, t, k: untouched(t, v, k), near=True),
    Rule("things left undone", "things", "undone", "things", untouched),
    Rule("left undone by some", "undone", "things", "lacking", lambda v, t, k: t, between=_BY),
    Rule("but for those", "cmp:!=", "things", "all but those", lambda cue, things, facts: things),
    Rule("things but for those", "things", "all but those", "things", other_than),
    Rule("things without", "things", "lacking", "things", lacking),
    Rule("things, but without", "things", "lacking", "things", lacking, between=_BUT),
    Rule("shown without", "shown", "lacking", "shown", shown_lacking, 0.05),
    Rule("none of theirs", "none", "column", "lacking theirs", lambda cue, columns, facts: columns, 0.1),
    Rule("things with none of theirs", "things", "lacking theirs", "things", unreferred),
    Rule("things never", "things", "lacking done", "things", lacking_done),
)
