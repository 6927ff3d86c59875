"""`whose title contains 'en'`, `titles that begin with T`: parts of texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Text
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Filter, Item

_PATTERNS = {"contains": "%{}%", "starts": "{}%", "ends": "%{}"}


def _like(pattern: str) -> Callable[[Cue, Text, Facts], Text]:
    return lambda cue, text, facts: Text(pattern.format(text.text.replace("%", "\\%").replace("_", "\\_")))


def held(columns: Columns, pattern: Text, facts: Facts) -> Predicate | None:
    column = columns.columns[0]
    found = facts.column(column)
    if len(columns.columns) > 1 or found is None or found.type != "text":
        return None
    return Predicate((Filter(Item(column), "like", (pattern.text,)),), (), (column.table,))


def or_other(met: Predicate, pattern: Text, facts: Facts) -> Predicate | None:
    """`begins with A or ends with 'o'`: of the same column."""
    listed = met.where[0].parts if len(met.where) == 1 and isinstance(met.where[0], AnyOf) else met.where
    last = listed[-1] if listed else None
    if met.having or not isinstance(last, Filter) or last.operator != "like" or last.item.column is None:
        return None
    if len(met.where) > 1:
        return None
    return Predicate((AnyOf((*listed, replace(last, values=(pattern.text,)))),), (), met.tables)


RULES = (
    *(Rule(f"{way} a text", f"like:{way}", "text", "pattern", _like(p), near=True) for way, p in _PATTERNS.items()),
    Rule("column with a part", "column", "pattern", "predicate", held),
    Rule("a part or another", "predicate", "pattern", "predicate", or_other, between=frozenset(("or",))),
)
