"""`customers who ordered more than twice`, `products sold at least 3 times`: how often something was done."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.rules.chart.constructs.absence import doings
from core.ask.translators.rules.chart.constructs.comparing import OPERATORS
from core.ask.translators.rules.chart.constructs.restricting import many
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Cue, Figure, Number, Predicate, Text, Things
from core.ask.translators.rules.chart.schema import counted, restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Operator

_TIMES = {"once": 1.0, "twice": 2.0}
CUES = {"occasions": ("times", "time", "different times", "separate times"), "once": tuple(_TIMES)}


def _than(operator: Operator) -> Callable[[Cue, Cue, Facts], Bound]:
    """`more than twice`."""
    return lambda cue, times, facts: Bound(operator, (_TIMES[times.text],))


def as_often(bound: Bound, cue: Cue, facts: Facts) -> Bound | None:
    """`more than 3 times`."""
    return None if bound.dated else bound


def so_often(number: Number, cue: Cue, facts: Facts) -> Bound:
    """`3 times`."""
    return Bound("=", (number.value,))


def rows(things: Things, often: Bound, facts: Facts) -> Predicate | None:
    """`ordered more than twice`: so many rows of what is done."""
    return many(often, things, facts)


def doing(things: Things, verb: Text, facts: Facts) -> Figure | None:
    """`products bought`, by a verb that no table is called after: rows of what refers to them."""
    done = doings(things.table, verb.text, facts) or facts.referring(things.table)
    return Figure((counted(done),), things) if done else None


def done_often(done: Figure, often: Bound, facts: Facts) -> Things | None:
    """`… more than twice`."""
    met = many(often, Things(done.items[0].table), facts)
    return restricted(done.things, met, facts) if met and not done.things.rank else None


RULES = (
    *(Rule(f"{o} once or twice", f"cmp:{o}", "once", "so often", _than(o), near=True) for o in OPERATORS),
    Rule("so many times or more", "bound", "occasions", "so often", as_often, near=True),
    Rule("so many times", "number", "occasions", "so often", so_often, near=True),
    Rule("once or twice", "once", "", "so often", lambda cue, none, facts: Bound("=", (_TIMES[cue.text],)), 0.2),
    Rule("exactly so often", "cmp:=", "so often", "so often", lambda cue, often, facts: often, near=True),
    Rule("rows so often", "things", "so often", "predicate", rows, near=True),
    Rule("what things did", "things", "verb", "did", doing, 0.2),
    Rule("things that did so often", "did", "so often", "things", done_often),
)
