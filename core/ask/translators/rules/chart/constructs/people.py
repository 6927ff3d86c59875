"""`anybody from Oslo`, `who in Rome has no orders`: people spoken of without a word for what they are."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.label_stems import stems
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Rank, Shown, Things
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Related

_FOLK = "people persons individuals students pupils members employees workers residents patients guests".split()
CUES = {"whoever": ("anybody", "somebody", "someone"), "people": tuple(_FOLK)}
_SOME = ("most", "fewest", "least")
_WAYS = (("max", True), ("min", False))


def such(cue: Cue, met: Predicate, facts: Facts) -> Things | None:
    """Of the table of what they must meet, if its rows are people, or have names as people do."""
    table = met.tables[0] if met.tables else ""
    plain = bool(met.where) and not met.having and table in facts.tables
    if not plain:
        return None
    named = any("name" in facts.spelt(c) for c in facts.display(table))
    return Things(table, met.where) if named or facts.persons(table) else None


def referred(columns: Columns, none: None, facts: Facts) -> Things | None:
    """`the names of the tutors`, where lessons say by whom they are given: whom a column refers to."""
    column = columns.columns[0]
    to = facts.refers(column) if len(columns.columns) == 1 and not columns.distinct else None
    if to is None or to.parent_table == column.table or not facts.persons(to.parent_table):
        return None
    said = set(stems(facts.spelt_whole(column)))
    own = said & set(stems(facts.tables[to.parent_table].label))
    some = Related(to.parent_table, (column.table,))
    return None if own or not said & lexicon().people else Things(to.parent_table, (some,))


def most(cue: Cue, people: Cue, facts: Facts) -> Cue | None:
    """`the most people`."""
    return cue if cue.text.split()[0] in _SOME and not cue.quantity else None


def _where_most(descending: bool) -> Callable[[Columns, Cue, Facts], Shown | None]:
    """`which room has the most pupils`: the value that most rows of a list of people have."""

    def build(columns: Columns, cue: Cue, facts: Facts) -> Shown | None:
        table, found = columns.columns[0].table, facts.column(columns.columns[0])
        shared = found is not None and found.profile.distinct < facts.tables[table].rows
        if not shared or len(columns.columns) > 1 or not facts.persons(table):
            return None
        return Shown(columns.columns, Things(table, rank=Rank(counted(table), descending)), said=False)

    return build


RULES = (
    *(Rule(f"{w} people", f"sup:{w}", "people", f"people {w}", most, near=True) for w, _ in _WAYS),
    *(Rule(f"with the {w} people", "column", f"people {w}", "shown", _where_most(d), 0.1) for w, d in _WAYS),
    Rule("people such", "whoever", "predicate", "things", such, 0.15),
    Rule("people referred to", "column", "", "things", referred, 0.25),
)
