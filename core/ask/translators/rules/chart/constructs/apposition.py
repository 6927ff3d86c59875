"""`the name of the customer and the title of the product of order 5`: columns, each said of what it belongs to; and
what two words beside each other say of the same things (`the origin airport`).
"""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Predicate, Things
from core.ask.translators.rules.facts import Facts


def own(columns: Columns, things: Things, facts: Facts) -> Columns | None:
    """`the name of the customer`, as that column and no more."""
    plain = not (things.where or things.having or things.rank)
    fits = plain and all(c.table == things.table for c in columns.columns)
    return replace(columns, said=True) if fits else None


def twice(one: Things, other: Things, facts: Facts) -> Things | None:
    """`start station`, where both words mean the start stations."""
    plain = not (other.where or other.having or other.rank)
    return one if plain and one.table == other.table else None


def those_of(one: Things, other: Things, facts: Facts) -> Things | None:
    """`all customers, for those customers who live in Oslo`: the same, and what they must meet."""
    return twice(other, one, facts)


def called(columns: Columns, things: Things, facts: Facts) -> Columns | None:
    """`destination airport`, where the first word means what the airports are called."""
    named = columns.columns == facts.display(things.table)
    return own(columns, things, facts) if named else None


def by_name(things: Things, met: Predicate, facts: Facts) -> Predicate | None:
    """`the customer Ada`: what the things are called, by which they are meant."""
    plain = things == Things(things.table) and met.tables == (things.table,) and not met.having
    return met if plain else None


def again(one: Predicate, other: Predicate, facts: Facts) -> Predicate | None:
    """`from Oslo (the city is Oslo)`."""
    return one if one.where == other.where and not (one.having or other.having) else None


RULES = (
    Rule("said again in brackets", "predicate", "predicate", "predicate", again, between=frozenset(("(",))),
    Rule("column of what it belongs to", "column", "things", "column", own, 0.05, between=frozenset(("of",))),
    Rule("things said twice", "things", "things", "things", twice, near=True),
    Rule("those of the things", "things", "things", "things", those_of, 0.02, between=frozenset(("for",))),
    Rule("things of that name", "things", "predicate", "predicate", by_name, 0.05, near=True),
    Rule("things called so", "column", "things", "column", called, 0.05, near=True),
)
