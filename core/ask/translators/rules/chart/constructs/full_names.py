"""`"Ada Holm"`, `papers written by "Ada Holm"`: somebody whose first and last names lie apart, in no one cell."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Predicate, Text, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item

CUES = {"belonging": ("belong to", "belongs to", "belonged to", "belong", "belongs")}
_NAMES = 3
"""Names that somebody has, at most: a first and one or two last ones."""


def somebody(said: Text, none: None, facts: Facts) -> Predicate | None:
    """By the columns of the first table that holds people so."""
    first, *last = said.text.split()
    columns = next((p for t in facts.tables if (p := facts.person(t))), None)
    if columns is None or not last or len(last) >= _NAMES or not all(n[0].isupper() for n in (first, last[-1])):
        return None
    names = zip(columns, (first, " ".join(last)), strict=True)
    return Predicate(tuple(Filter(Item(c), "=", (n,)) for c, n in names), (), (columns[0].table,))


def as_one(met: Predicate, things: Things, facts: Facts) -> Predicate | None:
    """`"Ada Holm" as an author`: what they are called, too."""
    return met if things == Things(met.tables[0]) else None


RULES = (
    Rule("first and last name", "quoted", "", "somebody", somebody, 0.05),
    Rule("somebody as such", "somebody", "things", "somebody", as_one, between=frozenset(("as",))),
    Rule("somebody belongs", "somebody", "belonging", "somebody", lambda met, cue, facts: met, near=True),
    Rule("somebody did", "somebody", "verb", "somebody", lambda met, verb, facts: met, 0.1, near=True),
    Rule("done by somebody", "verb", "somebody", "somebody", lambda verb, met, facts: met, 0.1,
         between=frozenset(("by", "from", "to", "with"))),
    Rule("such a person", "somebody", "", "predicate", lambda met, none, facts: met),
)  # fmt: skip
