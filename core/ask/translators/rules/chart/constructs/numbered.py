"""`the order number`, `flight numbers`, `ids and days of orders`: the number that each of the things is told by."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Shown, Things
from core.ask.translators.rules.facts import Facts

CUES = {"its number": ("number", "numbers"), "own id": ("id", "ids", "identifier", "identifiers")}


def number_of(things: Things, cue: Cue, facts: Facts) -> Columns | None:
    """The key, where it is a number."""
    key = facts.key(things.table) if things == Things(things.table) else None
    return Columns((key,), said=True) if key is not None and facts.numeric(key) else None


def ids_of(cue: Cue, things: Things, facts: Facts) -> Shown | None:
    """`ids of the orders placed in 2024`."""
    key = facts.key(things.table)
    return Shown((key,), things) if key is not None else None


def ids_and(cue: Cue, columns: Columns, facts: Facts) -> Columns | None:
    """`ids and days`: of the rows that the columns are of."""
    key = facts.key(columns.columns[0].table)
    one = key is not None and key not in columns.columns and len({c.table for c in columns.columns}) == 1
    return replace(columns, columns=(key, *columns.columns)) if one and key else None


_AND = frozenset(("and", ",", "&"))
RULES = (
    Rule("number of each thing", "things", "its number", "column", number_of, 0.1, near=True),
    Rule("ids of things", "own id", "things", "shown", ids_of, 0.1, between=frozenset(("of", "for"))),
    Rule("ids and columns", "own id", "column", "column", ids_and, 0.1, between=_AND),
)
