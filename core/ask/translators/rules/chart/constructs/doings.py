"""`customers who placed an order`, `the number of orders he or she placed`: what is done with the rows that are spoken
of anyhow."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.done_by import done_by
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Figure, Things
from core.ask.translators.rules.facts import Facts

CUES = {"they": ("he", "she", "they", "he or she", "she or he", "he / she", "each one", "each of them")}


def doing(columns: Columns, things: Things, facts: Facts) -> Things | None:
    """`placed an order`, `advise a student`: the day on which that was or who did it, of which nothing more is said."""
    column = columns.columns[0]
    told = facts.dated(column) or facts.refers(column) is not None
    fits = len(columns.columns) == 1 and column.table == things.table and told
    return things if fits and not (things.having or things.rank) else None


def who_did(things: Things, others: Things, facts: Facts) -> Things | None:
    """`customers who placed an order`."""
    return done_by(things, others, facts) if things.table in facts.owners(others.table) else None


def who_did_such(things: Things, others: Things, facts: Facts) -> Things | None:
    """`customers who placed an order with a total above 20`."""
    return who_did(things, others, facts) if others.where else None


def who_did_theirs(things: Things, others: Things, facts: Facts) -> Things | None:
    """`customers who ordered in 2024`, where the deed is what the others are called."""
    return who_did(things, others, facts) if not (things.rank or things.having) else None


def and_did(things: Things, others: Things, facts: Facts) -> Things | None:
    """`customers who live in Oslo and placed an order`."""
    return who_did(things, others, facts) if things.where else None


def in_theirs(deeds: Things, others: Things, facts: Facts) -> Things | None:
    """`took part in an activity`: where what is done is told by what it belongs to."""
    return deeds if others == Things(others.table) and others.table in facts.owners(deeds.table) else None


def such_that_met(things: Things, others: Things, facts: Facts) -> Things | None:
    """`desk lamps failed a check`: of things that are told from others."""
    return who_did_such(things, others, facts) if things.where else None


def done(cue: Cue, columns: Columns, facts: Facts) -> Columns | None:
    """`they placed`, `he or she placed`."""
    return columns if len(columns.columns) == 1 else None


def of_each(figure: Figure, columns: Columns, facts: Facts) -> Figure | None:
    """`the number of orders they placed`, of each of those whom the orders refer to."""
    column, group = columns.columns[0], figure.group
    if group is None or not group.table or column.table != figure.things.table:
        return None
    to = facts.refers(column)
    return figure if facts.dated(column) or (to is not None and to.parent_table == group.table) else None


_WHO = frozenset(("who", "that", "which"))
RULES = (
    Rule("doing something to things", "column", "things", "deeds", doing, 0.1, near=True),
    Rule("what something was done to", "deeds", "", "things", lambda things, none, facts: things, 0.2),
    Rule("things that did so", "things", "deeds", "things", who_did, 0.2, between=_WHO),
    Rule("what somebody did", "verb", "things", "acts", lambda verb, things, facts: things, 0.1, near=True),
    Rule("things that did acts", "things", "acts", "things", who_did, 0.15, between=_WHO),
    Rule("things that did such acts", "things", "acts", "things", who_did_such, between=_WHO),
    Rule("things that did so too", "things", "deeds", "things", and_did, 0.1, between=frozenset(("and",))),
    Rule("what was done in things", "things", "things", "things", in_theirs, 0.1, between=frozenset(("in",))),
    Rule("things that did such", "things", "deeds", "things", who_did_such, 0.02, between=_WHO),
    Rule("things whose deed it is", "things", "things", "things", who_did_theirs, 0.1, between=_WHO),
    Rule("things that met such", "things", "things", "things", such_that_met, 0.01, near=True),
    Rule("what they do", "they", "column", "their doing", done, near=True),
    Rule("figure of what they do", "figure", "their doing", "figure", of_each, 0.05, near=True),
)
