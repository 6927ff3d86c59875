"""`insured parcels`, `not insured`, `the values of insured`: columns of yes and no, said as words."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.counting import once
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item

CUES = {"values of": ("values of", "value of", "values for", "values in", "entries in", "values that occur in")}
_YES, _NO = 0, 1


def _held(columns: Columns, way: int, facts: Facts) -> Predicate | None:
    column = columns.columns[0]
    truths = facts.flag(column) if len(columns.columns) == 1 and not columns.distinct else None
    return Predicate((Filter(Item(column), "=", (truths[way],)),), (), (column.table,)) if truths else None


def so(columns: Columns, none: None, facts: Facts) -> Predicate | None:
    return _held(columns, _YES, facts)


def not_so(cue: Cue, columns: Columns, facts: Facts) -> Predicate | None:
    return _held(columns, _NO, facts)


RULES = (
    Rule("so", "column", "", "predicate", so, 0.1),
    *(Rule(f"{cue} so", cue, "column", "predicate", not_so, 0.05) for cue in ("not", "none")),
    Rule("values of a column", "values of", "column", "column", once, near=True),
)
