"""`what percentage of orders came from Oslo`: the part of some rows that meets what is said of them behind.

What stands before it, and a time or a place said last, tell of which rows the part is taken.
"""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.counting import rows
from core.ask.translators.rules.chart.constructs.grouping import each
from core.ask.translators.rules.chart.constructs.time_bounds import lasted
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Cue, Date, Figure, Predicate, Sized, Things, Whole
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.chart.timing import timed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Formula, Item, Related
from core.ask.translators.rules.shares import SCOPES, VERBS, portion_of_rows, spans_compared


def of_things(cue: Cue, things: Things, facts: Facts) -> Figure | None:
    """`what percentage of orders`: the rows that it is taken of, counted, and what a whole is."""
    if things.rank or things.having:
        return None
    percent = "percent" in cue.text or "%" in cue.text
    whole = rows(things)
    return replace(whole, items=(*whole.items, Item(formula=Formula("*", 1.0, 100.0 if percent else 1.0))))


def of_such(cue: Cue, met: Predicate, facts: Facts) -> Figure | None:
    """`what percentage of tents`: of the rows that hold a cell."""
    plain = met.where and not met.having
    return of_things(cue, Things(met.tables[0], met.where), facts) if plain else None


def that(whole: Figure, met: Predicate, facts: Facts) -> Figure | None:
    """`… came from Oslo`; of a span of time only rows are reckoned that have one."""
    formula = whole.items[1].formula
    if met.having or len(met.where) > 1 or not isinstance(formula, Formula):
        return None
    if restricted(whole.things, met, facts) is None:
        return None
    if set(met.where) & set(whole.things.where):
        return None
    known = tuple(Filter(f.item, "is not null") for f in spans_compared(met.where) if f.item.formula)
    scale = formula.right if isinstance(formula.right, float) else 1.0
    item = portion_of_rows(whole.things.table, met.where, (), scale)
    return Figure((item,), replace(whole.things, where=(*whole.things.where, *known)))


def that_lasted(whole: Figure, sized: Sized, facts: Facts) -> Figure | None:
    """`what percentage of orders took more than 20 days`."""
    table = whole.things.table
    things = lasted(Things(table), sized, facts)
    return that(whole, Predicate(things.where, (), (table,)), facts) if things else None


def rate(met: Predicate, cue: Cue, facts: Facts) -> Figure | None:
    """`the no-show rate`: the part of all rows that holds a cell, in percent."""
    only = met.where[0] if len(met.where) == 1 and not met.having else None
    if not isinstance(only, Filter) or only.operator != "=" or only.item.aggregate:
        return None
    return Figure((portion_of_rows(met.tables[0], met.where, (), 100.0),), Things(met.tables[0]))


def that_are(whole: Figure, things: Things, facts: Facts) -> Figure | None:
    """`… are orders from Oslo`."""
    plain = things.where and not (things.rank or things.having)
    return that(whole, Predicate(things.where, (), (things.table,)), facts) if plain else None


def that_have(whole: Figure, others: Things, facts: Facts) -> Figure | None:
    """`… have an order of 2024`, `… led to a claim`: for which there is such a row."""
    things = whole.things
    own = others.table != things.table and things.table in facts.above(others.table)
    if not own or others.rank or others.having:
        return None
    return that(whole, Predicate((Related(things.table, (others.table,), others.where),), (), (others.table,)), facts)


def and_that(part: Figure, met: Predicate, facts: Facts) -> Figure | None:
    """`… came from Oslo and were sent`: both are of the part."""
    formula = part.items[0].formula
    if met.having or len(met.where) > 1 or formula is None or restricted(part.things, met, facts) is None:
        return None
    percent = formula.operator == "*"
    ratio = formula.left if percent else formula
    counted = ratio.left if isinstance(ratio, Formula) else ratio
    own = counted.where if isinstance(counted, Item) else ()
    return replace(part, items=(portion_of_rows(part.things.table, (*own, *met.where), (), 100.0 if percent else 1.0),))


def of_those(part: Figure, met: Predicate, facts: Facts) -> Figure | None:
    """`… were sent in Oslo`: of those in Oslo."""
    things = restricted(part.things, met, facts) if not met.having else None
    return replace(part, things=things) if things else None


def at_time(part: Figure, day: Date, facts: Facts) -> Figure | None:
    """`… were sent in 2024`."""
    column = facts.when((part.things.table,))
    met = timed(column, Bound("=", (day.text,), True), facts) if column else None
    return of_those(part, Predicate((met,), (), (part.things.table,)), facts) if met else None


CUES = {"scope": tuple(sorted(SCOPES)), "rate": ("rate",)}
_HAVE = frozenset(
    "have has had got get gets made make makes placed place led lead leads resulted result ended needed need required "
    "received receive involved involve to in with at least one been up a an any".split()
)
_WHO = frozenset(("who", "that", "which"))
_WHEN = frozenset(("in", "during", "from", "on", "of"))
RULES = (
    Rule("share of things", "share", "things", "shared of", of_things),
    Rule("share of such rows", "share", "predicate", "shared of", of_such, 0.1, near=True),
    Rule("share that", "shared of", "predicate", "share of rows", that, 0.02, between=VERBS),
    Rule("share of those who", "shared of", "predicate", "share of rows", that, 0.1, between=_WHO),
    Rule("share that are", "shared of", "things", "share of rows", that_are, 0.05, between=VERBS),
    Rule("share that have others", "shared of", "things", "share of rows", that_have, 0.02, between=_HAVE),
    Rule("share that lasted so long", "shared of", "so long", "share of rows", that_lasted, 0.02, between=VERBS),
    Rule("share that took so long", "shared of", "so long", "share of rows", that_lasted, 0.05, near=True),
    Rule("rate of such rows", "predicate", "rate", "share of rows", rate, 0.02, near=True),
    Rule("share that and that", "share of rows", "predicate", "share of rows", and_that, between=frozenset(("and",))),
    Rule("a place", "scope", "predicate", "place", lambda cue, met, facts: met, near=True),
    Rule("share of those", "share of rows", "place", "share of rows", of_those, near=True),
    Rule("share at a time", "share of rows", "date", "share of rows", at_time, between=_WHEN),
    Rule("share for each", "share of rows", "grouping", "figure", each),
    Rule("the whole: share", "share of rows", "", "whole", lambda part, none, facts: Whole(part)),
)
