"""`the name of each customer`, `the name of each customer and their city`: columns of every thing."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.listing import named_with, of_things
from core.ask.translators.rules.chart.constructs.selecting import everything
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Shown, Things
from core.ask.translators.rules.chart.schema import has_one
from core.ask.translators.rules.facts import Facts

_EVERY = ("each", "every", "of each", "of every", "for each", "for every")
_APART = frozenset("'s ’s , their its with and list show give display".split())


def every(cue: Cue, things: Things, facts: Facts) -> Things | None:
    """`each customer`."""
    return things if cue.text in _EVERY and things.rank is None and not things.having else None


def every_one(cue: Cue, columns: Columns, facts: Facts) -> Columns | None:
    """`each order number`: what each of the things is told by."""
    column = columns.columns[0]
    tells = column in (facts.key(column.table), *facts.display(column.table))
    return columns if cue.text in _EVERY and tells and len(columns.columns) == 1 else None


def one_with(one: Columns, columns: Columns, facts: Facts) -> Columns | None:
    """`for each order number, list the city and the total`."""
    new = not set(one.columns) & set(columns.columns) and not columns.distinct
    table = one.columns[0].table
    fits = new and all(has_one(table, c, facts) for c in columns.columns)
    return Columns((*one.columns, *columns.columns)) if fits else None


def each_has(columns: Columns, things: Things, facts: Facts) -> Shown | None:
    """`the city of each customer`: what each of them has one of."""
    return of_things(columns, things, facts) if all(has_one(things.table, c, facts) for c in columns.columns) else None


def each_with(things: Things, columns: Columns, facts: Facts) -> Shown | None:
    """`each customer and their city`."""
    return named_with(things, columns, facts) if each_has(columns, things, facts) else None


def own(columns: Columns, things: Things, facts: Facts) -> Shown | None:
    """The same of their own columns."""
    return of_things(columns, things, facts) if all(c.table == things.table for c in columns.columns) else None


RULES = (
    Rule("every thing", "group", "things", "every", every, near=True),
    Rule("every one", "group", "column", "every one", every_one, near=True),
    Rule("every one as a column", "every one", "", "column", lambda columns, none, facts: columns, 0.05),
    Rule("every one and columns", "every one", "column", "column", one_with, 0.05, between=_APART),
    Rule("own columns of every thing", "column", "every", "shown", own),
    Rule("columns of every thing", "column", "every", "shown", each_has, 0.1),
    Rule("everything of every thing", "everything", "every", "shown", everything),
    Rule("every thing and its columns", "every", "column", "shown", each_with, 0.05, between=_APART),
)
