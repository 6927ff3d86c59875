"""`insured parcels`, `not insured`, `who pay by direct debit`: columns of yes and no, said as words."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.counting import once
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item

WAY_VERBS = (
    "pay",
    "pays",
    "paid",
    "paying",
    "come",
    "comes",
    "came",
    "arrive",
    "arrived",
    "travel",
    "travelled",
    "get there",
    "go",
    "went",
    "sent",
    "delivered",
    "collected",
    "contacted",
    "reached",
    "booked",
    "ordered",
    "registered",
    "joined",
)
CUES = {
    "done by way": tuple(f"{verb} by" for verb in WAY_VERBS),
    "values of": ("values of", "value of", "values for", "values in", "entries in", "values that occur in"),
}
_YES, _NO = 0, 1


def _held(columns: Columns, way: int, facts: Facts) -> Predicate | None:
    column = columns.columns[0]
    truths = facts.flag(column) if len(columns.columns) == 1 and not columns.distinct else None
    return Predicate((Filter(Item(column), "=", (truths[way],)),), (), (column.table,)) if truths else None


def so(columns: Columns, none: None, facts: Facts) -> Predicate | None:
    return _held(columns, _YES, facts)


def not_so(cue: Cue, columns: Columns, facts: Facts) -> Predicate | None:
    return _held(columns, _NO, facts)


def _marked(columns: Columns, way: int, facts: Facts) -> Predicate | None:
    """A column of yes and no, or of marks beside empty cells."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    if found is None or len(columns.columns) > 1 or found.profile.distinct != 1 or not found.profile.nulls:
        return _held(columns, way, facts)
    return Predicate((Filter(Item(column), "is null" if way else "is not null"),), (), (column.table,))


def by_way(cue: Cue, columns: Columns, facts: Facts) -> Predicate | None:
    """`pay by direct debit`: whose rows say so."""
    return _marked(columns, _YES, facts)


def by_no_way(cue: Cue, columns: Columns, facts: Facts) -> Predicate | None:
    """`do not pay by direct debit`."""
    return _marked(columns, _NO, facts)


RULES = (
    Rule("by a way", "done by way", "column", "predicate", by_way, near=True),
    Rule("no way", "not", "done by way", "done by no way", lambda cue, way, facts: way, near=True),
    Rule("by no way", "done by no way", "column", "predicate", by_no_way, near=True),
    Rule("so", "column", "", "predicate", so, 0.1),
    *(Rule(f"{cue} so", cue, "column", "predicate", not_so, 0.05) for cue in ("not", "none")),
    Rule("values of a column", "values of", "column", "column", once, near=True),
)
