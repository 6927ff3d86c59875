"""`what does CR stand for`: what a code means, as a list of codes has it."""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Shown, Things, Value
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item
from core.documents.code_lists import lists_in

CUES = {"meaning": ("mean", "means", "meaning", "meaning of", "stand for", "stands for", "short for", "denote")}


def stands_for(value: Value, cue: Cue, facts: Facts) -> Shown | None:
    """The names of the row of which the code is the key."""
    column, found = value.column, facts.column(value.column)
    names = tuple(c for c in facts.display(column.table) if c != column)
    if found is None or not names or not (found.profile.unique or _listed(value, facts)):
        return None
    return Shown(names, Things(column.table, (Filter(Item(column), "=", (value.text,)),)))


def _listed(value: Value, facts: Facts) -> bool:
    """A code of a table that holds several lists of codes."""
    lists = lists_in(facts.tables[value.column.table])
    return lists is not None and facts.tables[value.column.table].columns[lists[1]].name == value.column.name


def among(shown: Shown, things: Things, facts: Facts) -> Shown | None:
    """`… on an order`: where the code is met changes nothing in what it means."""
    return shown if not (things.where or things.rank or things.having) else None


RULES = (
    Rule("code and its meaning", "value", "meaning", "code meaning", stands_for),
    Rule("meaning of a code", "meaning", "value", "code meaning", lambda cue, v, k: stands_for(v, cue, k)),
    Rule("meaning among things", "code meaning", "things", "code meaning", among,
         between=frozenset(("on", "in", "for", "of", "to", "among"))),
    Rule("what a code means", "code meaning", "", "shown", lambda shown, none, facts: shown),
)  # fmt: skip
